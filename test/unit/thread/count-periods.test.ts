import { afterEach, expect, test, vi } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { NO_DATES } from '#frontend/analysis/counts/lead-filter.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import { measurePeriod } from '#frontend/analysis/over-time/period-figures.ts';
import { startOf, periodOf, type Unit } from '#frontend/analysis/over-time/periods.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { createLeadThread, type LeadThread } from '#frontend/thread/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const DAY = 86_400_000;
const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const SETTINGS = { conversionValue: 80, thresholdPercent: 10 };
const HEADERS = ['Status', 'Source', 'Device', 'Created', 'Deal'];
const NEWEST = Date.UTC(2026, 5, 20);

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
  for (const [at, { start }] of overTime.periods.entries()) {
    const month = new Date(start).toISOString().slice(0, 7);
    const thread = await openRows(ROWS.filter(([, , , created]) => created?.startsWith(month)));
    const { byValue } = await thread.ask('measure', BY_VALUE);
    expect(figuresAt(overTime, at, 'value')).toEqual(figuresIn(byValue!)); // these leads have amounts
  }
});
