import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { StoredStages } from '#contract/configuration.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { valueStages } from '#frontend/analysis/uploads/stage-conversions.ts';
import { CorrectValues, EARLIER_FILES } from '#frontend/features/per-lead/correct-values.tsx';
import { UploadFiles } from '#frontend/features/per-lead/upload-files.tsx';
import { UPLOAD_FORM, type UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { StagesProvider } from '#frontend/features/stages/stages-run.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { UploadFile } from '#frontend/threads/leads/make-upload-file.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { skipWaits } from '#test/support/clock.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { uploadColumns } from '#test/support/upload-leads.ts';
import { catchDownloads } from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const ANALYSIS = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 100,
  thresholdPercent: 10,
});

const HEADERS = ['Status', 'Source', 'Created', 'MQL date', 'Won date', 'gclid', 'Email', 'Order ID'];

const PLAN: StagePlan = {
  shape: { kind: 'columns', stages: [{ column: 3, holds: 'dates' }] },
  statusColumn: 0,
  won: new Set(['Customer']),
  open: new Set(),
  wonColumn: 4,
  isWonByColumn: true,
  lostColumn: null,
};

/** The value of reaching a lead is not known; an MQL is worth 310, a customer 1,900 (the example of issue 48). */
const REACHED = [
  { name: 'Lead', reached: 600, worth: null },
  { name: 'MQL date', reached: 300, worth: 310 },
  { name: 'Customer', reached: 49, worth: 1900 },
];

type UploadQuestion = Parameters<LeadFiles['makeUploadFile']>[0];

/** The file of a thread, for leads of which 20 of each stage are taken. */
function fileFor({ stages }: UploadQuestion): UploadFile {
  const valued = stages && valueStages(REACHED.map(({ worth }, at) => ({ worth, action: stages.actions[at] ?? '' })), stages.kind); // oxfmt-ignore
  const counts = valued?.map((value, at) => ({
    ...REACHED[at]!,
    ...value,
    action: stages?.actions[at] ?? '',
    isAtLeast: false,
    taken: value.value === null ? 0 : 20,
    atLeadTime: at === 1 && value.value !== null ? 3 : 0,
  }));
  return {
    blob: new Blob(['the upload']),
    headings: ['Conversion Name'],
    preview: [['a']],
    dateFormats: ['iso'],
    taken: counts ? counts.reduce((sum, { taken }) => sum + taken, 0) : 12,
    dropped: [{ reason: 'too-old', leads: 100 }],
    takenWithout: { phone: 0, email: 0, consent: 0, braid: 0, name: 0, work: 0, country: 0 },
    lackingConsent: { known: 0, unknown: 0 },
    atDayEnd: 0,
    bareOrderIds: 0,
    leftOpen: [],
    ...(counts && { stages: counts }),
  };
}

function renderFiles({
  found = PLAN,
  chosen: first = {},
  form = {},
  isCorrecting = false,
}: {
  found?: StagePlan | null;
  chosen?: StoredStages;
  form?: Partial<UploadForm>;
  isCorrecting?: boolean;
} = {}) {
  skipWaits();
  const kept: StoredStages[] = [];
  const makeUploadFile = vi.fn(async (question: UploadQuestion) => fileFor(question));
  const makeCorrections = vi.fn<LeadFiles['makeCorrections']>(() => Promise.withResolvers<never>().promise);
  const nothing = () => Promise.reject(new Error('not asked in these tests'));
  const files: LeadFiles = {
    columns: uploadColumns(HEADERS),
    encoding: 'utf-8',
    fitModel: nothing,
    countReach: nothing,
    makeLeadsFile: nothing,
    makeUploadFile,
    makeCorrections,
    makeEvents: nothing,
    makeRowsFile: nothing,
  };
  const ask = { find: async () => found, measure: nothing };
  const begin = new Map<TabChoice<unknown>, unknown>([
    [UPLOAD_FORM, { ...UPLOAD_FORM.first, ...form }],
    [EARLIER_FILES, { files: [new File(['x'], 'sent.csv')], retractsGone: false }],
  ]);
  const parts = { choices: { action: 'every-lead' }, files, isHeld: false } as const;
  function Room() {
    const [chosen, onChange] = useState(first);
    const stages = useMemo(
      () => ({
        chosen,
        ask,
        headers: HEADERS,
        onChange: (next: StoredStages) => (kept.push(next), onChange(next)),
      }),
      [chosen],
    );
    return (
      <ShownRoom analysis={ANALYSIS} leadFiles={files} begin={begin} stages={stages}>
        <StagesProvider>
          {isCorrecting ? <CorrectValues {...parts} /> : <UploadFiles {...parts} />}
        </StagesProvider>
      </ShownRoom>
    );
  }
  render(<Room />);
  return { user: userEvent.setup(), makeUploadFile, makeCorrections, kept };
}

const perStage = () => screen.findByRole('button', { name: 'One per stage' });
const field = (name: string) => screen.getByRole('textbox', { name });
const download = () => screen.findByRole('button', { name: /^Download for/ });

describe('one conversion per stage', () => {
  test('stands beside one per lead, which holds until it is chosen', async () => {
    const { makeUploadFile } = renderFiles();
    expect(await perStage()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('button', { name: 'One per lead' })).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText(/of 112 leads are in the file$/)).toBeVisible();
    expect(field('Conversion name')).toBeVisible();
    expect(makeUploadFile.mock.lastCall?.[0]).not.toHaveProperty('stages');
  });

  test('is not offered where the file tells no stages', async () => {
    renderFiles({ found: null });
    expect(await screen.findByText(/of 112 leads are in the file$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'One per stage' })).toBeNull();
  });

  test('asks for a name per stage and for the value, keeps both, and makes the file', async () => {
    const { user, makeUploadFile, kept } = renderFiles();
    await user.click(await perStage());
    expect(screen.queryByRole('textbox', { name: 'Conversion name' })).toBeNull();
    expect(await screen.findByText('Enter the name of the conversion of at least one stage.')).toBeVisible();
    expect(await download()).toBeDisabled();
    await user.type(field('MQL date'), 'MQL');
    await user.type(field('Customer'), 'Deal');
    expect(await screen.findByText('300 leads, worth $310.00 each')).toBeVisible();
    expect(screen.getByText('600 leads. The file does not tell yet what they are worth: left out.')).toBeVisible(); // oxfmt-ignore
    expect(
      await screen.findByText(
        'Platforms add up all primary actions. A lead that becomes “MQL”, then “Deal”: $310.00 then $1,590.00 more, or $310.00 then $1,900.00.',
      ),
    ).toBeVisible();
    expect(screen.getByText('Choose the value of each conversion.')).toBeVisible();
    expect(await download()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'The increase over the stage before' }));
    await waitFor(async () => expect(await download()).toBeEnabled());
    expect(kept.at(-1)).toEqual({
      actions: [
        { stage: 'MQL date', action: 'MQL' },
        { stage: 'Customer', action: 'Deal' },
      ],
      sends: 'increase',
    });
    expect(makeUploadFile.mock.lastCall?.[0].stages).toEqual({
      plan: PLAN,
      actions: ['', 'MQL', 'Deal'],
      kind: 'increase',
      typedAmount: null,
      margin: 1,
    });
    await user.click(await download());
    expect(
      screen.getByText(/^Add the conversion action of each stage by itself, with a filter/),
    ).toBeVisible();
    expect(downloads.map(({ name }) => name)).toEqual([expect.stringMatching(/^google_data_manager_per_stage_\d{4}-\d\d-\d\d\.csv$/)]); // oxfmt-ignore
  });

  test('shows how many of each stage are in the file, at which value, and why others are not', async () => {
    const { user, makeUploadFile } = renderFiles({
      chosen: { actions: [{ stage: 'Lead', action: 'In' }, { stage: 'MQL date', action: 'MQL' }], sends: 'whole' }, // oxfmt-ignore
    });
    // Names were kept: nothing is asked again, and no file of leads was made before the stages were found.
    expect(await perStage()).toHaveAttribute('aria-pressed', 'true');
    const table = await screen.findByRole('table', { name: 'Conversions per stage' });
    for (const [question] of makeUploadFile.mock.calls) expect(question).toHaveProperty('stages');
    const rows = within(table).getAllByRole('row').map((row) => row.textContent); // oxfmt-ignore
    expect(rows).toEqual([
      'StageConversionValueIn the fileNote',
      'LeadIn–0 of 600No value is known yet: left out',
      'MQL dateMQL$310.0020 of 3003 at the time of the lead: the file has no day of the stage',
      'Customer––0 of 49No name: left out',
    ]);
    expect(screen.getByText(/of 120 conversions are in the file$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'One per lead' }));
    expect(await screen.findByText(/of 112 leads are in the file$/)).toBeVisible();
  });

  test('refuses one conversion for two stages', async () => {
    const { user } = renderFiles({ chosen: { sends: 'whole', actions: [{ stage: 'MQL date', action: 'Deal' }] } }); // oxfmt-ignore
    await perStage();
    await user.type(field('Customer'), ' Deal');
    expect(
      await screen.findByText('Two stages have the name “Deal”. Each needs a conversion of its own.'),
    ).toBeVisible();
    expect(await download()).toBeDisabled();
  });

  test('asks LinkedIn’s types of events apart from the names that are kept', async () => {
    const actions = [{ stage: 'MQL date', action: 'MQL' }];
    const { user, makeUploadFile, kept } = renderFiles({
      chosen: { sends: 'whole', actions },
      form: { kind: 'linkedin' },
    });
    await perStage();
    expect(screen.getByRole('group', { name: 'Event type of each stage' })).toBeVisible();
    await user.type(field('MQL date'), 'QUALIFIED_LEAD');
    await waitFor(() => expect(makeUploadFile.mock.lastCall?.[0].stages?.actions).toEqual(['', 'QUALIFIED_LEAD', ''])); // oxfmt-ignore
    expect(kept).toEqual([]);
  });

  test('takes the typed amount and margin of the stages', async () => {
    const { makeUploadFile } = renderFiles({
      chosen: {
        amount: 2000,
        margin: 0.5,
        sends: 'whole',
        actions: [{ stage: 'Customer', action: 'Deal' }],
      },
    });
    await screen.findByRole('table', { name: 'Conversions per stage' });
    expect(makeUploadFile.mock.lastCall?.[0].stages).toMatchObject({ typedAmount: 2000, margin: 0.5 });
  });

  test('compares earlier files by stage too', async () => {
    const { makeCorrections } = renderFiles({
      isCorrecting: true,
      form: { kind: 'linkedin' },
      chosen: { sends: 'whole', actions: [{ stage: 'Customer', action: 'Deal' }] },
    });
    await waitFor(
      () =>
      expect(makeCorrections.mock.lastCall?.[0].stages).toMatchObject({ kind: 'whole', actions: ['', '', 'Deal'] }), // oxfmt-ignore
    );
  });

  test('compares nothing while the value is not chosen', async () => {
    const { makeCorrections } = renderFiles({
      isCorrecting: true,
      chosen: { actions: [{ stage: 'Customer', action: 'Deal' }] },
    });
    expect(
      await screen.findByText(
        'Choose the value of each conversion. Corrections take both from the upload above.',
      ),
    ).toBeVisible();
    for (const [question] of makeCorrections.mock.calls) expect(question).not.toHaveProperty('stages');
  });
});
