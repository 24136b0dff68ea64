import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SheetSource } from '#contract/sources.ts';
import { requestSpreadsheet } from '#frontend/threads/sheets/sheets-client.ts';
import { SPREADSHEET_ID } from '#test/support/google-sheets.ts';
import type { Answer } from '#test/support/fake-server.ts';
import {
  choose,
  END,
  kept,
  offer,
  open,
  press,
  section,
  SOURCE,
  START,
  TWO,
  user,
  VERSIONS,
} from './kept-room.tsx';

vi.mock('#frontend/threads/sheets/sheets-client.ts');
beforeEach(() => {
  offer('sheets inbox schedules');
  const tabs = [
    { id: 0, title: 'April' },
    { id: 100, title: 'May' },
  ];
  vi.mocked(requestSpreadsheet).mockResolvedValue({ ok: true, value: { title: 'Leads 2026', tabs } });
});

const PAUSE = 'POST /api/analyses/worked/source/pause';
const RESUME = 'POST /api/analyses/worked/source/resume';
const RUN = 'POST /api/analyses/worked/source/run';
const SCHEDULE = 'PUT /api/analyses/worked/source/schedule';
const CONNECTIONS = 'GET /api/connections';

const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A Friday at 7 in the morning. */
const DUE = new Date(2126, 10, 29, 7);

const sheet = (more: Partial<SheetSource> = {}): SheetSource => ({
  kind: 'sheet',
  id: 'sheet-1',
  state: 'active',
  createdAt: new Date(2026, 10, 20, 9, 0).toISOString(),
  lastRunAt: null,
  lastError: null,
  sheet: { spreadsheetId: SPREADSHEET_ID, tabId: 100, title: 'Leads 2026', tabTitle: 'May' },
  schedule: { every: 'week', weekday: 5, hour: 7, timeZone },
  nextDueAt: DUE.toISOString(),
  isRunning: false,
  ...more,
});

const connected = (account: string | null): Answer => ({
  body: {
    connections: [
      {
        kind: 'sheets',
        isTried: true,
        connection: account && {
          account,
          connectedAt: null,
          lastUsedAt: null,
          endsAt: null,
          madeBy: null,
          isOver: false,
        },
      },
    ],
  },
});

const status = (more?: Partial<SheetSource>): Answer => ({ body: { source: sheet(more) } });
const read = (more?: Partial<SheetSource>): Record<string, Answer> => ({
  [SOURCE]: status(more),
  [VERSIONS]: { body: { versions: TWO } },
});
const bodies = (calls: readonly { body?: unknown }[]): unknown[] =>
  calls.map(({ body }) => JSON.parse(String(body)) as unknown);

/** Picks an option of a long list. */
async function searchFor(dropdown: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: dropdown }));
  await user.type(screen.getByPlaceholderText('Search'), option);
  await user.click(screen.getByRole('option', { name: option }));
}

async function askToStart(answers: Record<string, Answer>) {
  const server = await open({ [CONNECTIONS]: connected('name@example.com'), ...answers });
  await section('Keep current');
  await press('Keep current');
  return {
    server,
    dialog: within(await screen.findByRole('dialog', { name: 'Keep this analysis current' })),
  };
}

describe('a sheet that keeps an analysis current', () => {
  test('is chosen by its address, its tab and a schedule, after plain words', async () => {
    const { server, dialog } = await askToStart({ [START]: { ...status(), status: 201 } });
    expect(dialog.getAllByRole('definition')[0]?.textContent).toBe(
      'Our server reads the rows of the tab with your connection to Google Sheets, counts them and forgets them. No row is stored.',
    );
    expect(dialog.getAllByRole('definition')[3]?.textContent).toMatch(/keep importing by hand/);
    await user.type(
      await dialog.findByLabelText('Address of the sheet'),
      `https://docs.google.com/spreadsheets/d/${SPREADSHEET_ID}/edit#gid=100`,
    );
    expect(dialog.queryByRole('combobox', { name: 'Hour' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Next: Choose Tab' }));
    expect((await dialog.findByRole('combobox', { name: 'Tab' })).textContent).toBe('May');
    expect(dialog.getByRole('combobox', { name: 'Hour' }).textContent).toBe('between 7 and 8 AM');
    expect(dialog.getByRole('combobox', { name: 'Time zone' }).textContent).toBe(
      timeZone.replaceAll('_', ' '),
    );
    await choose('Day', /^Friday$/);
    expect(server.received(START)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Keep current' }));
    const current = await section('Kept current');
    expect(bodies(server.received(START))).toEqual([
      { kind: 'sheet', sheet: sheet().sheet, schedule: sheet().schedule },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      current.getByText(
        `Reads “May” of “Leads 2026” every Friday between 7 and 8 AM (${timeZone.replaceAll('_', ' ')}).`,
      ),
    ).toBeInTheDocument();
    expect(current.getByText('Next run: Friday, November 29, between 7 and 8 AM.')).toBeInTheDocument();
  });

  test('leaves the choice of an inbox instead', async () => {
    const { dialog } = await askToStart({});
    await user.click(dialog.getByRole('button', { name: 'Inbox' }));
    expect(dialog.getAllByRole('definition')[0]?.textContent).toMatch(
      /^Our server reads the rows of each delivery/,
    );
    expect(dialog.getByRole('button', { name: 'Make an inbox' })).toBeInTheDocument();
    expect(dialog.queryByLabelText('Address of the sheet')).toBeNull();
  });

  test('needs a connection first', async () => {
    const { server, dialog } = await askToStart({ [CONNECTIONS]: connected(null) });
    const link = await dialog.findByRole('link', { name: 'Connect Google Sheets in another tab' });
    expect(link.getAttribute('href')).toBe('/connections');
    expect(dialog.queryByRole('button', { name: /^Next|^Keep/ })).toBeNull();
    server.answer(CONNECTIONS, connected('name@example.com'));
    await user.click(dialog.getByRole('button', { name: 'Look Again' }));
    expect(await dialog.findByLabelText('Address of the sheet')).toBeInTheDocument();
  });

  test('is read now, and its version is shown once the run has ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lastRunAt = new Date(2026, 10, 26).toISOString();
    const server = await open({
      [SOURCE]: status(),
      [RUN]: { ...status({ isRunning: true, lastRunAt }), status: 202 },
    });
    await section('Kept current');
    expect(screen.getByText(/^No version has come yet\./)).toBeInTheDocument();
    server.answer(SOURCE, status({ lastRunAt }));
    server.answer(VERSIONS, { body: { versions: TWO } });
    await press('Run now');
    expect(await screen.findByText('The sheet is being read and counted...')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveProperty('disabled', true);
    // The page asks every three seconds while a run is under way.
    act(() => void vi.advanceTimersByTime(2999));
    expect(server.received(SOURCE)).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(1));
    expect(await screen.findByText(/^Version 2 came on/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveProperty('disabled', false);
  });

  test('has another schedule once it is saved', async () => {
    const schedule = { every: 'month' as const, day: 31, hour: 23, timeZone: 'Asia/Tokyo' };
    const nextDueAt = new Date(2126, 11, 1, 17, 30).toISOString();
    const server = await open({ ...read(), [SCHEDULE]: status({ schedule, nextDueAt }) });
    await section('Kept current');
    await press('Schedule');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule' }));
    await user.click(dialog.getByRole('button', { name: 'Monthly' }));
    await searchFor('Day of the month', '31');
    expect(dialog.getByText('In a shorter month, on its last day.')).toBeInTheDocument();
    await searchFor('Hour', 'between 11 PM and 12 AM');
    await searchFor('Time zone', 'Asia/Tokyo');
    await press('Save Schedule');
    expect(
      await screen.findByText(
        /on day 31 of each month, or its last day, between 11 PM and 12 AM \(Asia\/Tokyo\)\.$/,
      ),
    ).toBeInTheDocument();
    expect(bodies(server.received(SCHEDULE))).toEqual([schedule]);
    expect(
      screen.getByText('Next run: Sunday, December 1, between 5:30 and 6:30 PM, your time.'),
    ).toBeInTheDocument();
  });

  test('is paused and resumed; a daily one has no day', async () => {
    const schedule = { every: 'day' as const, hour: 12, timeZone };
    const server = await open({
      ...read({ schedule }),
      [PAUSE]: status({ schedule, state: 'paused', nextDueAt: null }),
      [RESUME]: status({ schedule }),
    });
    await section('Kept current');
    expect(screen.getByText(/ every day between 12 and 1 PM \(/)).toBeInTheDocument();
    await press('Pause');
    expect(await screen.findByText('Paused')).toBeInTheDocument();
    expect(screen.queryByText(/^Next run/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
    await press('Resume');
    await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
    expect(server.received(RESUME)).toHaveLength(1);
  });

  test('says why it is paused after failed runs, and what to do', async () => {
    const lastRunAt = new Date(2026, 10, 23, 8, 0).toISOString();
    await open(read({ state: 'paused', nextDueAt: null, lastRunAt, lastError: 'The tab is gone.' }));
    const current = await section(/^Kept current/);
    expect(
      current.getByText('The last run of November 23, 2026 8:00 AM was not counted'),
    ).toBeInTheDocument();
    expect(current.getByText(/^The tab is gone\. Nothing of it was stored\./).textContent).toMatch(
      /After 3 failed runs it pauses by itself: put this right, then press Resume and Run now\.$/,
    );
    expect(current.getByRole('link', { name: 'Connections' }).getAttribute('href')).toBe('/connections');
  });

  test('says that the next run tries again after a failed one, or that it waits', async () => {
    await open(read({ lastError: 'Google did not answer.', nextDueAt: new Date(2026, 0, 1).toISOString() }));
    const current = await section('Kept current');
    expect(current.getByText(/The next run tries again; after 3 failed runs/)).toBeInTheDocument();
    expect(current.getByText('The next run waits for its turn.')).toBeInTheDocument();
  });

  test('is read no more once it is ended, after a question; the versions stay', async () => {
    const server = await open({ ...read(), [END]: { body: { message: 'The source has ended.' } } });
    await section('Kept current');
    await press('Schedule');
    await press('Stop reading');
    const question = within(await screen.findByRole('alertdialog', { name: 'Stop reading this sheet?' }));
    expect(server.received(END)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Stop reading' }));
    const ended = await section('Keep current');
    expect(ended.getByRole('heading', { name: 'What changed' })).toBeInTheDocument();
  });
});

test('an inbox has neither a schedule nor a run', async () => {
  await open(kept());
  await section('Kept current');
  expect(screen.queryByRole('button', { name: /^Run now$|^Schedule$/ })).toBeNull();
});
