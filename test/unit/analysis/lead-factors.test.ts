import { expect, test } from 'vitest';
import { analyse, judge, measure } from '#frontend/analysis/analyse.ts';
import { baseValueOf } from '#frontend/analysis/base-value.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/estimate-combinations.ts';
import {
  findLeadFactors,
  listBases,
  multiplyFactors,
  type LeadFactors,
  type ValueChoices,
} from '#frontend/analysis/lead-factors.ts';
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

const choose = (choices: Partial<ValueChoices> = {}): ValueChoices => ({
  multipliers: 'suggested',
  action: 'every-lead',
  usesUnclear: false,
  ...choices,
});

function factorOf({ fields }: LeadFactors, field: number, value: string): number | undefined {
  const { values = [], factors = [] } = fields[field] ?? {};
  return factors[values.indexOf(value)];
}

test('the base is what the conversion action counts: an average lead, or a converted one', () => {
  const analysis = analyse(tallyOfCells(FIELDS, CELLS), SETTINGS);
  // 305 of 2,020 convert, each worth 100.
  expect(baseValueOf(analysis, 'every-lead')).toBeCloseTo(15.099, 4);
  expect(baseValueOf(analysis, 'converted-leads')).toBe(100);
  expect(findLeadFactors(analysis, choose({ action: 'converted-leads' })).base).toBe(100);
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

test.each(['suggested', 'balanced'] as const)(
  'a value labelled Unclear counts with 1 unless its multiplier is asked for: %s',
  (multipliers) => {
    const tally = fitTally(tallyOfCells(FIELDS, CELLS));
    const analysis = judge(measure(tally), SETTINGS, estimateCombinations(tally));
    const labelOf = (value: string) => analysis.segments.find((segment) => segment.value === value)?.label;
    expect(['Referral', 'Fax'].map(labelOf)).toEqual(['Use', 'Unclear']);
    const without = findLeadFactors(analysis, choose({ multipliers }));
    const asked = findLeadFactors(analysis, choose({ multipliers, usesUnclear: true }));
    expect(factorOf(without, 0, 'Fax')).toBe(1);
    expect(factorOf(asked, 0, 'Fax')).toBeGreaterThan(1.1);
    expect(factorOf(without, 0, 'Referral')).toBe(factorOf(asked, 0, 'Referral'));
    expect(factorOf(without, 0, 'Referral')).toBeGreaterThan(1.2);
  },
);

test('balanced values add up to what all leads are worth, with unclear multipliers and without', () => {
  const tally = fitTally(tallyOfCells(FIELDS, CELLS));
  // No segment lies 90% above or below, so nothing is solid here.
  const analysis = judge(measure(tally), { ...SETTINGS, thresholdPercent: 90 }, estimateCombinations(tally));
  expect(analysis.labelCounts.Unclear).toBeGreaterThan(0);
  for (const action of ['every-lead', 'converted-leads'] as const)
    for (const usesUnclear of [true, false]) {
      const choices = choose({ multipliers: 'balanced', action, usesUnclear });
      const factors = findLeadFactors(analysis, choices);
      const total = CELLS.reduce(
        (sum, [values, leads]) =>
          sum +
          leads *
            multiplyFactors(
              factors.base,
              values.map((value, field) => factorOf(factors, field, value) ?? NaN),
            ),
        0,
      );
      expect(total / 2020).toBeCloseTo(baseValueOf(analysis, action), 6);
      expect(listBases(analysis, choices).at(-1)).toBe(factors.base);
      expect(listBases(analysis, choices)[0]).toBeCloseTo(baseValueOf(analysis, action), 9);
    }
});
