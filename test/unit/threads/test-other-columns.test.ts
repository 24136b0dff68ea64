import { afterEach, describe, expect, test, vi } from 'vitest';
import { bestSplit } from '#frontend/analysis/measure/best-split.ts';
import type { Range, RangeOrigin } from '#frontend/analysis/counts/binning.ts';
import { NO_DATES, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { planLoaded } from '#frontend/counting/plan-loaded.ts';
import { createLoadedFile, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { testOtherColumns } from '#frontend/threads/leads/test-other-columns.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

/** 60 of 200 leads with 'a' and 36 of 200 with 'b' converted: Fisher's p, a sum of hypergeometric terms, is 0.0069. */
const GROUPS = [
  ['a', 'Won', 60],
  ['a', 'Lost', 140],
  ['b', 'Won', 36],
  ['b', 'Lost', 164],
] as const;

type Cell = (lead: { status: string; place: number; row: number }) => string;

/** Half of the leads of each group have each value, so that its p-value is 1. */
const tellsNothing: Cell = ({ place }) => (place % 2 === 0 ? 'x' : 'y');
/** Of the 400 leads 67 of 192 with 's' converted, and 29 of 208 with 't'. */
const tellsMuch: Cell = ({ status, place }) => (place % 10 < (status === 'Won' ? 7 : 4) ? 's' : 't');
const manyNoise = (count: number): Record<string, Cell> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Noise ${at}`, tellsNothing]));

function rowsOf(columns: Record<string, Cell>): string[][] {
  const rows = GROUPS.flatMap(([source, status, count]) =>
    Array.from({ length: count }, (_, place) => ({ source, status, place })),
  );
  return rows.map(({ source, ...lead }, row) => [
    lead.status,
    source,
    lead.status === 'Won' ? '100' : '',
    ...Object.values(columns).map((cell) => cell({ ...lead, row })),
  ]);
}

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
};

async function openFile(columns: Record<string, Cell>, rows = rowsOf(columns)) {
  stubBrowserThread();
  const thread = createLeadThread();
  const lines = [['Status', 'Source', 'Deal', ...Object.keys(columns)], ...rows].map((row) => row.join(','));
  const opened = await thread.ask(
    'open',
    { file: new File([lines.join('\n')], 'leads.csv'), options: {} },
    quietly,
  );
  expect(opened.ok).toBe(true);
  /** The measurement of a plan as the results show it, and without the other columns. */
  const measure = async (plan: Plan = PLAN) => {
    const [alone, others] = [await thread.ask('measure', plan), await thread.ask('testColumns', plan)];
    return { alone, others, beside: widenDiscoveries(alone, others) };
  };
  return { thread, measure };
}

const labelsOf = (measurement: Parameters<typeof judge>[0]) =>
  judge(measurement, SETTINGS)
    .segments.map(({ value, label }) => [value, label])
    .sort();

test('an attribute that is Use alone is not beside 20 columns that tell nothing', async () => {
  const { measure } = await openFile(manyNoise(20));
  const { alone, others, beside } = await measure();
  expect(labelsOf(alone)).toEqual([
    ['a', 'Use'],
    ['b', 'Use'],
  ]);
  expect(labelsOf(beside)).toEqual([
    ['a', 'Test'],
    ['b', 'Test'],
  ]);
  expect([...others.conversions]).toEqual(Array.from({ length: 40 }, () => 1));
  // Both segments have the second rank of 42 tests.
  const p = alone.figures.discoveryPValues[0]!;
  expect(p).toBeCloseTo(0.0069017542528, 10);
  for (const q of beside.figures.qValues) expect(q).toBeCloseTo((p * 42) / 2, 12);
});

test('nothing but q, labels and spreads changes by a bit', async () => {
  const { measure } = await openFile(manyNoise(20));
  const { alone, beside } = await measure();
  const { qValues: _, ...figures } = beside.figures;
  const { qValues: own, ...expected } = alone.figures;
  expect(figures).toEqual(expected);
  expect({ ...beside, figures: null, discoveries: null, spreads: undefined }).toEqual({
    ...alone,
    figures: null,
    discoveries: null,
    shownQValues: own,
  });
  expect(beside.discoveries).toEqual({ tested: 2, found: 2, all: { tested: 42, found: 0 } });
  expect([...own]).toEqual(Array.from(own, () => alone.figures.discoveryPValues[0]));
});

test('a strong other column never makes q smaller', async () => {
  const { measure } = await openFile({ Strong: tellsMuch, Stronger: tellsMuch });
  const { alone, others, beside } = await measure();
  expect(others.conversions).toHaveLength(4);
  for (const p of others.conversions) expect(p).toBeLessThan(1e-5);
  expect(beside.figures.qValues).toEqual(alone.figures.qValues);
});

test('attributes, amounts and columns that know the outcome are no other columns', async () => {
  const { measure } = await openFile({ Noise: tellsNothing, Strong: tellsMuch });
  // 'Deal' is filled with the outcome.
  expect((await measure()).others.conversions).toHaveLength(4);
  const both: Plan = {
    ...PLAN,
    attributes: [
      ...PLAN.attributes,
      { column: 3, field: 'Noise', ranges: null, mapping: new Map([['y', 'x']]) },
    ],
  };
  expect((await measure(both)).others.conversions).toHaveLength(2);
});

test('only the leads that count are tested', async () => {
  const columns = manyNoise(3);
  const open = Array.from({ length: 100 }, () => ['Open', 'a', '', 'x', 'x', 'x']);
  const { measure } = await openFile(columns, [...rowsOf(columns), ...open]);
  const leads = { ...NO_DATES, leftOutStatuses: new Set(['Open']) };
  expect([...(await measure({ ...PLAN, leads })).others.conversions]).toEqual(
    Array.from({ length: 6 }, () => 1),
  );
  for (const p of (await measure()).others.conversions) expect(p).toBeLessThan(1);
});

test('by value q counts the tests of amounts, and by conversions it is the same as without amounts', async () => {
  // The deals of 'x' are ten times as large as those of 'y', so the column tells much by value only.
  const columns = { ...manyNoise(20), Size: tellsNothing };
  const rows = rowsOf(columns).map(([status = '', source = '', deal = '', ...cells]) => [
    status,
    source,
    deal && (cells.at(-1) === 'x' ? '1000' : '100'),
    ...cells.slice(0, -1).map((_, at) => `${at}`),
    cells.at(-1) ?? '',
  ]);
  const { measure } = await openFile(columns, rows);
  const { alone, beside, others } = await measure({ ...PLAN, worth: { kind: 'column', column: 2 } });
  expect([...others.conversions]).toEqual([1, 1]);
  expect(others.value).toHaveLength(2);
  for (const p of others.value ?? []) expect(p).toBeLessThan(1e-6);
  const [q, qOfValue] = [beside.figures.qValues[0]!, beside.byValue!.figures.qValues[0]!];
  expect(q).toBeCloseTo((alone.figures.discoveryPValues[0]! * 4) / 2, 12);
  // The stronger column of amounts does not make it smaller.
  expect(qOfValue).toBe(alone.byValue!.figures.qValues[0]);
  expect((await measure()).beside.figures.qValues).toEqual(beside.figures.qValues);
});

test('other names of the values and other converted statuses have the tests that fit them', async () => {
  const { measure } = await openFile({ Strong: tellsMuch });
  const first = (await measure()).others.conversions;
  const named: Plan = {
    ...PLAN,
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map([['a', 'b']]) }],
  };
  expect((await measure(named)).others.conversions).toEqual(first);
  const other = { ...PLAN, qualified: new Set(['Unheard of']) };
  // Without conversions 'Deal' knows nothing.
  expect([...(await measure(other)).others.conversions]).toEqual([1, 1, 1, 1]);
  expect((await measure()).others.conversions).toEqual(first);
});

test.each([
  ['one thousand two hundred, or one and a fifth', '1.200', '1.300'],
  ['of two currencies', '€1,200.50', '$1,300.50'],
])(
  'a column of amounts that are %s is no other column, until it is no longer chosen',
  async (_, even, odd) => {
    const { measure } = await openFile({ Deals: ({ place }) => (place % 2 === 0 ? even : odd) });
    const worth = { kind: 'column', column: 3 } as const;
    const chosen = await measure({ ...PLAN, worth });
    expect(chosen.alone.byValue).toBeNull();
    expect(chosen.others.conversions).toHaveLength(0);
    expect((await measure()).others.conversions).toHaveLength(2);
    expect((await measure({ ...PLAN, worth })).others.conversions).toHaveLength(0);
  },
);

test('the leads that would tell are more beside other columns', async () => {
  // 14 of 40 leads: unclear, since p is above 0.05.
  const few: typeof PLAN = { ...PLAN, attributes: [{ ...PLAN.attributes[0]!, column: 3, field: 'Few' }] };
  const rare: Cell = ({ status, place }) => (place < (status === 'Won' ? 7 : 13) ? 'rare' : 'other');
  const { measure } = await openFile({ Few: rare, ...manyNoise(20) });
  const { alone, beside } = await measure(few);
  const [told, toldBeside] = [alone, beside].map((measurement) => {
    const analysis = judge(measurement, SETTINGS);
    return leadsToTell(
      analysis.segments.find(({ value }) => value === 'rare')!,
      analysis,
    );
  });
  expect(told).not.toBeNull();
  expect(toldBeside).toBeGreaterThan(told ?? Infinity);
});

/** A question about platform plans without its plan. */
const PLATFORMS = {
  basis: 'conversions',
  thresholdPercent: 10,
  choices: { kinds: ['location'], includesTests: false, isSpecialOffer: false },
} as const;

test('a platform plan leaves out a rule that is Test beside the other columns', async () => {
  const reasonsIn = async (columns: Record<string, Cell>) => {
    const { thread } = await openFile(columns);
    const plans = await thread.ask('planPlatforms', { plan: PLAN, ...PLATFORMS });
    return plans.google.leftOut.filter(({ value }) => value === 'a').map(({ reason }) => reason);
  };
  expect(await reasonsIn({})).not.toContain('test');
  expect(await reasonsIn(manyNoise(20))).toContain('test');
});

/** Amounts in every row, which tell nothing: each quarter of the leads of a group has one of four. */
const budget: Cell = ({ place }) => String(100 + (place % 4) * 50);

test.each([
  [6, 'Use'],
  [7, 'Test'],
])(
  'beside %i columns a rule is %s in the table and in the platform plan by conversions, whose column of amounts is no other column',
  async (count, label) => {
    const { thread, measure } = await openFile({ ...manyNoise(count), Budget: budget });
    const plan: Plan = { ...PLAN, worth: { kind: 'column', column: 3 + count } };
    const { beside } = await measure(plan);
    expect(beside.byValue).not.toBeNull();
    expect(labelsOf(beside)[0]).toEqual(['a', label]);
    const { google } = await thread.ask('planPlatforms', { plan, ...PLATFORMS });
    const reasons = google.leftOut.filter(({ value }) => value === 'a').map(({ reason }) => reason);
    expect(reasons.includes('test')).toBe(label === 'Test');
  },
);

test('a platform plan by conversions needs no tests but those of the table', async () => {
  const rows = rowsOf({ ...manyNoise(3), Budget: budget });
  const headers = ['Status', 'Source', 'Deal', 'Noise 0', 'Noise 1', 'Noise 2', 'Budget'];
  const file = createLoadedFile(new TextTable(headers, rows), 2026);
  const plan: Plan = { ...PLAN, worth: { kind: 'column', column: 6 } };
  const yieldToQuestions = vi.fn(async () => {});
  const testColumns = (asked: Plan) => testOtherColumns(asked, { loaded: () => file, yieldToQuestions });
  await testColumns(plan);
  yieldToQuestions.mockClear();
  await planLoaded(() => file, { plan, ...PLATFORMS }, testColumns);
  await testColumns(plan);
  expect(yieldToQuestions).not.toHaveBeenCalled();
});

test('the tests end with their file, and the next question begins them again', async () => {
  const columns = manyNoise(3);
  const bytes = new TextEncoder().encode(
    [['Status', 'Source', 'Deal', ...Object.keys(columns)], ...rowsOf(columns)]
      .map((row) => row.join(','))
      .join('\n'),
  );
  const read = await readCsv(bytes, {}, () => {});
  if (!read.ok) throw new Error(read.error.reason);
  const file = createLoadedFile(read.value.table, 2026);
  let looks = 0;
  const closing = () => {
    if (++looks > 4) throw new Error('No file is open');
    return file;
  };
  const ask = (loaded: () => LoadedFile) =>
    testOtherColumns(PLAN, { loaded, yieldToQuestions: async () => void loaded() });
  await expect(ask(closing)).rejects.toThrow('No file is open');
  expect(looks).toBe(5);
  const open = () => (looks++, file);
  const first = await ask(open);
  expect(first.conversions).toHaveLength(6);
  // Columns that have been tested are not tested again: the file is looked at once for the leads, and once for its duplicates.
  looks = 0;
  expect(await ask(open)).toEqual(first);
  expect(looks).toBe(2);
});

describe('labels are at most Test', () => {
  /** 400 leads; `count` of them have the e-mail address of the lead before. */
  const withRepeats = (count: number): Record<string, Cell> => ({
    Email: ({ row }) => `lead${row % 2 === 1 && row < 2 * count ? row - 1 : row}@example.com`,
  });

  test.each([
    [20, '5% of the leads', 'Use'],
    [21, 'more', 'Test'],
  ])('where %i duplicates are %s: %s', async (count, _share, label) => {
    const { measure, thread } = await openFile(withRepeats(count));
    expect((await thread.ask('checkFile', undefined)).duplicates?.leads).toBe(count);
    const { beside } = await measure();
    expect(labelsOf(beside)).toEqual([
      ['a', label],
      ['b', label],
    ]);
    expect(beside.figures.qValues).toEqual((await measure()).alone.figures.qValues);
  });

  const SCORES: Record<string, Cell> = { Score: ({ row }) => String(row < 200 ? row : row + 1) };
  const planOfScores = (ranges: readonly Range[], rangesBy?: RangeOrigin): Plan => ({
    ...PLAN,
    attributes: [{ column: 3, field: 'Score', ranges, mapping: new Map(), ...(rangesBy && { rangesBy }) }],
  });
  const halves = [
    { min: 0, max: 199, label: 'low' },
    { min: 199.01, max: null, label: 'high' },
  ];

  test('in ranges that the outcome chose, also after an edit, and not in others', async () => {
    const { measure } = await openFile(SCORES);
    const label = async (plan: Plan) => labelsOf((await measure(plan)).beside)[0]?.[1];
    expect(await label(planOfScores(halves))).toBe('Use');
    expect(await label(planOfScores(halves, 'best-split'))).toBe('Test');
  });

  test('not where the outcome has chosen no range', async () => {
    const { measure } = await openFile({ Score: tellsNothing });
    expect((await measure(planOfScores([], 'best-split'))).beside.limits).toBeUndefined();
    const noise = await openFile({ Score: ({ place }) => String(place % 2) });
    expect((await noise.measure(planOfScores([]))).beside.limits).toBeUndefined();
  });

  test('in the best split of an earlier release, which did not say so', async () => {
    // The first 200 leads have a, the others b. Of either, those that converted come first.
    const { measure, thread } = await openFile(SCORES);
    const { numeric } = await thread.ask('describeColumn', { column: 3 });
    const conversions = await thread.ask('countConversions', {
      column: 3,
      statusColumn: 0,
      qualified: PLAN.qualified,
    });
    const ranges = bestSplit(numeric!, conversions)!; // numbers, in the order of the cells
    expect(ranges.length).toBeGreaterThan(1);
    expect((await measure(planOfScores(ranges))).beside.limits?.splitFields).toEqual([0]);
    const named = ranges.map((range, at) => ({ ...range, label: `part ${at}` }));
    expect((await measure(planOfScores(named))).beside.limits).toBeUndefined();
    const oneNamed = ranges.map((range, at) => ({ ...range, label: at === 0 ? 'low' : '' }));
    expect((await measure(planOfScores(oneNamed))).beside.limits).toBeUndefined();
    const others = ranges.map((range) => ({ ...range, min: range.min && range.min + 1 }));
    expect((await measure(planOfScores(others))).beside.limits).toBeUndefined();
  });
});
