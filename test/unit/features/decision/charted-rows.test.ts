import { describe, expect, test } from 'vitest';
import { decide } from '#frontend/analysis/decision/decide.ts';
import { analyse, judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { upperF } from '#frontend/analysis/stats/f-distribution.ts';
import { listChartedRows } from '#frontend/features/decision/charted-rows.ts';
import { findAxisEnd } from '#frontend/features/decision/rate-drawing.tsx';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { measureDeals, type Deal } from '#test/support/valued-leads.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const FIELDS = ['Source', 'Device', 'Company Size', 'Newsletter'];
const [headers = [], ...rows] = sampleCsv()
  .trimEnd()
  .split('\r\n')
  .map((line) => line.split(','));
const LEADS: readonly Deal[] = rows.map((row, at) => {
  const cell = (header: string) => row[headers.indexOf(header)] || '(Blank)';
  const converted = cell('Lead Status') === 'Qualified';
  return { values: FIELDS.map(cell), converted, amount: converted ? 500 + (at % 11) : 0 };
});
const measurement = measureDeals(FIELDS, LEADS);

const chartOf = (analysis: Analysis, most = 6) =>
  listChartedRows(analysis, decide({ analysis, byValue: null }), most);

function count(field: number, value: string) {
  const own = LEADS.filter(({ values }) => values[field] === value);
  const rest = LEADS.filter(({ values }) => values[field] !== value);
  const rateOf = (leads: readonly Deal[]) => leads.filter(({ converted }) => converted).length / leads.length;
  const moneyOf = (leads: readonly Deal[]) =>
    leads.reduce((sum, { amount }) => sum + amount, 0) / leads.length;
  const money = moneyOf(own);
  const squares = own.reduce((sum, { amount }) => sum + (amount - money) ** 2, 0);
  const error = Math.sqrt(squares) / own.length / money;
  return { own, rate: rateOf(own), others: rateOf(rest), money, error, otherMoney: moneyOf(rest) };
}

/** Wilson's interval from its equation: the rates p with (k/n - p)² = z² p (1 - p) / n. */
function wilson(rate: number, leads: number): [number, number] {
  const z2 = 1.959963984540054 ** 2;
  const [a, b, c] = [1 + z2 / leads, -(2 * rate + z2 / leads), rate ** 2];
  const root = Math.sqrt(b ** 2 - 4 * a * c);
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)];
}

describe('the rows of the chart of the sample', () => {
  const analysis = judge(measurement, SETTINGS);

  test('are rates with their Wilson intervals, as counted lead by lead', () => {
    const charted = chartOf(analysis);
    expect(charted).toHaveLength(6);
    for (const { segment, counted, interval, others } of charted) {
      const naive = count(segment.field, segment.value);
      expect(counted).toBeCloseTo(naive.rate, 12);
      const [low, high] = wilson(naive.rate, naive.own.length);
      expect(interval?.low).toBeCloseTo(low, 9);
      expect(interval?.high).toBeCloseTo(high, 9);
      if (naive.own.length >= 0.3 * LEADS.length) expect(others).toBeCloseTo(naive.others, 12);
      else expect(others).toBeNull();
    }
    expect(charted.some(({ others }) => others !== null)).toBe(true);
  });

  test('begin with the segments of the sentence, then Use before Test, each by the end of the interval nearer to 1', () => {
    const decision = decide({ analysis, byValue: null });
    if (decision.pattern !== 'solid') throw new Error(decision.pattern);
    const charted = chartOf(analysis, 100).map(({ segment }) => segment);
    const named = [decision.raise, decision.cut].map((one) => one?.segment.value);
    expect(charted.slice(0, 2).map(({ value }) => value)).toEqual(expect.arrayContaining(named));
    const labels = charted.map(({ label }) => label);
    expect(labels).toEqual(labels.toSorted((a, b) => (a === b ? 0 : a === 'Use' ? -1 : 1)));
    const strengths = charted
      .slice(2)
      .filter(({ label }) => label === 'Use')
      .map(({ adjustedLift, interval }) =>
        adjustedLift > 1 ? Math.log(interval.low) : -Math.log(interval.high),
      );
    expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
    expect(charted.every(({ leads }) => leads >= 30)).toBe(true);
  });

  test('by value are mean amounts per lead with an interval of their own, for which no average is taken as known', () => {
    const byValue = judge(measurement.byValue!, SETTINGS); // the leads have amounts
    const charted = chartOf(byValue);
    for (const { segment, counted, interval, others } of charted) {
      const naive = count(segment.field, segment.value);
      expect(counted).toBeCloseTo(naive.money, 9);
      const reach = Math.log(interval!.high / counted); // with enough conversions it has one
      expect(Math.log(counted / interval!.low)).toBeCloseTo(reach, 12);
      // Reach / error is the t that 5% exceed: t² has an F distribution.
      expect(upperF((reach / naive.error) ** 2, 1, segment.conversions - 1)).toBeCloseTo(0.05, 5);
      if (others !== null) expect(others).toBeCloseTo(naive.otherMoney, 9);
    }
  });
});

test('by value a segment of nearly all leads has its own interval, and one with 19 conversions has none', () => {
  const deals = (value: string, leads: number, won: number): Deal[] =>
    Array.from({ length: leads }, (_, at) => ({
      values: [value],
      converted: at < won,
      amount: at < won ? 10 : 0,
    }));
  const chartedOf = (won: number) =>
    chartOf(
      judge(
        measureDeals(['Source'], [...deals('Ads', 40, won), ...deals('Web', 2000, 60)]).byValue!,
        SETTINGS,
      ),
    );
  const [web, ads] = [chartedOf(20).find(({ segment }) => segment.value === 'Web'), chartedOf(20)[0]];
  expect(ads?.interval).not.toBeNull();
  // Each deal is worth 10, so the reach is that of the rate: 60 of 2,000, t with 59 degrees of freedom.
  expect(Math.log(web!.interval!.high / 0.3)).toBeCloseTo(2.000995 * Math.sqrt(1 / 60 - 1 / 2000), 5); // it is charted
  expect(chartedOf(19).find(({ segment }) => segment.value === 'Ads')?.interval).toBeNull();
});

test('small and unclear segments have no row, and an attribute like the outcome has none', () => {
  const cells: Cell[] = [
    [['Signed', 'Referral'], 100, 100],
    [['Signed', 'Ads'], 50, 50],
    [['Called', 'Referral'], 300, 100],
    [['Called', 'Ads'], 1000, 50],
    [['Called', 'Fair'], 29, 27],
  ];
  const charted = chartOf(analyse(tallyOfCells(['Step', 'Source'], cells), SETTINGS));
  expect(charted.map(({ segment }) => segment.value).toSorted()).toEqual(['Ads', 'Referral']);
  const flat: Cell[] = [
    [['A'], 500, 100],
    [['B'], 500, 101],
  ];
  expect(chartOf(analyse(tallyOfCells(['Source'], flat), SETTINGS))).toEqual([]);
});

test('the axis begins at 0 and ends at the furthest figure, but no wide interval flattens the rest', () => {
  const row = (counted: number, low: number, high: number, others: number | null = null) =>
    ({ counted, interval: { low, high }, others }) as Parameters<typeof findAxisEnd>[0][number];
  expect(findAxisEnd([row(0.2, 0.15, 0.26), row(0.05, 0.03, 0.08)], 0.1)).toBeCloseTo(0.26, 12);
  expect(findAxisEnd([row(100, 10, 9000)], 40)).toBe(150);
  expect(findAxisEnd([row(100, 10, 120, 140)], 40)).toBe(140);
  expect(findAxisEnd([], 0)).toBe(1);
});
