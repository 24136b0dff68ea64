import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import {
  fitBalanced,
  predictBalanced,
  rescaleBase,
  type Balanced,
} from '#frontend/analysis/balanced/balanced.ts';
import { sumByCode } from '#frontend/analysis/counts/coding.ts';
import type { Tally } from '#frontend/analysis/counts/tally.ts';
import { tallyOfCells, tallyOfLeads, type Cell } from '#test/support/analysis-builders.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';

const FIELDS = ['Source', 'Country', 'Device'];
const CELLS: Cell[] = [
  [['Ads', 'US', 'Mobile'], 400, 40],
  [['Ads', 'US', 'Desktop'], 150, 33],
  [['Ads', 'DE', 'Mobile'], 220, 13],
  [['Ads', 'DE', 'Desktop'], 90, 14],
  [['Search', 'US', 'Mobile'], 120, 30],
  [['Search', 'US', 'Desktop'], 310, 120],
  [['Search', 'DE', 'Mobile'], 60, 6],
  [['Search', 'DE', 'Desktop'], 180, 41],
  [['Referral', 'US', 'Mobile'], 45, 17],
  [['Referral', 'US', 'Desktop'], 80, 52],
  [['Referral', 'DE', 'Mobile'], 30, 9],
  [['Referral', 'DE', 'Desktop'], 35, 11],
];

/**
 * Fitted rates of these cells, statsmodels 0.15.0: sm.GLM(conversions, X, family=sm.families.Poisson(),
 * offset=np.log(leads)).fit(tol=1e-14).fittedvalues / leads, where X has 1 and a 0/1 column for Search, Referral, US and
 * Mobile.
 */
const POISSON_RATES = [
  0.11130237935674499, 0.20295957471376486, 0.06517612850559565, 0.11884848643340114, 0.21586144664970963,
  0.39362273890569927, 0.1264035276474317, 0.23049647601345427, 0.3620534949452831, 0.6602035264870897,
  0.2120102485574023, 0.38660009005065654,
];

const withoutAddedLeads = 0;

function ratesOf(tally: Tally, balanced: Balanced): number[] {
  return [...predictBalanced(balanced, tally.codes)];
}

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((value, at) => expect(Math.abs(value - (expected[at] ?? NaN))).toBeLessThan(tolerance));
}

/** The multipliers of a field, by first appearance of their values. */
function multipliersOf({ fields }: Tally, { multipliers }: Balanced, name: string): number[] {
  return [...(multipliers[fields.findIndex((field) => field.name === name)] ?? [])];
}

function predictedTotal(tally: Tally, balanced: Balanced): number {
  return ratesOf(tally, balanced).reduce((sum, rate, at) => sum + rate * (tally.leads[at] ?? NaN), 0);
}

/** Mean of the multipliers of a field over all leads. */
function meanOf(tally: Tally, balanced: Balanced, field: number): number {
  const multipliers = balanced.multipliers[field] ?? new Float64Array();
  const leads = sumByCode(tally.leads, tally.codes[field] ?? new Uint32Array(), multipliers.length);
  return multipliers.reduce((sum, m, value) => sum + m * (leads[value] ?? NaN), 0) / tally.totalLeads;
}

describe('without added leads', () => {
  test('the multipliers are those of a Poisson regression', () => {
    const tally = tallyOfCells(FIELDS, CELLS);
    const balanced = fitBalanced(tally, withoutAddedLeads);
    expect(balanced.converged).toBe(true);
    expectClose(ratesOf(tally, balanced), POISSON_RATES, 1e-8);
    // exp of its coefficients: Search 1.93941448 and Referral 3.2528819 times Ads, US 1.70771695 times DE.
    const [ads = NaN, search = NaN, referral = NaN] = multipliersOf(tally, balanced, 'Source');
    const [us = NaN, de = NaN] = multipliersOf(tally, balanced, 'Country');
    expectClose([search / ads, referral / ads, us / de], [1.93941448, 3.2528819, 1.70771695], 1e-7);
  });

  test('a field that repeats another changes no prediction', () => {
    const twice = CELLS.map(([values, leads, conversions]): Cell => [
      [...values.slice(0, 2), ...values.slice(0, 1)],
      leads,
      conversions,
    ]);
    const once = CELLS.map(([values, ...counts]): Cell => [values.slice(0, 2), ...counts]);
    const [tally, expected] = [tallyOfCells(FIELDS, twice), tallyOfCells(FIELDS.slice(0, 2), once)];
    expectClose(
      ratesOf(tally, fitBalanced(tally, withoutAddedLeads)),
      ratesOf(expected, fitBalanced(expected, withoutAddedLeads)),
      1e-8,
    );
  });

  test('a value without conversions has 0 and leaves the others as a Poisson regression has them without it', () => {
    const tally = tallyOfCells(FIELDS, [...CELLS, [['Print', 'US', 'Mobile'], 70, 0]]);
    const balanced = fitBalanced(tally, withoutAddedLeads);
    expect(multipliersOf(tally, balanced, 'Source').at(-1)).toBe(0);
    expectClose(ratesOf(tally, balanced), [...POISSON_RATES, 0], 1e-8);
  });
});

describe('with 50 added leads', () => {
  test('the multipliers of one field are its adjusted lifts over their mean', () => {
    const tally = tallyOfCells(
      ['Source'],
      [
        [['Ads'], 860, 100],
        [['Search'], 670, 197],
        [['Referral'], 20, 9],
      ],
    );
    const { segments } = analyse(tally, { conversionValue: 100, thresholdPercent: 10 });
    const lifts = ['Ads', 'Search', 'Referral'].map(
      (name) => segments.find(({ value }) => value === name)?.adjustedLift ?? NaN,
    );
    const mean = ((lifts[0] ?? NaN) * 860 + (lifts[1] ?? NaN) * 670 + (lifts[2] ?? NaN) * 20) / 1550;
    const balanced = fitBalanced(tally);
    expectClose(
      [...(balanced.multipliers[0] ?? [])],
      lifts.map((lift) => lift / mean),
      1e-12,
    );
    expect(balanced.scale).toBeCloseTo(1, 12);
  });

  test('two fields that are the same share the effect', () => {
    const tally = tallyOfCells(
      ['Source', 'Copy'],
      [
        [['Ads', 'Ads'], 200, 20],
        [['Search', 'Search'], 100, 60],
      ],
    );
    const balanced = fitBalanced(tally);
    expect(balanced.converged).toBe(true);
    expectClose([...(balanced.multipliers[0] ?? [])], [...(balanced.multipliers[1] ?? [])], 1e-6);
    expect(predictedTotal(tally, balanced)).toBeCloseTo(80, 9);
  });

  test('every value is balanced, the mean of each field is 1 and the total is exact', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const tally = tallyOfLeads(fields, leads);
        const balanced = fitBalanced(tally);
        if (!balanced.converged || tally.totalConversions === 0) return;
        expect(predictedTotal(tally, balanced)).toBeCloseTo(tally.totalConversions, 6);
        const rates = predictBalanced(balanced, tally.codes);
        fields.forEach((_, field) => {
          expect(meanOf(tally, balanced, field)).toBeCloseTo(1, 9);
          const ratios = [...(balanced.multipliers[field] ?? [])].map((multiplier, value) => {
            let [observed, predicted] = [0, 0];
            tally.codes[field]?.forEach((code, at) => {
              if (code !== value) return;
              observed += tally.conversions[at] ?? NaN;
              predicted += ((tally.leads[at] ?? NaN) * (rates[at] ?? NaN)) / multiplier;
            });
            const added = 50 * balanced.baselineRate;
            return (multiplier * (predicted + added)) / (observed + added);
          });
          // One number per field, which brings its mean to 1.
          for (const ratio of ratios) expect(Math.abs(ratio / (ratios[0] ?? NaN) - 1)).toBeLessThan(1e-5);
        });
      }),
    );
  });
});

test('without conversions every multiplier is 1', () => {
  const tally = tallyOfCells(
    ['Source'],
    [
      [['Ads'], 20, 0],
      [['Web'], 10, 0],
    ],
  );
  expect(fitBalanced(tally)).toMatchObject({ converged: true, baselineRate: 0, scale: 1 });
  expect([...(fitBalanced(tally).multipliers[0] ?? [])]).toEqual([1, 1]);
  const none = tallyOfCells(['Source'], []);
  expect(fitBalanced(none)).toMatchObject({ converged: true, baselineRate: 0 });
});

test('says when 200 rounds are not enough', () => {
  // Nothing but the added leads decides how two equal fields of many leads share their effect.
  const tally = tallyOfCells(
    ['Source', 'Copy'],
    [
      [['Ads', 'Ads'], 20_000, 2_000],
      [['Search', 'Search'], 20_000, 12_000],
    ],
  );
  expect(fitBalanced(tally)).toMatchObject({ converged: false, rounds: 200 });
});

test('the base conversion value makes good for the mean of the multipliers', () => {
  expect(rescaleBase(100, 1.25)).toBe(80);
  expect(rescaleBase(100, 0)).toBe(100);
});
