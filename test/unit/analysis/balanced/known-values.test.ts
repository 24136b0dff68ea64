import { expect, test } from 'vitest';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { valueCombinations, valueEverySet, valueOfNew } from '#frontend/analysis/balanced/known-values.ts';
import { predictRate } from '#frontend/analysis/balanced/main-effects.ts';
import { analyse, judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { baseValueOf, findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { tallyOfDeals } from '#test/support/valued-leads.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

/** Referral converts twice as often as Ads; Fax has 20 leads, too few to tell anything. 305 of 2,020 convert. */
const CELLS: Cell[] = [
  [['Ads', 'Mobile'], 600, 60],
  [['Ads', 'Desktop'], 400, 40],
  [['Referral', 'Mobile'], 400, 80],
  [['Referral', 'Desktop'], 600, 120],
  [['Fax', 'Desktop'], 20, 5],
];
const FIELDS = ['Source', 'Device'];

test('the base is what the conversion action counts: an average lead, or a converted one', () => {
  const analysis = analyse(tallyOfCells(FIELDS, CELLS), SETTINGS);
  // 305 of 2,020 convert, each worth 100.
  expect(baseValueOf(analysis, 'every-lead')).toBeCloseTo(15.099, 4);
  expect(baseValueOf(analysis, 'converted-leads')).toBe(100);
  expect(findLeadWorth(analysis, { action: 'converted-leads' })).toMatchObject({
    basis: 'conversions',
    base: 100,
    ruled: [expect.arrayContaining(['Ads', 'Referral']), []],
  });
  // Where nobody converts, the conversion value is still that of a converted lead.
  const none = analyse(tallyOfCells(['Source'], [[['Ads'], 50, 0]]), SETTINGS);
  expect([baseValueOf(none, 'every-lead'), baseValueOf(none, 'converted-leads')]).toEqual([0, 100]);
});

test('by value the base of converted leads is their mean amount, without what other leads are worth', () => {
  const deal = (value: string, converted: boolean, amount: number) => ({
    values: [value],
    converted,
    amount,
  });
  // Two converted leads worth 300 and 500, six others worth 10 each: 860 / 8 and 800 / 2.
  const { byValue } = measure(
    tallyOfDeals(
      ['Source'],
      [
        deal('Ads', true, 300),
        deal('Referral', true, 500),
        ...Array.from({ length: 6 }, (_, at) => deal(at % 2 ? 'Ads' : 'Fax', false, 10)),
      ],
    ),
  );
  if (!byValue) throw new Error('leads with amounts have figures by value');
  const analysis = judge(byValue, SETTINGS);
  expect(baseValueOf(analysis, 'every-lead')).toBeCloseTo(107.5, 9);
  expect(baseValueOf(analysis, 'converted-leads')).toBeCloseTo(400, 9);
});

test('the values of all leads add up to what all are worth, whichever attributes are known', () => {
  const sets = valueEverySet(fitTally(tallyOfCells(FIELDS, CELLS)));
  expect(sets.map(({ known }) => known)).toEqual([[0], [1], [0, 1]]);
  for (const { tally, values } of sets) {
    const total = values.reduce((sum, value, at) => sum + value * (tally.leads[at] ?? 0), 0);
    expect(total).toBeCloseTo(2020, 6);
  }
});

/** Ages with very different rates: a program in Python, by bisection, gives spread 0.9287 and these values. */
test('a value is the best estimate over the mean of all leads', () => {
  const ages: Cell[] = [
    [['18-24'], 200, 20],
    [['25-34'], 200, 60],
    [['45-65'], 200, 100],
    [['under 25'], 100, 10],
    [['55+'], 100, 50],
  ];
  const { values } = valueCombinations(fitTally(tallyOfCells(['Age'], ages)));
  [0.3546779, 0.996685, 1.6473335, 0.3737497, 1.6288576].forEach((value, at) =>
    expect(values[at]).toBeCloseTo(value, 5),
  );
});

test('a new combination has the value of the main effects, which its own leads move once there are some', () => {
  const tally = fitTally(tallyOfCells(FIELDS, CELLS));
  const all = valueCombinations(tally);
  const [fax, mobile] = [2, 0];
  const rate = predictRate(tally.effects ?? { intercept: NaN, effects: [] }, [fax, mobile]);
  const mean = all.values.reduce((sum, _, at) => sum + (tally.leads[at] ?? 0), 0);
  expect(mean).toBe(2020);
  // Rates scatter no more than chance explains, so the mean of the estimates is the baseline rate.
  expect(tally.strength).toBe(Infinity);
  expect(valueOfNew(all, [fax, mobile])).toBeCloseTo(rate / (305 / 2020), 9);
});

test.each([0, 50])('where nobody or everybody converts every value is the mean: %d of 50', (conversions) => {
  const all = valueCombinations(fitTally(tallyOfCells(['Source'], [[['Ads'], 50, conversions]])));
  expect([[...all.values], valueOfNew(all, [0])]).toEqual([[1], 1]);
});
