import { describe, expect, test } from 'vitest';
import {
  borderOf,
  chanceToHold,
  expectRule,
  fitSpreadPrior,
  measureRule,
  measureValueLogRatio,
  showChance,
  sideOf,
} from '#frontend/analysis/judge/expected-to-hold.ts';
import {
  EQUAL_WEIGHTS,
  measureLogRatio,
  measureLogRatios,
  weighSpreads,
} from '#frontend/analysis/measure/spreads.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';

// The worked example of the definition ("expected to hold").
const TOTAL = { leads: 2000, conversions: 400 };
const VALUES = [
  { leads: 500, conversions: 150 },
  { leads: 500, conversions: 100 },
  { leads: 700, conversions: 100 },
  { leads: 300, conversions: 50 },
];
const WEIGHTS = [0, 0, 0, 3.4e-5, 0.032995, 0.548932, 0.349942, 0.068098];

const ruleOf = (part: (typeof VALUES)[number]) => ({
  ...measureLogRatio(part, TOTAL),
  side: sideOf(part, TOTAL),
  share: part.leads / TOTAL.leads,
});

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [at, value] of expected.entries()) expect(actual[at]).toBeCloseTo(value, 6);
}

describe('the worked example', () => {
  test('has these log ratios with their standard errors', () => {
    const ratios = measureLogRatios(VALUES, TOTAL);
    expectClose(
      ratios.map(({ log }) => log),
      [0.587785, 0.001991, -0.476909, -0.205526],
    );
    expectClose(
      ratios.map(({ variance }) => Math.sqrt(variance)),
      [0.089299, 0.103033, 0.105275, 0.136912],
    );
  });

  test('has these weights of spreads', () =>
    expectClose(weighSpreads(measureLogRatios(VALUES, TOTAL)), WEIGHTS));

  test('has these sides, borders and chances', () => {
    const rules = VALUES.map(ruleOf);
    const weights = weighSpreads(measureLogRatios(VALUES, TOTAL));
    expect(rules.map(({ side }) => side)).toEqual(['raise', 'cut', 'cut', 'cut']);
    expectClose(
      rules.map((rule) => borderOf(rule, 10)),
      [0.065597, -0.067823, -0.07786, -0.060078],
    );
    expectClose(
      rules.map((rule) => chanceToHold(rule, weights, 10)),
      [0.999939, 0.313146, 0.992946, 0.740437],
    );
  });
});

test('values with under 10 leads have no part in it, and one value alone says nothing of the spread', () => {
  expect(measureLogRatios([...VALUES, { leads: 9, conversions: 9 }], TOTAL)).toHaveLength(4);
  expectClose(weighSpreads([measureLogRatio(VALUES[0]!, TOTAL)]), EQUAL_WEIGHTS);
  expectClose(weighSpreads([]), EQUAL_WEIGHTS);
});

describe('how common spreads are', () => {
  const of = (...values: [leads: number, conversions: number][]) =>
    measureLogRatios(
      values.map(([leads, conversions]) => ({ leads, conversions })),
      TOTAL,
    );
  const columns = [
    measureLogRatios(VALUES, TOTAL),
    ...[1, 3, 5, 7, 9, 11].map((more) => of([1000, 200 + more], [1000, 200 - more])),
    of([200, 80], [1800, 320]),
    of([600, 133], [600, 120], [800, 147]),
  ];

  test('follows from the columns of the file', () => {
    // numpy 2: 50 rounds with densities of scipy's form, products instead of logarithms.
    const prior = fitSpreadPrior(columns);
    expectClose(prior, [0.221884, 0.203066, 0.157463, 0.07816, 0.034624, 0.115713, 0.160525, 0.028565]);
    expectClose(weighSpreads(columns[0]!, prior), [0, 0, 0, 2.1e-5, 0.009304, 0.517323, 0.457509, 0.015842]);
  });

  test('is unknown with fewer than 8 columns', () => {
    expect(fitSpreadPrior(columns.slice(0, 7))).toEqual(EQUAL_WEIGHTS);
    expect(fitSpreadPrior(columns.slice(0, 8))).not.toEqual(EQUAL_WEIGHTS);
  });
});

describe('what to expect of a rule', () => {
  const column = { total: TOTAL, values: 4, weights: weighSpreads(measureLogRatios(VALUES, TOTAL)) };
  const expectOf = (part: Counts, beside: typeof column) =>
    expectRule(measureRule(part, beside.total), beside, 10);

  test('has a word for its chance', () => {
    expect(VALUES.map((part) => expectOf(part, column).kind)).toEqual([
      'likely',
      'unlikely',
      'likely',
      'may-fade',
    ]);
    expect(expectOf(VALUES[0]!, column)).toEqual({
      kind: 'likely',
      chance: expect.closeTo(0.999939, 6),
    });
  });

  test('is nothing for all leads and for the only value of a column', () => {
    expect(expectOf(TOTAL, column)).toEqual({ kind: 'none' });
    expect(expectOf(VALUES[0]!, { ...column, values: 1 })).toEqual({ kind: 'none' });
  });

  test('is too little to say under 30 leads or 5 expected conversions', () => {
    expect(expectOf({ leads: 29, conversions: 20 }, column)).toEqual({ kind: 'too-few' });
    expect(expectOf({ leads: 30, conversions: 20 }, column).kind).toBe('likely');
    const rare = { ...column, total: { leads: 2000, conversions: 50 } };
    expect(expectOf({ leads: 199, conversions: 10 }, rare)).toEqual({ kind: 'too-few' });
    expect(expectOf({ leads: 200, conversions: 10 }, rare).kind).not.toBe('too-few');
  });

  test('is too little to say without a log ratio, as by value with few conversions', () =>
    expect(expectRule({ leads: 500, side: 'raise', ratio: null }, column, 10)).toEqual({
      kind: 'too-few-amounts',
    }));

  test('has no chance where no rate gives the lift: 96% of the leads can not convert 1.05 times as often as all', () => {
    const part = { leads: 1920, conversions: 400 };
    expect(chanceToHold(ruleOf(part), column.weights, 10)).toBe(0);
    expect(borderOf({ side: 'raise', share: 0.96 }, 10)).toBe(Infinity);
    expect(borderOf({ side: 'cut', share: 0.96 }, 10)).toBeLessThan(0);
  });

  test('is shown to the nearest 5%, from 50 to 95%', () => {
    expect([0.499, 0.5, 0.74, 0.78, 0.99, 1].map(showChance)).toEqual([null, 50, 75, 80, 95, 95]);
  });
});

describe('by value', () => {
  const total = { leads: 1000, conversions: 60, sum: 6000, sumOfSquares: 900_000 };

  test('the log ratio is that of the means, and its variance grows with the spread of the amounts', () => {
    // By hand: c = 60 x 900,000 / 6,000² = 1.5; 1.5/20 - 1/100 and 1.5/40 - 1/900.
    const ratio = measureValueLogRatio({ leads: 100, conversions: 20, sum: 3000 }, total);
    expect(ratio?.log).toBeCloseTo(Math.log(9), 12);
    expect(ratio?.variance).toBeCloseTo(0.065 + 0.036389, 6);
    // With equal amounts c is 1, and a value whose leads all convert has no spread of its own.
    const equal = { ...total, sumOfSquares: 600_000 };
    const all = measureValueLogRatio({ leads: 20, conversions: 20, sum: 2000 }, equal);
    expect(all?.variance).toBeCloseTo(1 / 40 - 1 / 980, 12);
  });

  test.each([
    ['fewer than 5 conversions', { leads: 100, conversions: 4, sum: 3000 }],
    ['no money', { leads: 100, conversions: 20, sum: 0 }],
    ['no money elsewhere', { leads: 100, conversions: 20, sum: 6000 }],
  ])('with %s there is too little to say', (_, part) => expect(measureValueLogRatio(part, total)).toBeNull());
});
