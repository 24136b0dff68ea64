import { afterEach, expect, test, vi } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { NO_DATES, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { measurePeriod } from '#frontend/analysis/over-time/period-figures.ts';
import { type OverTime, startOf, periodOf, type Unit } from '#frontend/analysis/over-time/over-time.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { createLeadThread, type LeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const DAY = 86_400_000;
const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const SETTINGS = { conversionValue: 80, thresholdPercent: 10 };
const HEADERS = ['Status', 'Source', 'Device', 'Created', 'Deal'];
const NEWEST = Date.UTC(2025, 5, 20);

/** 3,000 leads of 200 days in no order, some without a date, with amounts that no sum holds exactly. */
const random = createRandom(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * random())]!; // below the length
const ROWS = Object.freeze(
  Array.from({ length: 3000 }, () => {
    const source = pick(['Ads', 'Ads', 'Web', 'Mail']);
    const created = new Date(NEWEST - Math.floor(200 * random()) * DAY).toISOString().slice(0, 10);
    const isWon = random() < (source === 'Ads' ? 0.45 : 0.25);
    return [
      random() < 0.02 ? 'Open' : isWon ? 'Won' : 'Lost',
      source,
      pick(['Phone', 'Desk']),
      random() < 0.01 ? '' : created,
      isWon ? (1000 * random() ** 3 + 0.1).toFixed(3) : '',
    ];
  }),
);
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [
    { column: 1, field: 'Source', ranges: null, mapping: new Map([['Mail', 'E-mail']]) },
    { column: 2, field: 'Device', ranges: null, mapping: new Map() },
  ],
  leads: { ...NO_DATES, leftOutStatuses: new Set(['Open']), dateColumn: 3 },
};
const RULES = [
  { field: 0, value: 'Ads' },
  { field: 0, value: 'E-mail' },
  { field: 1, value: 'Desk' },
] as const;

async function openRows(rows: readonly (readonly string[])[]): Promise<LeadThread> {
  stubBrowserThread();
  const thread = createLeadThread();
  const file = new File([[HEADERS, ...rows].map((row) => row.join(',')).join('\n')], 'leads.csv');
  expect((await thread.ask('open', { file, options: {} }, quietly)).ok).toBe(true);
  return thread;
}

async function ask(plan: Plan, unit: Unit | null = null, rows = ROWS): Promise<OverTime> {
  const thread = await openRows(rows);
  const answer = await thread.ask('countPeriods', { plan, rules: RULES, unit });
  if (!answer) throw new Error('no dates');
  return answer;
}

const FIGURES = ['leads', 'conversions', 'conversionRate', 'lift', 'adjustedLift', 'interval'] as const;

/** The figures of the rules in an analysis. */
function figuresIn(measurement: Parameters<typeof judge>[0]) {
  const analysis = judge(measurement, SETTINGS);
  return RULES.map(({ field, value }) => {
    const segment = analysis.segments.find((other) => other.field === field && other.value === value);
    if (!segment) return null;
    return {
      ...Object.fromEntries(FIGURES.map((key) => [key, segment[key]])),
      leadValue: leadValueOf(segment, analysis.baselineLeadValue),
    };
  });
}

/** The figures of the rules in a period of the answer. */
function figuresAt({ parts, totals }: OverTime, at: number, basis: 'conversions' | 'value') {
  return parts.map((periods) => {
    const counts = { part: periods[at]!, total: totals[at]! }; // counts for each period
    const figures = measurePeriod(counts, { basis, settings: SETTINGS });
    if (figures.leads === 0) return null;
    return {
      ...Object.fromEntries(FIGURES.map((key) => [key, figures[key]])),
      leadValue: figures.leadValue,
    };
  });
}

const BY_VALUE: Plan = { ...PLAN, worth: { kind: 'column', column: 4 } };

test.each(['week', 'month', 'quarter'] as const)(
  'the figures of each %s equal an analysis of its days alone, to the last bit',
  async (unit) => {
    const overTime = await ask(PLAN, unit);
    const thread = await openRows(ROWS);
    expect(overTime.periods.length).toBeGreaterThan(2);
    for (const [at, { start }] of overTime.periods.entries()) {
      const to = startOf(periodOf(start, unit) + 1, unit) - DAY;
      const alone = await thread.ask('measure', { ...PLAN, leads: { ...PLAN.leads!, from: start, to } });
      expect(figuresAt(overTime, at, 'conversions')).toEqual(figuresIn(alone));
    }
  },
);

test('by value too, and so does a file with the leads of a period only', async () => {
  const overTime = await ask(BY_VALUE, 'month');
  for (const [at, { start }] of overTime.periods.slice(0, 3).entries()) {
    const month = new Date(start).toISOString().slice(0, 7);
    const thread = await openRows(ROWS.filter(([, , , created]) => created?.startsWith(month)));
    const { byValue } = await thread.ask('measure', BY_VALUE);
    expect(figuresAt(overTime, at, 'value')).toEqual(figuresIn(byValue!)); // these leads have amounts
  }
});

const LEADS = PLAN.leads!; // it has dates
const namesOf = ({ periods }: OverTime, isRipe: boolean) =>
  periods
    .filter((period) => period.isRipe === isRipe)
    .map(({ start }) => new Date(start).toISOString().slice(0, 7));

test('young leads are counted, in periods that are not ripe', async () => {
  const plan = { ...PLAN, leads: { ...LEADS, youngerThanDays: 20 } };
  const overTime = await ask(plan);
  // The newest lead is of 20 June: those up to 31 May are 20 days old.
  expect(overTime.cut).toEqual({ days: 20, isChosen: true });
  expect(namesOf(overTime, false)).toEqual(['2025-06']);
  expect(namesOf(await ask({ ...plan, leads: { ...LEADS, youngerThanDays: 21 } }), false)).toEqual([
    '2025-05',
    '2025-06',
  ]);
  const all = await ask(PLAN);
  expect(all.cut).toBeNull();
  expect(namesOf(all, false)).toEqual([]);
  expect(overTime.parts).toEqual(all.parts);
  expect(overTime.totals).toEqual(all.totals);
});

test('of leads that nobody left out, the young ones are found', async () => {
  // Of the leads of the last four weeks hardly any has converted.
  const rows = ROWS.map(([status = '', ...others]) => {
    const isYoung = Date.parse(others[2] ?? '') > NEWEST - 28 * DAY;
    return [isYoung && status === 'Won' ? 'Lost' : status, ...others];
  });
  expect((await ask(PLAN, null, rows)).cut).toEqual({ days: 28, isChosen: false });
  // A newest date that stands alone may be a slip, and every lead would look old.
  const slip = ['Lost', 'Web', 'Desk', '2025-12-31', ''];
  expect((await ask(PLAN, null, [...rows, slip])).cut).toBeNull();
  const ahead = rows.map((row) => row.with(3, row[3]?.replace('2025', '2125') ?? ''));
  expect((await ask(PLAN, null, ahead)).cut).toBeNull();
});

test('months, or weeks where fewer than four months are ripe; the choice changes no verdict', async () => {
  const months = await ask(PLAN);
  expect([months.unit, months.testedUnit]).toEqual(['month', 'month']);
  expect(months.units).toEqual(['week', 'month', 'quarter']);
  const weeks = await ask(PLAN, 'week');
  expect([weeks.unit, weeks.testedUnit]).toEqual(['week', 'month']);
  expect(weeks.changes).toEqual(months.changes);
  expect(weeks.changes.map(({ kind }) => kind)).toEqual(['no-change', 'no-change', 'no-change']);
  const from = (text: string) => ({ ...PLAN, leads: { ...LEADS, from: Date.parse(text) } });
  expect((await ask(from('2025-03-31'))).testedUnit).toBe('month');
  const short = await ask(from('2025-04-01'));
  expect(short.testedUnit).toBe('week');
  expect(short.units).toEqual(['week', 'month']); // one quarter is no comparison
});

test('a unit is offered for 2 to 120 periods', async () => {
  const unitsUpTo = async (day: string) => {
    const rows = ['2016-01-15', day].map((created) => ['Won', 'Ads', 'Desk', created, '']);
    return (await ask(PLAN, null, rows)).units;
  };
  // Two months are fewer than four, so that weeks are tested, and offered whatever they are.
  expect(await unitsUpTo('2016-01-31')).toEqual(['week']);
  expect(await unitsUpTo('2025-12-15')).toEqual(['week', 'month', 'quarter']);
  expect(await unitsUpTo('2026-01-15')).toEqual(['week', 'quarter']);
});

test('a rule that ended has changed in the month in which it did', async () => {
  // Ads and Web change places, so that the rate of all leads stays.
  const swapped: Readonly<Record<string, string>> = { Ads: 'Web', Web: 'Ads' };
  const rows = ROWS.map(([status = '', source = '', device = '', created = '', deal = '']) => {
    const named = created >= '2025-03-01' ? (swapped[source] ?? source) : source;
    return [status, named, device, created, deal];
  });
  const { changes } = await ask(PLAN, null, rows);
  expect(changes[0]).toMatchObject({ kind: 'changed', since: Date.UTC(2025, 2, 1) });
});

test('leads without a date are in no period, and counted', async () => {
  const { totals, undated } = await ask(PLAN);
  const counted = ROWS.filter(([status]) => status !== 'Open');
  const without = counted.filter(([, , , created]) => created === '').length;
  expect(without).toBeGreaterThan(10);
  expect(undated).toBe(without);
  expect(totals.reduce((sum, { leads }) => sum + leads, 0)).toBe(counted.length - without);
});

test('without a column of dates there is nothing to count', async () => {
  const thread = await openRows(ROWS.slice(0, 50));
  for (const leads of [undefined, null, { ...LEADS, dateColumn: null }])
    expect(
      await thread.ask('countPeriods', { plan: { ...PLAN, leads }, rules: RULES, unit: null }),
    ).toBeNull();
});
