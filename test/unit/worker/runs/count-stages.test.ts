import { afterEach, expect, test, vi } from 'vitest';
import type { Configuration } from '#contract/configuration.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { choicesOf, contextOf, planOf } from '#frontend/choices/list.ts';
import { askStages } from '#frontend/features/results/ask-rows.ts';
import { measureStoredStages } from '#frontend/features/saved/stored-stages.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { countFile } from '#worker/runs/count-file.ts';
import { packVersion } from '#worker/runs/pack-version.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { SAME_YEAR, savedAs } from '#test/support/same-figures.ts';
import { stagesBesideOutcome, stagesOfStatus, stagesWithDates } from '#test/support/staged-exports.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** After the newest lead of the files. */
const NOVEMBER = Date.UTC(SAME_YEAR, 10, 10);
/** Later days of the files are planned ones. */
const JULY = Date.UTC(SAME_YEAR, 6, 10);

const base = { notQualifiedValues: [], valueMappings: {}, binningConfig: {} };
const HUBSPOT: Configuration = {
  ...base,
  statusColumn: 'Lifecycle Stage',
  attributeColumns: ['Source'],
  qualifiedValues: ['Sales Qualified Lead', 'Customer'],
};
const PIPEDRIVE: Configuration = {
  ...base,
  statusColumn: 'Deal - Status',
  attributeColumns: ['Deal - Source'],
  qualifiedValues: ['Won'],
};
const AMOUNTS = { worth: { kind: 'column', column: 'Amount', numberFormat: 'plain' } } as const;

/** 'Deal - Stage' put into another order, with a stage that no file has. */
const ORDERED: Configuration['stages'] = {
  plan: {
    shape: {
      kind: 'beside-outcome',
      column: 'Deal - Stage',
      stages: ['Qualified', 'Proposal Made', 'Gone', 'Demo Scheduled'],
    },
    statusColumn: 'Deal - Status',
    won: ['Won'],
    open: ['Open'],
    wonColumn: 'Deal - Won time',
    isWonByColumn: false,
    lostColumn: null,
  },
};

interface Case {
  name: string;
  csv: string;
  configuration: Configuration;
  thresholdPercent?: number;
  today?: number;
  /** The stages; null where none are stored. */
  names: readonly string[] | null;
}

const DATED = [
  'Lead',
  'Became a marketing qualified lead date',
  'Became a sales qualified lead date',
  'Customer',
];
const CASES: readonly Case[] = [
  { name: 'with one date per stage', csv: stagesWithDates(), configuration: HUBSPOT, names: DATED },
  {
    name: 'with amounts by conversions, a typed share, a margin and a threshold',
    csv: stagesWithDates(),
    configuration: { ...HUBSPOT, ...AMOUNTS, basis: 'conversions', stages: { share: 0.4, margin: 0.3 } },
    thresholdPercent: 40,
    names: DATED,
  },
  {
    name: 'without young and open leads, which belong to the stages',
    csv: stagesWithDates(),
    configuration: {
      ...HUBSPOT,
      ...AMOUNTS,
      leftOutStatuses: ['Lead'],
      dateFilter: { column: 'Create Date', format: 'iso', from: null, to: null, youngerThanDays: 60 },
    },
    names: DATED,
  },
  {
    name: 'with days to come',
    csv: stagesWithDates(),
    configuration: { ...HUBSPOT, ...AMOUNTS },
    today: JULY,
    names: DATED,
  },
  {
    name: 'with yes and no per stage, and a typed amount',
    csv: stagesWithDates().replaceAll(
      /,(\d{4}-\d\d-\d\d)?,(\d{4}-\d\d-\d\d)?,(\d{4}-\d\d-\d\d)?,(\d*)$/gm,
      (_, ...cells) => [...cells.slice(0, 3).map((cell?: string) => (cell ? ',yes' : ',no')), ','].join(''),
    ),
    configuration: { ...HUBSPOT, stages: { amount: 900 } },
    names: DATED,
  },
  {
    name: 'with a stage beside the outcome',
    csv: stagesBesideOutcome(),
    configuration: {
      ...PIPEDRIVE,
      worth: { kind: 'column', column: 'Deal - Value', numberFormat: 'plain' },
      basis: 'value',
    },
    names: ['Qualified', 'Demo Scheduled', 'Proposal Made', 'Won'],
  },
  {
    name: 'in the order that its owner has made',
    csv: stagesBesideOutcome(),
    configuration: { ...PIPEDRIVE, stages: ORDERED },
    names: ['Qualified', 'Proposal Made', 'Demo Scheduled', 'Won'],
  },
  {
    name: 'with a stage that came since then',
    csv: `${stagesBesideOutcome()}\n${'Fair,Lost,Negotiation,2026-05-01,,10\n'.repeat(40)}`,
    configuration: { ...PIPEDRIVE, stages: ORDERED },
    names: ['Qualified', 'Proposal Made', 'Negotiation', 'Demo Scheduled', 'Won'],
  },
  {
    name: 'of many duplicates, whose labels are at most Test',
    csv: `${stagesBesideOutcome()}\n${stagesBesideOutcome().split('\n').slice(1).join('\n')}`,
    configuration: PIPEDRIVE,
    names: ['Qualified', 'Demo Scheduled', 'Proposal Made', 'Won'],
  },
  {
    name: 'with one status column',
    csv: stagesOfStatus(),
    configuration: { ...PIPEDRIVE, statusColumn: 'Status', attributeColumns: ['Source'] },
    names: null,
  },
  {
    name: 'without its column of stages',
    csv: stagesBesideOutcome().replaceAll(/^([^,]*),([^,]*),[^,]*,/gm, '$1,$2,'),
    configuration: { ...PIPEDRIVE, stages: ORDERED },
    names: null,
  },
  {
    name: 'whose column of stages has another name by now',
    csv: stagesBesideOutcome().replace('Deal - Stage', 'Pipeline step'),
    configuration: { ...PIPEDRIVE, stages: ORDERED },
    names: ['Qualified', 'Demo Scheduled', 'Proposal Made', 'Won'],
  },
];

const savedOf = ({ name, configuration, thresholdPercent = 10 }: Case) => ({
  ...savedAs({ name, configuration, csv: () => '', digest: '' }),
  settings: { conversionValue: 100, thresholdPercent },
});

/** The stages as the page saves them of the file, opened with the settings of the analysis. */
async function savedByPage(one: Case): Promise<StoredStageFigures | null> {
  vi.useFakeTimers({ now: one.today ?? NOVEMBER, toFake: ['Date'] });
  stubBrowserThread();
  const thread = createLeadThread();
  const file = new File([one.csv], 'leads.csv');
  const quietly = { onProgress: () => {}, signal: new AbortController().signal };
  const opened = await thread.ask('open', { file, options: {} }, quietly);
  const kept = keptSettingsOf(savedOf(one));
  if (!opened.ok || !kept) throw new Error('The file was not opened');
  const { headers } = opened.value;
  const details = await Promise.all(
    columnsToFit(kept, headers).map(({ column, numberFormat }) =>
      thread.ask('describeColumn', { column, numberFormat }),
    ),
  );
  const fitted = fitSettings(kept, headers, new Map(details.map((detail) => [detail.index, detail])));
  const choices = { ...choicesOf(fitted.choices, fitted.settings), file: opened.value };
  const plan = planOf(choices);
  if (!plan) throw new Error('The choices do not fit');
  const stages = await measureStoredStages({
    stages: { chosen: choices.stages, headers, onChange: () => {}, ask: askStages(thread, plan) },
    context: contextOf(choices, { plan, converted: one.configuration.qualifiedValues }),
    settings: fitted.settings,
  });
  thread.close();
  return stages;
}

test.each(CASES)(
  'a version has the stages that the page saves of a file $name, to the last bit',
  async (one) => {
    const own = await savedByPage(one);
    expect(own?.names ?? null).toEqual(one.names);
    const { measurement, stages, toEnter } = await countFile({
      pieces: [new TextEncoder().encode(one.csv)],
      saved: savedOf(one),
      year: SAME_YEAR,
      today: one.today ?? NOVEMBER,
    });
    expect(stages).toEqual(own);
    const { figures } = packVersion(measurement, 10, { toEnter, stages });
    expect((JSON.parse(figures) as { stages?: StoredStageFigures }).stages ?? null).toEqual(own); // as it was packed
  },
);

test('the files tell what the figures depend on', async () => {
  const own: (StoredStageFigures | null)[] = [];
  for (const one of CASES.slice(0, 4)) own.push(await savedByPage(one));
  const [plain, , settled, planned] = own;
  expect(plain?.stages[1]?.chance.kind).toBe('known');
  expect(plain?.stages[1]?.value).toBeNull();
  expect(settled?.stages[1]?.value?.amount).toBeGreaterThan(100);
  expect(settled?.stages.map(({ reached }) => reached)).toEqual(plain?.stages.map(({ reached }) => reached));
  expect(planned?.stages[1]?.volume).not.toEqual(settled?.stages[1]?.volume);
  expect(plain?.segments.some(({ label }) => label === 'Use')).toBe(true);
});
