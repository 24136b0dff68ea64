import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseExportFormat } from '#frontend/features/results/downloads.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { ValueChoices } from '#frontend/analysis/judge/lead-worth.ts';
import { type Analysis, analyse } from '#frontend/analysis/judge/analyse.ts';
import type { CurrencyNote } from '#frontend/features/results/currency-note.ts';
import type { ModelAnswer, OfferedModel } from '#frontend/threads/leads/fit-file-model.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { USES_ALL_COLUMNS } from '#frontend/features/per-lead/all-columns.tsx';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';
import { DEVICE_ZONE, UPLOAD_FORM, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import type { FileProgress, LeadsFile } from '#frontend/threads/leads/make-leads-file.ts';
import type { UploadFile } from '#frontend/threads/leads/make-upload-file.ts';
import { skipWaits } from '#test/support/clock.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { UPLOAD_HEADERS, uploadColumns } from '#test/support/upload-leads.ts';
import { catchDownloads, CONTEXT } from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const ANALYSIS = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 100,
  thresholdPercent: 10,
});

const CHOICES: ValueChoices = { action: 'every-lead' };

const UPLOAD: UploadFile = {
  blob: new Blob(['the upload']),
  headings: ['Google Click ID', 'Conversion Value'],
  preview: [['Cj0KCQ-abc_1', '12.50']],
  dateFormats: ['iso'],
  taken: 1204,
  dropped: [
    { reason: 'no-click-id', leads: 700 },
    { reason: 'too-old', leads: 96 },
  ],
  takenWithout: { phone: 0, email: 0, consent: 0, braid: 0, name: 0, work: 0, country: 0 },
  lackingConsent: { known: 0, unknown: 0 },
  atDayEnd: 0,
  bareOrderIds: 0,
  leftOpen: ['zone', 'phoneCountry', 'consent'],
};

const REFUSED: ModelAnswer = { isOffered: false, why: 'not-better' };

type UploadQuestion = Parameters<LeadFiles['makeUploadFile']>[0];

/** A thread that a test lets answer. */
function fakeThread(headers: readonly string[], model: ModelAnswer | Promise<never>) {
  const asked: {
    question: unknown;
    signal: AbortSignal;
    onProgress(progress: FileProgress): void;
    answer: PromiseWithResolvers<never>;
  }[] = [];
  const ask = (
    question: unknown,
    { signal, onProgress }: { signal: AbortSignal; onProgress(progress: FileProgress): void },
  ) => {
    const answer = Promise.withResolvers<never>();
    asked.push({ question, signal, onProgress, answer });
    signal.addEventListener('abort', () => answer.reject(signal.reason));
    return answer.promise;
  };
  const files: LeadFiles = {
    columns: uploadColumns(headers),
    encoding: 'windows-1252',
    fitModel: () => Promise.resolve(model),
    countReach: () => Promise.withResolvers<never>().promise,
    makeLeadsFile: ask,
    makeUploadFile: ask,
    makeCorrections: ask,
    makeEvents: ask,
    makeRowsFile: () => Promise.withResolvers<never>().promise,
  };
  const last = () => {
    const one = asked.at(-1);
    if (!one) throw new Error('nothing was asked');
    return one;
  };
  return {
    files,
    asked,
    isAsked: (times: number) => waitFor(() => expect(asked).toHaveLength(times)),
    choices: () => (last().question as UploadQuestion).choices, // only uploads are asked in these tests
    progress: (done: number, rows: number) => act(() => last().onProgress({ done, rows })),
    answer: (file: LeadsFile | UploadFile) => act(async () => last().answer.resolve(file as never)),
    fail: (error = new Error('out of memory')) => act(async () => last().answer.reject(error)),
  };
}

function renderValues(
  options: {
    headers?: readonly string[];
    form?: Partial<UploadForm>;
    hasNoLeads?: true;
    part?: 'files' | 'look-up';
    context?: AnalysisContext;
    choices?: ValueChoices;
    analysis?: Analysis;
    currencyNote?: CurrencyNote;
    model?: ModelAnswer | Promise<never>;
    usesAllColumns?: boolean;
    takesPauses?: true;
  } = {},
) {
  if (!options.takesPauses) skipWaits();
  const thread = fakeThread(options.headers ?? UPLOAD_HEADERS, options.model ?? REFUSED);
  const begin = new Map<TabChoice<unknown>, unknown>([
    [UPLOAD_FORM, { ...UPLOAD_FORM.first, ...options.form }],
    [USES_ALL_COLUMNS, options.usesAllColumns ?? false],
  ]);
  const room = (
    <ShownRoom
      analysis={options.analysis ?? ANALYSIS}
      {...(options.currencyNote && { currencyNote: options.currencyNote })}
      context={options.context ?? CONTEXT}
      leadFiles={options.hasNoLeads ? undefined : thread.files}
      begin={begin}
    >
      <PerLeadValues part={options.part ?? 'files'} choices={options.choices ?? CHOICES} />
    </ShownRoom>
  );
  return { thread, user: userEvent.setup(), ...render(room) };
}

type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, label: string | RegExp, option: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('leads with values', () => {
  const FILE: LeadsFile = {
    blob: new Blob(['the leads']),
    headings: [],
    preview: [],
    rows: 2000,
    withoutValue: 0,
    encoding: 'windows-1252',
  };

  test('are made by the thread and downloaded', async () => {
    const { user, thread } = renderValues({ headers: ['Status', 'Source'] });
    await user.click(button('Download leads with values'));
    thread.progress(500, 2000);
    expect(screen.getByText('500 of 2,000 leads')).toBeInTheDocument();
    await thread.answer(FILE);
    expect(screen.getByText('2,000 leads written in Windows-1252.')).toBeInTheDocument();
    expect(downloads.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^leads_lead_values_\d{4}-\d\d-\d\d\.csv$/),
    ]);
    expect(downloads[0]?.blob).toBe(FILE.blob);
  });

  test('say where another encoding was needed', async () => {
    const { user, thread } = renderValues({ headers: ['Status', 'Source'] });
    await user.click(button('Download leads with values'));
    await thread.answer({ ...FILE, encoding: 'utf-8' });
    expect(
      screen.getByText(/^2,000 leads written in UTF-8\. Windows-1252, in which your file is, lacks/),
    ).toBeInTheDocument();
  });

  test('say how many have no value', async () => {
    const { user, thread } = renderValues({ headers: ['Status', 'Source'] });
    await user.click(button('Download leads with values'));
    await thread.answer({ ...FILE, withoutValue: 100 });
    expect(
      screen.getByText(
        '2,000 leads written in Windows-1252, 100 of them without a value: the last column says why.',
      ),
    ).toBeInTheDocument();
  });

  test('are no longer worked on once the visitor has left', async () => {
    const { user, thread, unmount } = renderValues({ headers: ['Status', 'Source'] });
    await user.click(button('Download leads with values'));
    expect(thread.asked[0]?.signal.aborted).toBe(false);
    unmount();
    expect(thread.asked[0]?.signal.aborted).toBe(true);
  });

  test('can be cancelled, and asked for again after a failure', async () => {
    const { user, thread } = renderValues({ headers: ['Status', 'Source'] });
    await user.click(button('Download leads with values'));
    await user.click(button('Cancel'));
    expect(thread.asked[0]?.signal.aborted).toBe(true);
    expect(screen.getByText('Cancelled. No file was made.')).toBeInTheDocument();
    await user.click(button('Download leads with values'));
    await thread.fail();
    expect(screen.getByRole('alert').textContent).toContain('The file could not be made');
    await user.click(button('Try Again'));
    await thread.answer(FILE);
    expect(downloads).toHaveLength(1);
  });

  test('names code that could not be fetched', async () => {
    const { user, thread } = renderValues();
    await user.click(button('Download leads with values'));
    await thread.fail(new PartMissing());
    expect(screen.getByRole('alert').textContent).toContain(PART_MISSING);
  });
});

describe('all columns', () => {
  const weights = (...odds: number[]) => ({ odds, amounts: null });
  const OFFER: OfferedModel = {
    isOffered: true,
    model: {
      intercept: -1,
      amount: null,
      mean: 0.2,
      bestTenth: { model: 0.461, attributes: 0.389 },
      worstHalf: { model: 0.12, attributes: 0.15 },
      columns: [
        {
          header: 'Country',
          column: 5,
          plan: { kind: 'values' },
          names: ['DE', 'US'],
          ...weights(-1, 1),
          spread: 0.2,
        },
        {
          header: 'Created',
          column: 3,
          plan: { kind: 'hour' },
          names: ['09:00-09:59'],
          ...weights(0),
          spread: 0.7,
        },
      ],
      combination: null,
    },
    leftOut: [{ header: 'Invoice', why: 'knows-outcome' }],
  };
  const FILE = {
    blob: new Blob(),
    headings: [],
    preview: [],
    rows: 9,
    withoutValue: 0,
    encoding: 'utf-8',
  } as const;
  const option = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Use all columns' });

  test('are offered with the gain in plain words, their columns, and what does not use them', async () => {
    renderValues({ model: OFFER });
    expect((await option()).checked).toBe(false);
    const part = screen.getByRole('region', { name: 'All columns' });
    expect(part).toHaveAttribute('aria-busy', 'false');
    expect(part.textContent).toContain(
      'Sorts leads better: on leads that it had not seen, the best tenth converts at 46% instead of 39%.',
    );
    expect(part.textContent).toContain('Rules on platforms don’t use it.');
    expect(
      within(part)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Created (hour)', 'Country']);
    expect(part.textContent).toContain(
      'Not used, since they know the outcome or may be known only later: Invoice.',
    );
  });

  test('are not offered where they are not better, and the reason is said', async () => {
    const { unmount } = renderValues({ model: REFUSED });
    expect(await screen.findByText(/All columns of the file together were not better/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Use all columns' })).toBeNull();
    unmount();
    renderValues({ model: { isOffered: false, why: 'few-conversions' } });
    expect(await screen.findByText(/With 200 conversions or more/)).toBeInTheDocument();
  });

  test('by value say what a lead of the best tenth is worth', async () => {
    const { model, leftOut } = OFFER;
    const bestTenth = { model: 46.1, attributes: 38.9 };
    const analysis: Analysis = { ...ANALYSIS, basis: 'value' };
    renderValues({ analysis, model: { isOffered: true, leftOut, model: { ...model, bestTenth } } });
    expect(
      await screen.findByText(/the best tenth is worth \$46\.10 per lead instead of \$38\.90/),
    ).toBeInTheDocument();
  });

  test.each([
    [
      { model: 0.938, attributes: 0.942 },
      { model: 0.12, attributes: 0.15 },
      /the worst half converts at 12% instead of 15%/,
    ],
    [
      { model: 0.942, attributes: 0.938 },
      { model: 0.151, attributes: 0.15 },
      /neither its best tenth nor its worst half tells/,
    ],
  ])('name the worst half where the best tenth is no better: %o, %o', async (bestTenth, worstHalf, words) => {
    const { model, leftOut } = OFFER;
    renderValues({ model: { isOffered: true, leftOut, model: { ...model, bestTenth, worstHalf } } });
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  test('once chosen, files and the function carry their values, and the lists say that they do not', async () => {
    const { user, thread, unmount } = renderValues({ model: OFFER });
    await thread.isAsked(1);
    expect(thread.asked[0]?.question).not.toMatchObject({ worth: { usesAllColumns: true } });
    await user.click(await option());
    await thread.isAsked(2);
    expect(thread.asked[1]?.question).toMatchObject({ worth: { usesAllColumns: true } });
    await user.click(button('Download leads with values'));
    expect(thread.asked[2]?.question).toMatchObject({ worth: { usesAllColumns: true } });
    await thread.answer(FILE);
    unmount();
    renderValues({ model: OFFER, usesAllColumns: true, part: 'look-up' });
    await waitFor(() => expect(button('Download JavaScript').disabled).toBe(false));
    await user.click(button('Download JavaScript'));
    const code = await downloads.at(-1)?.blob.text();
    expect(code).toContain(`leadValue({ "Country": '...', "Created (hour)": '...' })`);
    const part = screen.getByRole('region', { name: 'Look-up for the form' });
    expect(part.textContent?.match(/It stays with the combinations of your attributes\./g)).toHaveLength(2);
  });

  test('while nobody knows whether they are still offered, no file can be made with the choice', async () => {
    const waiting = new Promise<never>(() => {});
    const { thread, unmount } = renderValues({ model: waiting, usesAllColumns: true });
    expect(screen.getByRole('region', { name: 'All columns' })).toHaveAttribute('aria-busy', 'true');
    expect(button('Download leads with values').disabled).toBe(true);
    expect(thread.asked).toEqual([]);
    unmount();
    renderValues({ model: waiting, usesAllColumns: true, part: 'look-up' });
    for (const name of ['Copy', 'Download JavaScript'])
      expect([name, button(name).disabled]).toEqual([name, true]);
  });

  test('that could not be looked at can be asked for again, and values come from the combinations', async () => {
    const failing = Promise.reject<never>(new Error('out of memory'));
    const { thread } = renderValues({ model: failing, usesAllColumns: true });
    expect((await screen.findByRole('alert')).textContent).toContain('All columns could not be looked at');
    expect(button('Download leads with values').disabled).toBe(false);
    await thread.isAsked(1);
    expect(thread.asked[0]?.question).not.toMatchObject({ worth: { usesAllColumns: true } });
    expect(button('Try Again')).toBeInTheDocument();
  });
});

describe('an upload', () => {
  test('names code that could not be fetched', async () => {
    const { thread } = renderValues();
    await thread.isAsked(1);
    await thread.fail(new PartMissing());
    expect(screen.getByRole('alert').textContent).toContain(PART_MISSING);
  });

  test('says why leads that the conversion action does not count are left out', async () => {
    const { thread } = renderValues({ choices: { ...CHOICES, action: 'converted-leads' } });
    await thread.isAsked(1);
    expect(thread.asked[0]?.question).toMatchObject({ action: 'converted-leads', worth: { base: 100 } });
    await thread.answer({ ...UPLOAD, dropped: [{ reason: 'not-converted', leads: 796 }] });
    expect(
      screen.getByRole('row', {
        name: '796 Not converted: your ad account counts only customers',
      }),
    ).toBeInTheDocument();
  });

  test.each([
    ['Qualified lead', true],
    ['qualified_lead', true],
    ['Unqualified lead', false],
    ['New lead', false],
  ])(
    'a conversion that is named as converted leads are, with all leads in the file: %s, %s',
    async (name, warns) => {
      const context = { ...CONTEXT, qualifiedValues: ['1', 'Qualified'] };
      const form = { kind: 'google-clicks', conversions: { 'Conversion name': name } } as const;
      const { unmount } = renderValues({ context, form });
      expect(
        screen.queryByText(/holds the converted status “Qualified”, but this file has all leads/) !== null,
      ).toBe(warns);
      unmount();
      renderValues({ context, form, choices: { ...CHOICES, action: 'converted-leads' } });
      expect(screen.queryByText(/holds the converted status/)).toBeNull();
    },
  );

  test('shows the guessed columns, what becomes of the leads, and a preview', async () => {
    const { user, thread } = renderValues();
    expect(screen.getByRole('combobox', { name: /^Google Click ID/ }).textContent).toContain('gclid');
    expect(screen.getByRole('combobox', { name: 'Conversion time' }).textContent).toContain('Created At');
    await thread.isAsked(1);
    await thread.answer({ ...UPLOAD, dropped: [{ reason: 'left-out-status', leads: 5 }, ...UPLOAD.dropped] });
    expect(screen.getByText('1,204')).toBeInTheDocument();
    expect(screen.getByText(/of 2,005 leads are in the file/)).toBeInTheDocument();
    const reasons = within(screen.getByRole('table', { name: 'Left out' })).getAllByRole('row');
    expect(reasons.map((row) => row.textContent)).toEqual([
      '5Status left out in step 3',
      '700No click ID',
      '96Older than 90 days',
    ]);
    const preview = screen.getByRole('table', { name: 'First rows for Google Data Manager' });
    expect(
      within(preview)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Google Click IDConversion Value', 'Cj0KCQ-abc_112.50']);
    expect(screen.getByText('Hashed addresses are still personal data.')).toBeInTheDocument();
    // The name of the conversion is missing.
    expect(button('Download for Google Data Manager').disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Conversion name' }), 'Qualified lead');
    await waitFor(() => expect(thread.choices().conversionName).toBe('Qualified lead'));
    expect(button('Download for Google Data Manager').disabled).toBe(true);
    await thread.answer(UPLOAD);
    await user.click(button('Download for Google Data Manager'));
    expect(downloads.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^google_data_manager_\d{4}-\d\d-\d\d\.csv$/),
    ]);
    expect(screen.getByText(/^google_data_manager_.+ is downloaded\.$/)).toBeInTheDocument();
    const steps = screen.getByText('Next, in Google Ads:').nextElementSibling;
    expect(within(steps as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(1);
    // They belong to the file of these settings.
    await user.type(screen.getByRole('textbox', { name: 'Conversion name' }), 's');
    await waitFor(() => expect(thread.choices().conversionName).toBe('Qualified leads'));
    expect(screen.queryByText(/^Next, in|is downloaded/)).toBeNull();
    // Another file with the same leads.
    await thread.answer({ ...UPLOAD });
    expect(button('Download for Google Data Manager').disabled).toBe(false);
    expect(screen.queryByText(/^Next, in|is downloaded/)).toBeNull();
    await user.click(button('Download for Google Data Manager'));
    expect(screen.getByText('Next, in Google Ads:')).toBeInTheDocument();
    // And to the file of this platform.
    await user.click(button('Microsoft'));
    expect(screen.queryByText(/^Next, in/)).toBeNull();
  });

  test.each([
    ['rows', { taken: 300_000 }, { taken: 300_001 }],
    [
      'bytes',
      { blob: new Blob([new Uint8Array(20_000_000)]) },
      { blob: new Blob([new Uint8Array(20_000_001)]) },
    ],
  ])('for LinkedIn says its limits before, and of a file that has more %s', async (_, most, more) => {
    for (const [changes, times] of [
      [most, 0],
      [more, 1],
    ] as const) {
      const { thread, unmount } = renderValues({ form: { kind: 'linkedin' } });
      expect(screen.getByText(/LinkedIn takes at most 300,000 rows and 20 MB a file\./)).toBeInTheDocument();
      await thread.isAsked(1);
      await thread.answer({ ...UPLOAD, ...changes });
      expect(screen.queryAllByText(/^This file is too large for LinkedIn/)).toHaveLength(times);
      unmount();
    }
  });

  test.each([
    [
      'google-data-manager',
      'A new conversion action takes conversions only about 6 hours after it was made.',
    ],
    ['microsoft', /^A goal takes conversions 2 hours after it was made, and a click takes them 1 hour/],
  ] as const)(
    'for %s says how long a new conversion waits, and why Meta has no file',
    async (kind, waits) => {
      const { thread } = renderValues({ form: { kind } });
      expect(
        screen.getByText(/^There is no file for Meta: conversions reach it by its API/),
      ).toBeInTheDocument();
      await thread.isAsked(1);
      await thread.answer(UPLOAD);
      expect(screen.getByText(waits)).toBeInTheDocument();
      expect(screen.queryByText(/takes at most/)).toBeNull();
    },
  );

  test('asks what the account calls the conversion: a name for most files, a type of event for LinkedIn', async () => {
    const { user } = renderValues();
    const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Conversion name' });
    const isInvalid = (box: HTMLElement) => box.getAttribute('aria-invalid') === 'true';
    expect(isInvalid(name())).toBe(false);
    expect(screen.getByText('Enter the name of the conversion in your account.')).toBeInTheDocument();
    await user.type(name(), 'Won');
    expect(screen.getByText('Exactly as in your account.')).toBeInTheDocument();
    await user.click(button('LinkedIn'));
    const type = screen.getByRole<HTMLInputElement>('textbox', { name: 'Event type' });
    expect(type.value).toBe('LEAD');
    expect(screen.getByText('As LinkedIn names it, such as LEAD or QUALIFIED_LEAD.')).toBeInTheDocument();
    await user.clear(type);
    expect(isInvalid(type)).toBe(true);
    expect(screen.getByText('Enter a type of event.')).toBeInTheDocument();
    await user.click(button('Microsoft'));
    expect(name().value).toBe('Won');
  });

  test.each([
    [
      'linkedin',
      'No e-mail address, and no first and last name',
      'An e-mail address that cannot be read, and no first and last name',
    ],
    [
      'google-enhanced',
      'No e-mail address and no phone number',
      'An address that cannot be read, or a phone number that does not exist or lacks a country',
    ],
  ] as const)('speaks of phone numbers only where the file takes them: %s', async (kind, none, bad) => {
    const { thread } = renderValues({ form: { kind } });
    await thread.isAsked(1);
    const dropped = [
      { reason: 'no-address', leads: 3 },
      { reason: 'bad-address', leads: 2 },
    ] as const;
    await thread.answer({ ...UPLOAD, dropped });
    expect(screen.getByRole('row', { name: `3 ${none}` })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: `2 ${bad}` })).toBeInTheDocument();
  });

  test('for LinkedIn takes the person from columns that are guessed, and says what is given as it is', async () => {
    const headers = [
      'Status',
      'Email',
      'First Name',
      'Last Name',
      'Company',
      'Job Title',
      'Country',
      'Created At',
    ];
    const { user, thread } = renderValues({ headers, form: { kind: 'linkedin', columns: { country: 6 } } });
    await thread.isAsked(1);
    expect(thread.choices().columns).toMatchObject({
      firstName: 2,
      lastName: 3,
      company: 4,
      jobTitle: 5,
      country: 6,
    });
    expect(screen.getByText(/Names, company, job title and country stay as they are/)).toBeInTheDocument();
    await thread.answer({
      ...UPLOAD,
      takenWithout: { ...UPLOAD.takenWithout, name: 3, work: 2, country: 1 },
    });
    expect(screen.getByText('Names and hashed addresses are personal data.')).toBeInTheDocument();
    expect(screen.getByText(/^3 kept without the name: .*at most 35 characters each/)).toBeInTheDocument();
    expect(screen.getByText(/^2 kept without company or job title/)).toBeInTheDocument();
    expect(screen.getByText(/^1 kept without the country/)).toBeInTheDocument();
    await choose(user, 'Job title', 'None');
    await waitFor(() => expect(thread.choices().columns.jobTitle).toBeNull());
    await user.click(button('Microsoft'));
    expect(screen.queryByRole('combobox', { name: 'First name' })).toBeNull();
  });

  test('states no consent unless it is chosen once for all, and guesses the zone', async () => {
    const { user, thread } = renderValues({ form: { kind: 'google-clicks' } });
    await thread.isAsked(1);
    expect(thread.choices()).toMatchObject({
      timeZone: DEVICE_ZONE,
      adUserData: null,
      adPersonalization: null,
    });
    expect(screen.getByText(/^Guessed from this device\. Please check/)).toBeInTheDocument();
    await choose(user, 'Time zone of the times', /^Africa\/Abidjan/);
    expect(screen.queryByText(/^Guessed from this device/)).toBeNull();
    await choose(user, 'Time zone of the times', new RegExp(`^${DEVICE_ZONE}`));
    // It is a choice now, and no guess.
    expect(screen.queryByText(/^Guessed from this device/)).toBeNull();
    await choose(user, 'Time zone of the times', /^Africa\/Abidjan/);
    await choose(user, 'Consent, all leads', 'Granted');
    await waitFor(() =>
      expect(thread.choices()).toMatchObject({
        timeZone: 'Africa/Abidjan',
        adUserData: 'Granted',
        adPersonalization: 'Granted',
      }),
    );
    await user.click(button('Microsoft'));
    await waitFor(() => expect(thread.choices()).toMatchObject({ kind: 'microsoft', adUserData: null }));
  });

  test('hides the fields that the leads settle, and shows them again where a lead asks for them', async () => {
    const { user, thread } = renderValues();
    const fields = () =>
      [/^Time zone/, /^Country of the phone/, /^Consent/].map(
        (name) => screen.queryByRole('combobox', { name }) !== null,
      );
    expect(fields()).toEqual([true, true, true]);
    await thread.isAsked(1);
    await thread.answer({ ...UPLOAD, leftOpen: ['phoneCountry'] });
    expect(fields()).toEqual([false, true, false]);
    await choose(user, 'Conversion time', /^Note/);
    // While the leads are checked again, the last answer stands.
    expect(fields()).toEqual([false, true, false]);
    await thread.isAsked(2);
    await thread.answer({ ...UPLOAD, leftOpen: ['zone', 'consent'] });
    expect(fields()).toEqual([true, false, true]);
  });

  test('takes times for UTC where their header says so, without asking', async () => {
    const { thread } = renderValues({ headers: ['Email', 'Submit Date (UTC)'] });
    await thread.isAsked(1);
    expect(thread.choices()).toMatchObject({ columns: { time: 1 }, timeZone: 'UTC' });
    await thread.answer(UPLOAD);
    expect(screen.queryByRole('combobox', { name: /^Time zone/ })).toBeNull();
  });

  test('says beside the columns that GBRAID and WBRAID are not for every conversion action', async () => {
    const { user } = renderValues();
    const hint = /^Not for a conversion action that counts ‘One’/;
    expect(screen.getAllByText(hint)).toHaveLength(1);
    expect(screen.queryByRole('combobox', { name: 'WBRAID' })).toBeNull();
    await user.click(screen.getByText(/^More fields/));
    await choose(user, 'WBRAID', /^Note/);
    expect(screen.getAllByText(hint)).toHaveLength(2);
    await user.click(button('Microsoft'));
    expect(screen.queryByText(hint)).toBeNull();
  });

  test('says how many leads Google ignores for want of consent, and what is not used of others', async () => {
    const { thread } = renderValues();
    await thread.isAsked(1);
    await thread.answer({
      ...UPLOAD,
      takenWithout: { ...UPLOAD.takenWithout, braid: 12 },
      lackingConsent: { known: 1070, unknown: 1 },
    });
    const rule =
      'Google does not use leads from the EEA, the UK and Switzerland without ‘Granted’ for Ad User Data';
    expect(screen.getByText(/^12 kept without a GBRAID or WBRAID/)).toBeInTheDocument();
    expect(
      screen.getByText(new RegExp(`${rule}: 1,070 in this file. 1 more has no ‘Granted’`)),
    ).toBeInTheDocument();
  });

  test('without a column of countries says the rule on consent without a count, and asks for the country', async () => {
    const { user, thread } = renderValues({
      headers: [...UPLOAD_HEADERS, 'Country'],
      form: { columns: { country: UPLOAD_HEADERS.length } },
    });
    await thread.isAsked(1);
    await thread.answer({ ...UPLOAD, lackingConsent: { known: 0, unknown: 1204 } });
    expect(
      screen.getByText(/without ‘Granted’ for Ad User Data\. 1,204 have no ‘Granted’ and no country/),
    ).toBeInTheDocument();
    expect(thread.choices()).toMatchObject({
      phoneCountry: null,
      columns: { country: UPLOAD_HEADERS.length },
    });
    await user.click(
      screen.getByRole('combobox', { name: 'Country of the phone numbers, where the column is empty' }),
    );
    await user.keyboard('Norway');
    await user.click(await screen.findByRole('option', { name: 'Norway' }));
    await waitFor(() => expect(thread.choices().phoneCountry).toBe('NO'));
    await choose(user, 'Country of the person', 'None');
    await waitFor(() => expect(thread.choices().columns.country).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Country of the phone numbers' })).toBeInTheDocument();
  });

  test('takes a column that the visitor chooses in place of the guess, or none', async () => {
    const { user, thread } = renderValues({
      headers: ['Status', 'msclkid', 'Created At', 'Note'],
      form: { kind: 'microsoft' },
    });
    await thread.isAsked(1);
    expect(thread.choices().columns.msclkid).toBe(1);
    await choose(user, /^Microsoft Click ID/, /^Note/);
    await waitFor(() => expect(thread.choices().columns.msclkid).toBe(3));
    await choose(user, /^Microsoft Click ID/, 'None');
    expect(screen.getByText(/^Choose a column that names the click or the person/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Download for/ })).toBeNull();
  });

  test('remembers the columns that were chosen for a file with the same headers, by their names', async () => {
    const headers = ['Status', 'msclkid', 'Created At', 'Note'];
    const form = { kind: 'microsoft' } as const;
    const { user, thread, unmount } = renderValues({ headers, form });
    await thread.isAsked(1);
    await choose(user, /^Microsoft Click ID/, /^Note/);
    await waitFor(() => expect(thread.choices().columns.msclkid).toBe(3));
    unmount();
    const next = renderValues({ headers: ['Note', ...headers.filter((name) => name !== 'Note')], form });
    await next.thread.isAsked(1);
    expect(next.thread.choices().columns).toMatchObject({ msclkid: 0, time: 3 });
    next.unmount();
    const other = renderValues({ headers: [...headers, 'More'], form });
    await other.thread.isAsked(1);
    expect(other.thread.choices().columns.msclkid).toBe(1);
  });

  test('says at which second leads without a time of day count, and leaves them out where the visitor wants that', async () => {
    const { user, thread } = renderValues({ form: { timeZone: 'Europe/Berlin' } });
    await thread.isAsked(1);
    const leaveOut = { name: 'Leave out leads without a time of day' };
    await thread.answer(UPLOAD);
    expect(screen.queryByRole('checkbox', leaveOut)).toBeNull();
    await choose(user, 'Google Click ID (gclid)', 'None');
    await thread.isAsked(2);
    await thread.answer({ ...UPLOAD, atDayEnd: 1184, dropped: [{ reason: 'today', leads: 3 }] });
    expect(
      screen.getByText(
        '1,184 of them have no time of day, and count at 23:59:59 of the day in Europe/Berlin.',
      ),
    ).toBeInTheDocument();
    expect(screen.getByText('Of today, without a time of day: upload tomorrow')).toBeInTheDocument();
    expect(thread.choices()).toMatchObject({ dropsDays: false });
    await user.click(screen.getByRole('checkbox', leaveOut));
    await thread.isAsked(3);
    expect(thread.choices()).toMatchObject({ dropsDays: true });
    await thread.answer({ ...UPLOAD, dropped: [{ reason: 'no-time', leads: 1187 }] });
    expect(screen.queryByText(/23:59:59/)).toBeNull();
    expect(screen.getByRole('checkbox', leaveOut)).toBeChecked();
  });

  test('of a file without such columns asks for them, and asks the thread nothing', async () => {
    const { thread } = renderValues({ headers: ['Status', 'Source', 'Created'], form: { kind: 'linkedin' } });
    expect(screen.getByText(/^Choose a column that names the click or the person/)).toBeInTheDocument();
    const withTime = renderValues({ headers: ['Status', 'Email'], form: { kind: 'linkedin' } });
    expect(screen.getByText(/^Choose the column with the time of the conversion/)).toBeInTheDocument();
    expect([...thread.asked, ...withTime.thread.asked]).toEqual([]);
  });

  test('is asked for once where choices change quickly, and the earlier question is cancelled', async () => {
    const { user, thread } = renderValues({ form: { kind: 'microsoft' }, takesPauses: true });
    await thread.isAsked(1);
    await user.type(screen.getByRole('textbox', { name: 'Conversion name' }), 'Lead');
    await thread.isAsked(2);
    expect(thread.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(thread.choices().conversionName).toBe('Lead');
  });

  test('of many leads shows its progress and can be cancelled', async () => {
    const { user, thread } = renderValues({ form: { kind: 'microsoft' } });
    await thread.isAsked(1);
    thread.progress(2000, 100_000);
    expect(screen.getByText('2,000 of 100,000 leads')).toBeInTheDocument();
    await user.click(button('Cancel'));
    expect(thread.asked[0]?.signal.aborted).toBe(true);
    await user.click(button('Check Again'));
    await thread.isAsked(2);
    await thread.fail();
    await user.click(button('Try Again'));
    await thread.isAsked(3);
    await thread.answer(UPLOAD);
    expect(screen.getByText('1,204')).toBeInTheDocument();
  });

  test('without a lead that the platform takes cannot be downloaded', async () => {
    const { thread } = renderValues({ form: { conversions: { 'Conversion name': 'Lead' } } });
    await thread.isAsked(1);
    await thread.answer({ ...UPLOAD, taken: 0, preview: [] });
    expect(button('Download for Google Data Manager').disabled).toBe(true);
    expect(screen.getByText('No lead can be uploaded as it is.')).toBeInTheDocument();
  });

  test.each([
    ['in step 2', { source: 'EUR, from the column “Currency”', isFixed: true }],
    ['under Analysis Controls', { source: null, isFixed: false }],
  ])('has the currency of the results, which is changed %s only', async (where, part) => {
    const { thread } = renderValues({
      analysis: { ...ANALYSIS, settings: { ...ANALYSIS.settings, currency: 'EUR' } },
      currencyNote: { isOfTyped: false, others: 0, ...part },
    });
    await thread.isAsked(1);
    expect(thread.choices().currency).toBe('EUR');
    const shown = screen.getByText('Currency').parentElement;
    expect(shown?.textContent).toBe(
      `CurrencyEUR${part.source ?? 'That of the results'}. Change it ${where}.`,
    );
    expect(shown && within(shown).queryByRole('textbox')).toBeNull();
  });

  test('asks how dates are written only where several ways fit', async () => {
    const { user, thread } = renderValues({ form: { kind: 'microsoft' } });
    await thread.isAsked(1);
    await thread.answer(UPLOAD);
    expect(screen.queryByRole('combobox', { name: 'Dates are written' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Conversion name' }), 'x');
    await thread.isAsked(2);
    await thread.answer({ ...UPLOAD, dateFormats: ['month-first', 'day-first'] });
    await choose(user, 'Dates are written', /^Day first/);
    await waitFor(() => expect(thread.choices().dateFormat).toBe('day-first'));
  });
});

describe('the look-up for the form', () => {
  test('is there without leads too, and downloads three files', async () => {
    const { user } = renderValues({ part: 'look-up', hasNoLeads: true });
    expect(screen.queryByRole('button', { name: 'Download leads with values' })).toBeNull();
    await user.click(button('Download JavaScript'));
    await user.click(button('Download JSON'));
    await user.click(button('Download sheet'));
    expect(downloads.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
      'lead_value_lookup_day.js',
      'lead_value_lookup_day.json',
      'lead_value_lookup_day.csv',
    ]);
    await user.click(button('Copy'));
    expect(await navigator.clipboard.readText()).toContain('function leadValue(');
  });

  test('the sheet follows the format that was chosen for CSV files', async () => {
    chooseExportFormat('semicolon');
    onTestFinished(() => chooseExportFormat('comma'));
    const { user } = renderValues({ part: 'look-up', hasNoLeads: true });
    await user.click(button('Download sheet'));
    const [titles, first] = (await downloads[0]!.blob.text()).split('\r\n'); // just downloaded
    expect(titles).toBe('Key;Lead Value;Currency');
    expect(first).toMatch(/^[^;]+;\d+,\d+;USD$/);
  });

  test('says which name stands for a date', () => {
    const dates = { preset: 'month', format: 'iso' } as const;
    renderValues({
      part: 'look-up',
      context: {
        ...CONTEXT,
        attributes: [
          { field: 'Source', ranges: null, mapping: new Map([['(Blank)', 'Ads']]), dates },
          { field: 'Device', ranges: null, mapping: new Map() },
        ],
      },
    });
    const part = screen.getByRole('region', { name: 'Look-up for the form' });
    expect(part.textContent).toContain('Source takes the month, such as “Email”, in place of the date.');
    expect(part.textContent).not.toContain('Device takes');
  });
});
