import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { CorrectValues, EARLIER_FILES } from '#frontend/features/per-lead/correct-values.tsx';
import { UPLOAD_FORM } from '#frontend/features/platforms/chosen-upload.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { CorrectionAnswer, Corrections } from '#frontend/threads/leads/make-corrections.ts';
import type { FileProgress } from '#frontend/threads/leads/make-leads-file.ts';
import type { SentProblem } from '#frontend/threads/leads/read-sent-files.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { catchDownloads, CONTEXT } from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const ANALYSIS = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 100,
  thresholdPercent: 10,
});

const FILE = {
  headings: ['Order ID', 'Adjusted Value'],
  preview: [['A1', '72.00']],
  taken: 11,
  part: 1,
  parts: 1,
};
const CORRECTIONS: Corrections = {
  id: 'google',
  conversionNames: ['Qualified lead'],
  sent: 400,
  found: 379,
  unchanged: 360,
  added: 23,
  gone: 0,
  strayCorrections: 0,
  bareOrderIds: 0,
  asksPhoneCountry: false,
  files: [
    { ...FILE, kind: 'restate', key: 'orderId', blob: new Blob(['restated']) },
    {
      ...FILE,
      kind: 'retract',
      key: 'clickId',
      taken: 1,
      blob: new Blob(['retracted']),
      preview: [['x', '']],
    },
  ],
  retracted: [{ reason: 'not-converted', conversions: 1 }],
  stay: [
    { reason: 'too-old', conversions: 5 },
    { reason: 'left-out-status', conversions: 2 },
  ],
  dateFormats: ['iso'],
};

type Question = Parameters<LeadFiles['makeCorrections']>[0];

interface Asked {
  question: Question;
  signal: AbortSignal;
  onProgress(progress: FileProgress): void;
  answer: PromiseWithResolvers<CorrectionAnswer>;
}

const sentFile = (name = 'sent.csv') => new File(['Order ID'], name, { type: 'text/csv' });

function renderSection(
  options: { files?: readonly File[]; isHeld?: boolean; action?: ConversionAction } = {},
) {
  const asked: Asked[] = [];
  const nothing = () => Promise.reject(new Error('not asked in these tests'));
  const files: LeadFiles = {
    columns: ['Status', 'Order ID', 'gclid', 'Created At', 'Note'].map((header, index) => ({
      index,
      header,
      samples: ['2026-01-15 09:30'],
      hasBlanks: false,
      isNumeric: false,
      hasIds: false,
    })),
    encoding: 'utf-8',
    fitModel: nothing,
    countReach: () => Promise.withResolvers<never>().promise,
    makeLeadsFile: nothing,
    makeUploadFile: nothing,
    makeEvents: nothing,
    makeRowsFile: nothing,
    makeCorrections(question, { signal, onProgress }) {
      const answer = Promise.withResolvers<CorrectionAnswer>();
      asked.push({ question, signal, onProgress, answer });
      signal.addEventListener('abort', () => answer.reject(signal.reason));
      return answer.promise;
    },
  };
  const begin = new Map<TabChoice<unknown>, unknown>([
    [EARLIER_FILES, { files: options.files ?? [], retractsGone: false }],
    [UPLOAD_FORM, { ...UPLOAD_FORM.first, timeZone: 'UTC' }],
  ]);
  const view = render(
    <ShownRoom analysis={ANALYSIS} context={CONTEXT} leadFiles={files} begin={begin}>
      <CorrectValues
        choices={{ action: options.action ?? 'every-lead' }}
        files={files}
        isHeld={options.isHeld ?? false}
      />
    </ShownRoom>,
  );
  const last = () => {
    const one = asked.at(-1);
    if (!one) throw new Error('nothing was asked');
    return one;
  };
  return {
    ...view,
    user: userEvent.setup(),
    asked,
    last,
    isAsked: (times: number) => waitFor(() => expect(asked).toHaveLength(times)),
    answer: (corrections: Partial<Corrections> = {}) =>
      act(async () => last().answer.resolve({ ok: true, value: { ...CORRECTIONS, ...corrections } })),
    refuse: (error: SentProblem) => act(async () => last().answer.resolve({ ok: false, error })),
  };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('correcting values that were sent before', () => {
  test('begins with the earlier files, and asks nothing before', async () => {
    const { user, asked, isAsked, last } = renderSection();
    expect(asked).toEqual([]);
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.upload(screen.getByLabelText('Open earlier files'), [sentFile('a.csv'), sentFile('b.csv')]);
    await isAsked(1);
    expect(last().question).toMatchObject({
      action: 'every-lead',
      retractsGone: false,
      choices: { columns: { orderId: 1, gclid: 2, time: 3 }, timeZone: 'UTC', currency: 'USD' },
    });
    expect(last().question.sent.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
    expect(screen.getByText('a.csv, b.csv')).toBeInTheDocument();
  });

  test('says what is restated, retracted, unchanged, new, and what stays, each with its count', async () => {
    const { isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer();
    expect(
      screen.getByText(/of 400 conversions “Qualified lead” for Google Ads are leads of your file/)
        .textContent,
    ).toContain('379');
    const rowsOf = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .map((row) => row.textContent);
    expect(rowsOf('Compared')).toEqual([
      '11Another value than before: restated',
      '360The same value as before: not sent again',
      '23New leads, not sent yet: the upload above has them',
    ]);
    expect(rowsOf('Retracted, since the lead does not count any more')).toEqual([
      '1Not converted: your ad account counts only customers',
    ]);
    expect(rowsOf('Stay as they are')).toEqual(['5Older than 54 days', '2Status left out in step 3']);
    expect(screen.getByText(/The headings are second-hand/)).toBeInTheDocument();
    expect(screen.getByText(/cannot be restated or restored/)).toBeInTheDocument();
    expect(
      screen.getByText(/Upload each file by itself, never together with new conversions/),
    ).toBeInTheDocument();
    expect(screen.getByText(/If the earlier upload was of every lead/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('warns of the wrong action only where leads are retracted since they did not convert', async () => {
    const { isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ retracted: [{ reason: 'left-out-test', conversions: 1 }] });
    expect(screen.queryByText(/If the earlier upload was of every lead/)).toBeNull();
  });

  test('gives a file for each kind and key, named after them', async () => {
    const { user, isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer();
    await user.click(button('Download Restate by order ID'));
    await user.click(button('Download Retract by click ID and time'));
    expect(downloads.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
      'google_ads_restate_by_order_id_day.csv',
      'google_ads_retract_by_click_id_day.csv',
    ]);
    expect(await downloads[0]?.blob.text()).toBe('restated');
    const preview = screen.getByRole('table', { name: 'First rows of Restate by order ID' });
    expect(within(preview).getByRole('row', { name: 'A1 72.00' })).toBeInTheDocument();
  });

  test('for Microsoft says how many rows it takes and where files are uploaded, and asks for no order id', async () => {
    const { isAsked, answer } = renderSection({ files: [sentFile()], action: 'converted-leads' });
    await isAsked(1);
    await answer({ id: 'microsoft' });
    expect(screen.getByText(/Microsoft takes at most 100,000 rows in a file/)).toBeInTheDocument();
    expect(screen.queryByText(/More rows than/)).toBeNull();
    expect(
      screen.getByText(/open Conversions, then Offline conversions, then Uploads, and upload/),
    ).toBeInTheDocument();
    expect(screen.queryByText(/not confirmed/)).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Order ID' })).toBeNull();
    expect(screen.getByRole('combobox', { name: /^Microsoft Click ID/ })).toBeInTheDocument();
    expect(screen.getByText('Older than 90 days')).toBeInTheDocument();
    expect(screen.getByText(/Today’s values are those of customers only/)).toBeInTheDocument();
  });

  test('for Microsoft offers each part of a correction that is split, by its number', async () => {
    const { user, isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    const file = { ...FILE, kind: 'restate', key: 'clickId', parts: 2 } as const;
    await answer({
      id: 'microsoft',
      files: [
        { ...file, part: 1, taken: 100_000, blob: new Blob(['first']) },
        { ...file, part: 2, taken: 1, blob: new Blob(['second']) },
      ],
    });
    expect(screen.getByText(/more are split into several files/)).toBeInTheDocument();
    expect(screen.getByRole('row', { name: '100,001 Another value than before: restated' })).toBeVisible();
    await user.click(button('Download Restate by click ID and time (2 of 2)'));
    expect(downloads.at(-1)?.name).toMatch(/^microsoft_restate_by_click_id_2_of_2_\d{4}-\d\d-\d\d\.csv$/);
    expect(await downloads.at(-1)?.blob.text()).toBe('second');
    expect(button('Download Restate by click ID and time (1 of 2)')).toBeEnabled();
  });

  test('for Microsoft takes columns of addresses, and asks for the country of phone numbers where they need it', async () => {
    const { user, isAsked, answer, last } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    const file = { ...FILE, kind: 'restate', key: 'address', blob: new Blob(['x']) } as const;
    await answer({ id: 'microsoft', files: [file] });
    for (const name of [/^E-mail address/, /^Phone number/, /^Country of the person/])
      expect(screen.getByRole('combobox', { name })).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: /^Country of the phone numbers/ })).toBeNull();
    expect(screen.queryByText(/corrects no conversion by a hashed/)).toBeNull();
    await user.click(button('Download Restate by hashed address and time'));
    expect(downloads.at(-1)?.name).toMatch(/^microsoft_restate_by_hashed_address_\d{4}/);
    await user.click(screen.getByRole('combobox', { name: /^Phone number/ }));
    await user.click(await screen.findByRole('option', { name: /^Note/ }));
    await isAsked(2);
    await answer({ id: 'microsoft', asksPhoneCountry: true });
    await user.click(screen.getByRole('combobox', { name: /^Country of the phone numbers/ }));
    await user.keyboard('Germany');
    await user.click(await screen.findByRole('option', { name: 'Germany' }));
    await isAsked(3);
    expect(last().question.choices).toMatchObject({ phoneCountry: 'DE', columns: { phone: 4 } });
  });

  test('for Google says that it corrects nothing by hashed addresses, and what helps', async () => {
    const { isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ stay: [{ reason: 'without-key', conversions: 9 }], files: [] });
    expect(
      screen.getByRole('row', {
        name: '9 Sent by address alone: Google Ads corrects by order ID or click ID',
      }),
    ).toBeInTheDocument();
    expect(screen.getByText(/Google corrects no conversion by a hashed/)).toHaveTextContent(
      'it takes these only to enhance one. Upload leads with an order ID',
    );
  });

  test('retracts leads that are gone only once the visitor says so, and no file can be had meanwhile', async () => {
    const { user, isAsked, answer, last } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ gone: 4, stay: [{ reason: 'gone', conversions: 4 }] });
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Also retract 4 conversions/ });
    expect(box().checked).toBe(false);
    expect(last().question.retractsGone).toBe(false);
    await user.click(box());
    await isAsked(2);
    expect(last().question.retractsGone).toBe(true);
    expect(button('Download Restate by order ID').disabled).toBe(true);
    await answer({ gone: 4, retracted: [{ reason: 'gone', conversions: 4 }], stay: [] });
    expect(box().checked).toBe(true);
    expect(button('Download Restate by order ID').disabled).toBe(false);
  });

  test('is no longer asked for gone leads with other files', async () => {
    const { user, isAsked, answer, last } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ gone: 4 });
    await user.click(screen.getByRole('checkbox'));
    await isAsked(2);
    await user.upload(screen.getByLabelText('Open other files'), [sentFile('other.csv')]);
    await isAsked(3);
    expect(last().question).toMatchObject({ retractsGone: false });
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('where no lead is found names the columns and the zone, and offers to retract none', async () => {
    const { user, isAsked, answer, last } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ found: 0, gone: 400, files: [], unchanged: 0, retracted: [] });
    expect(screen.getByText(/Check the columns above and the time zone/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText('Nothing to correct.')).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Order ID' }));
    await user.click(await screen.findByRole('option', { name: /^Note/ }));
    await isAsked(2);
    expect(last().question.choices.columns.orderId).toBe(4);
  });

  test('counts corrections of conversions that are in no upload', async () => {
    const { isAsked, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await answer({ strayCorrections: 2, bareOrderIds: 3 });
    expect(
      screen.getByText(/3 conversions had a bare number or one character as order ID: corrections carry/),
    ).toHaveTextContent('Choose ‘As before’ under Order IDs above');
    expect(
      screen.getByText(/2 earlier corrections of conversions that are in no upload you opened/),
    ).toBeInTheDocument();
  });

  test.each<[SentProblem, RegExp]>([
    [{ reason: 'unreadable', name: 'x.csv' }, /“x\.csv” could not be read/],
    [
      { reason: 'not-an-upload', name: 'x.csv' },
      /“x\.csv” is not an upload file for Google Ads or Microsoft/,
    ],
    [{ reason: 'unknown-zone', name: 'x.csv' }, /“x\.csv” names a time zone that this browser does not know/],
    [{ reason: 'several-platforms' }, /for several platforms\. Open those of one/],
    [
      { reason: 'several-conversions', names: ['Lead', 'Sale'] },
      /several conversions: “Lead”, “Sale”\. Open those of one/,
    ],
    [{ reason: 'only-corrections' }, /Open the upload that they correct as well/],
  ])('says why files cannot be compared: %o', async (problem, words) => {
    const { user, isAsked, refuse } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    await refuse(problem);
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    await user.click(button('Close'));
    expect(screen.queryByText(words)).toBeNull();
    expect(screen.getByLabelText('Open earlier files')).toBeInTheDocument();
  });

  test('shows its progress, can be cancelled, and tried again after a failure', async () => {
    const { user, asked, isAsked, last, answer } = renderSection({ files: [sentFile()] });
    await isAsked(1);
    act(() => last().onProgress({ done: 2000, rows: 100_000 }));
    expect(screen.getByText('2,000 of 100,000 leads')).toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(asked[0]?.signal.aborted).toBe(true);
    await user.click(button('Compare Again'));
    await isAsked(2);
    await act(async () => last().answer.reject(new Error('out of memory')));
    expect(screen.getByRole('alert').textContent).toContain('The file could not be made');
    await user.click(button('Try Again'));
    await isAsked(3);
    await answer();
    expect(screen.getByText('379')).toBeInTheDocument();
  });

  test('waits while nobody knows which values leads have', async () => {
    const { asked } = renderSection({ files: [sentFile()], isHeld: true });
    expect(screen.getByText('sent.csv')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
