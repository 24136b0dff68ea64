import { afterEach, expect, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import type { Configuration } from '#contract/configuration.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { choicesOf, contextOf, planOf } from '#frontend/choices/list.ts';
import { kindsOfFields } from '#frontend/choices/platforms.ts';
import { packRecord } from '#frontend/features/saved/pack-record.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { countFile } from '#worker/runs/count-file.ts';
import { packVersion } from '#worker/runs/pack-version.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { SAME_FILES, SAME_YEAR, savedAs } from '#test/support/same-figures.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** California, desktops and leads of many pages convert better; older leads more often; deals of Texas are large. */
function leadsOf(count: number): string[] {
  const states = ['CA', 'TX', 'NY', 'FL', 'ca'];
  return Array.from({ length: count }, (_, lead) => {
    const state = states[lead % 5] ?? '';
    const device = lead % 3 === 0 ? 'Desktop' : 'Mobile';
    const pages = 1 + ((lead * 11) % 40);
    const age = (lead * 13) % 200;
    const chance =
      2 +
      (state === 'CA' ? 4 : 0) +
      (device === 'Desktop' ? 3 : 0) +
      (pages > 20 ? 3 : 0) +
      (age > 60 ? 2 : 0);
    const isWon = (lead * 7) % 17 < chance;
    const status = isWon ? 'Won' : lead % 9 === 0 ? 'Open' : 'Lost';
    const amount = isWon
      ? String((state === 'TX' ? 300 : 100) + (device === 'Desktop' ? 150 : 0) + (lead % 50))
      : '';
    const created = new Date(Date.UTC(SAME_YEAR, 4, 1) - age * 86_400_000).toISOString().slice(0, 10);
    return `${status},${state},${device},${pages},Source ${lead % 4},${amount},${created},lead-${lead}@mail.test`;
  });
}
const csvOf = (rows: readonly string[]) =>
  ['Status,State,Device,Pages,Source,Amount,Created,E-mail', ...rows].join('\n');
const PLAIN = csvOf(leadsOf(6000));

const CHOICES = {
  statusColumn: 'Status',
  attributeColumns: ['State', 'Device', 'Pages'],
  qualifiedValues: ['Won'],
  notQualifiedValues: [],
  valueMappings: {},
  binningConfig: {
    Pages: {
      type: 'numeric',
      bins: [
        { min: 1, max: 20, label: '' },
        { min: 21, max: null, label: '' },
      ],
    },
  },
} satisfies Configuration;
const WORTH = { worth: { kind: 'column', column: 'Amount', numberFormat: 'plain' } } as const;
const YOUNG = { column: 'Created', format: 'iso', from: null, to: null, youngerThanDays: 60 } as const;

interface Case {
  name: string;
  csv?: string;
  configuration: Configuration;
  thresholdPercent?: number;
  /** How many values have something to enter. */
  entered: number | 'some';
}

const CASES: readonly Case[] = [
  { name: 'by conversions', configuration: CHOICES, entered: 'some' },
  { name: 'by value', configuration: { ...CHOICES, ...WORTH, basis: 'value' }, entered: 'some' },
  {
    name: 'by conversions, where leads have amounts',
    configuration: { ...CHOICES, ...WORTH, basis: 'conversions' },
    entered: 'some',
  },
  {
    name: 'by amounts of statuses',
    configuration: {
      ...CHOICES,
      worth: { kind: 'per-status', amounts: { Won: 100, Open: 20 } },
      basis: 'value',
    },
    entered: 'some',
  },
  {
    name: 'where only customers count, by value',
    configuration: { ...CHOICES, ...WORTH, basis: 'value', conversionAction: 'converted-leads' },
    entered: 'some',
  },
  {
    name: 'where only customers count, by conversions',
    configuration: { ...CHOICES, conversionAction: 'converted-leads' },
    entered: 0,
  },
  { name: 'without young leads', configuration: { ...CHOICES, dateFilter: YOUNG }, entered: 'some' },
  {
    name: 'without open leads, with other names',
    configuration: {
      ...CHOICES,
      leftOutStatuses: ['Open'],
      valueMappings: { State: { ca: 'CA', NY: 'East', FL: 'East' } },
    },
    entered: 'some',
  },
  {
    name: 'with ranges that the outcome chose',
    configuration: { ...CHOICES, rangeOrigins: { Pages: 'best-split' } },
    entered: 'some',
  },
  {
    name: 'with a threshold that nothing exceeds',
    configuration: CHOICES,
    thresholdPercent: 100,
    entered: 0,
  },
  {
    name: 'of attributes that no platform knows',
    configuration: { ...CHOICES, attributeColumns: ['Source', 'Pages'] },
    entered: 0,
  },
  {
    name: 'of an attribute whose kind its owner chose',
    configuration: {
      ...CHOICES,
      conditionKinds: { State: 'audience', Device: 'none', Gone: 'location' },
    },
    entered: 'some',
  },
  {
    name: 'of an attribute with a kind that no platform takes',
    configuration: {
      ...CHOICES,
      attributeColumns: ['State', 'Device'],
      binningConfig: {},
      conditionKinds: { State: 'none', Device: 'none' },
    },
    entered: 0,
  },
  {
    name: 'of rules labelled Test too',
    csv: csvOf(leadsOf(700)),
    configuration: { ...CHOICES, includesTests: true },
    entered: 'some',
  },
  {
    name: 'of an offer that is not special',
    configuration: { ...CHOICES, isSpecialOffer: false },
    entered: 'some',
  },
  {
    name: 'of a file with many duplicates, where pairs alone are entered',
    csv: csvOf([...leadsOf(6000), ...leadsOf(600)]),
    configuration: CHOICES,
    entered: 'some',
  },
  ...SAME_FILES.map(({ name, csv, configuration }, at): Case => ({
    name,
    csv: csv(),
    configuration,
    entered: at === 0 ? 'some' : 0,
  })),
];

const savedOf = ({ name, configuration, thresholdPercent = 10 }: Case) => ({
  ...savedAs({ name, configuration, csv: () => '', digest: '' }),
  settings: { conversionValue: 100, thresholdPercent },
});

/** To Enter as the page saves it of the file, opened with the settings of the analysis. */
async function savedByPage(one: Case): Promise<StoredToEnter[]> {
  vi.useFakeTimers({ now: new Date(SAME_YEAR, 5, 1), toFake: ['Date'] });
  stubBrowserThread();
  const thread = createLeadThread();
  const file = new File([one.csv ?? PLAIN], 'leads.csv');
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
  const [measured, others] = await Promise.all([
    thread.ask('measure', plan),
    thread.ask('testColumns', plan),
  ]);
  const packed = await packRecord({
    measurement: widenDiscoveries(measured, others),
    settings: fitted.settings,
    context: contextOf(choices, { plan, converted: ['Won'] }),
    listStatusValues: async () => [],
    apply: {
      choices: { ...choices.apply, kinds: kindsOfFields(choices, plan) },
      onChange: () => {},
      ask: (thresholdPercent, asked, action) =>
        thread.ask('planPlatforms', { plan, basis: choices.basis, thresholdPercent, choices: asked, action }),
    },
  });
  thread.close();
  if (!packed.ok) throw new Error(packed.error);
  const { analysisData } = JSON.parse(packed.value) as SaveAnalysis; // as it was packed
  return analysisData.toEnter ?? [];
}

test.each(CASES)('a version has the figures to enter that the page saves: $name', async (one) => {
  const own = await savedByPage(one);
  if (one.entered === 'some') expect(own.length).toBeGreaterThan(1);
  else expect(own).toHaveLength(one.entered);
  const pieces = [new TextEncoder().encode(one.csv ?? PLAIN)];
  const today = Date.UTC(SAME_YEAR, 5, 1);
  const { measurement, others, toEnter } = await countFile({
    pieces,
    saved: savedOf(one),
    year: SAME_YEAR,
    today,
  });
  expect(toEnter).toEqual(own);
  const { figures } = packVersion(widenDiscoveries(measurement, others), 10, { toEnter });
  expect((JSON.parse(figures) as SaveAnalysis['analysisData']).toEnter).toEqual(own); // as it was packed
});
