import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { HomePage } from '#frontend/pages/home.tsx';
import { catchDownloads } from '#test/component/results/results-room.tsx';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { emptyDraftStore } from '#test/support/memory-draft-store.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';

/** Referral leads convert at 60%, Ads leads at 10%, on both devices; visits are numbers. */
const LEADS = Array.from({ length: 200 }, (_, i) => {
  const source = i % 2 === 0 ? 'Referral' : 'Ads';
  const isQualified = source === 'Referral' ? i % 10 < 6 : i % 20 === 1;
  return [
    isQualified ? 'Qualified' : 'Lost',
    source,
    i % 4 < 2 ? 'Mobile' : 'Desktop',
    String(i % 8),
    i < 3 ? '' : `C${i % 3}`,
  ];
});
export const HEADERS = ['Status', 'Source', 'Device', 'Visits', 'Country'];
export const csvOf = (lines: readonly (readonly string[])[]) =>
  lines.map((line) => line.join(',')).join('\n');
export const FILE = csvOf([HEADERS, ...LEADS]);
export const csv = (text: BlobPart, name = 'leads.csv') => new File([text], name, { type: 'text/csv' });
export const ZONE = 'Drop CSV file here or click to browse';

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const box = (name: string) => screen.getByRole('combobox', { name });
export const heading = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 });
const results = () => screen.findByText('Analysis Complete!', undefined, { timeout: 20_000 });
export const headingsOf = (table: string | RegExp) =>
  within(screen.getAllByRole('table', { name: table })[0]!) // there is one
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent ?? '');

/** The steps of the main page for tests, up to the one that a test is about. Called once per file. */
export function installSteps() {
  const { user, ...room } = installAccountRoom();
  giveListsRoom();
  const downloads = catchDownloads();
  /** A visitor may choose any file, whatever the input accepts. */
  const chooser = userEvent.setup({ applyAccept: false });

  beforeEach(() => {
    stubBrowserThread();
    emptyDraftStore();
    vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
  });

  const upload = (file: File) => chooser.upload(screen.getByLabelText(ZONE), file);

  function open() {
    room.open({
      at: '/',
      pages: { '/': <HomePage />, '/auth/login': <p>Sign in</p> },
      answers: { 'GET /api/auth/user': SIGNED_OUT },
    });
  }

  async function openColumns(text = FILE): Promise<void> {
    open();
    await upload(csv(text));
    await heading('Select Columns to Analyze');
  }

  async function choose(dropdown: string, option: RegExp): Promise<void> {
    await user.click(box(dropdown));
    await user.click(await screen.findByRole('option', { name: option }));
  }

  async function openValues(attributes: readonly RegExp[], text = FILE): Promise<void> {
    await openColumns(text);
    for (const [slot, attribute] of attributes.entries()) await choose(`Attribute ${slot + 1}`, attribute);
    await user.click(button('Next: Map Values'));
    await screen.findByText(`Column 1 of ${attributes.length + 1}`);
  }

  async function openResults(attributes: readonly RegExp[], text = FILE): Promise<void> {
    await openValues(attributes, text);
    for (const _ of attributes) await user.click(button('Next'));
    await analyze();
  }

  async function analyze(): Promise<void> {
    await user.click(button('Analyze'));
    await results();
  }

  async function openTab(name: string): Promise<void> {
    await user.click(screen.getByRole('tab', { name }));
    await waitFor(() => expect(screen.queryByText('Loading this part…')).toBeNull(), { timeout: 10_000 });
  }

  return { user, downloads, upload, open, openColumns, choose, openValues, openResults, analyze, openTab };
}
