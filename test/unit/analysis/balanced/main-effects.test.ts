import { expect, test } from 'vitest';
import { fitBalanced } from '#frontend/analysis/balanced/balanced.ts';
import {
  fitMainEffects,
  measureSpread,
  predictRate,
  predictRates,
} from '#frontend/analysis/balanced/main-effects.ts';
import type { Tally } from '#frontend/analysis/counts/tally.ts';
import { seedRandom } from '#test/support/random-leads.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

const fit = (tally: Tally) => fitMainEffects(tally, fitBalanced(tally));

const ONE: Cell[] = [
  [['a'], 100, 30],
  [['b'], 100, 10],
];
const TWO: Cell[] = [
  [['a', 'x'], 40, 10],
  [['a', 'y'], 30, 12],
  [['b', 'x'], 20, 2],
  [['b', 'y'], 10, 5],
];

/** Gradient ascent with small steps on the leads of the cells, apart from the code. */
function climb(tally: Tally, spreads: readonly number[]): { intercept: number; effects: number[][] } {
  const { fields, codes, leads, conversions } = tally;
  let intercept = 0;
  const effects = fields.map(({ values }) => values.map(() => 0));
  for (let step = 0; step < 20_000; step++) {
    const slopes = effects.map((list, field) => list.map((effect) => -effect / spreads[field]! ** 2));
    let slope = 0;
    leads.forEach((count, at) => {
      const sum = codes.reduce((total, list, field) => total + effects[field]![list[at]!]!, intercept);
      const miss = conversions[at]! - count / (1 + Math.exp(-sum));
      slope += miss;
      codes.forEach((list, field) => (slopes[field]![list[at]!]! += miss));
    });
    intercept += 0.01 * slope;
    slopes.forEach((list, field) => list.forEach((part, code) => (effects[field]![code]! += 0.01 * part)));
  }
  return { intercept, effects };
}

test('a spread is the mean of all spreads by the log ratios of the values', () => {
  const four: Cell[] = [
    [['a'], 500, 150],
    [['b'], 500, 100],
    [['c'], 700, 100],
    [['d'], 300, 50],
  ];
  // Both by a program in Python.
  expect(measureSpread(tallyOfCells(['A'], four), 0)).toBeCloseTo(0.4920678598973529, 12);
  expect(measureSpread(tallyOfCells(['A'], ONE), 0)).toBeCloseTo(0.8313009230220969, 12);
  // Values with 9 leads say nothing.
  const few: Cell[] = [
    [['a'], 9, 5],
    [['b'], 9, 1],
  ];
  expect(measureSpread(tallyOfCells(['A'], few), 0)).toBeCloseTo(2.54 / 8, 12);
});

test.each([
  [['A'], ONE],
  [['A', 'B'], TWO],
])('the effects of %s are those at which small steps uphill end', (names, cells) => {
  const tally = tallyOfCells(names, cells);
  const { intercept, effects } = fit(tally);
  const expected = climb(
    tally,
    names.map((_, field) => measureSpread(tally, field)),
  );
  expect(intercept).toBeCloseTo(expected.intercept, 9);
  effects.forEach((list, field) =>
    expect([...list]).toEqual(expected.effects[field]?.map((effect) => expect.closeTo(effect, 9))),
  );
});

test('the rates of one attribute, by hand', () => {
  const tally = tallyOfCells(['A'], ONE);
  const effects = fit(tally);
  expect(effects.intercept).toBeCloseTo(-1.4963598, 6);
  expect([...(effects.effects[0] ?? [])]).toEqual([
    expect.closeTo(0.6068843, 6),
    expect.closeTo(-0.6068843, 6),
  ]);
  const [high = NaN, low = NaN] = predictRates(effects, tally.codes);
  expect([high, low]).toEqual([expect.closeTo(0.2912181, 6), expect.closeTo(0.1087819, 6)]);
  // As many as happened; each effect is the missed conversions times the squared spread.
  expect(100 * (high + low)).toBeCloseTo(40, 9);
  expect(0.8313009230220969 ** 2 * (30 - 100 * high)).toBeCloseTo(0.6068843, 6);
  expect(predictRate(effects, [0])).toBe(high);
});

test('without conversions, or where each lead converted, the rates are 0 or 1 and nothing else has an effect', () => {
  const none = fit(
    tallyOfCells(
      ['A'],
      [
        [['a'], 50, 0],
        [['b'], 20, 0],
      ],
    ),
  );
  const all = fit(
    tallyOfCells(
      ['A'],
      [
        [['a'], 50, 50],
        [['b'], 20, 20],
      ],
    ),
  );
  expect(none).toEqual({ intercept: -Infinity, effects: [new Float64Array(2)] });
  expect(all).toEqual({ intercept: Infinity, effects: [new Float64Array(2)] });
  expect([predictRate(none, [0]), predictRate(all, [1])]).toEqual([0, 1]);
  expect(fit(tallyOfCells(['A'], []))).toMatchObject({ intercept: -Infinity });
});

test('the only value of a field and a value without leads have no effect, and a value that always converts has a finite one', () => {
  const only = fit(tallyOfCells(['A'], [[['a'], 50, 20]]));
  expect(only.intercept).toBeCloseTo(Math.log(20 / 30), 12);
  expect([...(only.effects[0] ?? [])]).toEqual([expect.closeTo(0, 12)]);
  const tally = tallyOfCells(['A'], [...ONE, [['c'], 40, 40]]);
  const unused = { ...tally, fields: [{ name: 'A', values: [...(tally.fields[0]?.values ?? []), 'd'] }] };
  const { intercept, effects } = fit(unused);
  expect([...(effects[0] ?? [])].at(-1)).toBeCloseTo(0, 12);
  const rate = predictRate({ intercept, effects }, [2]);
  expect(rate).toBeGreaterThan(0.8);
  expect(rate).toBeLessThan(1);
  // A value that the tally does not know counts as the average one.
  expect(predictRate({ intercept, effects }, [-1])).toBeCloseTo(1 / (1 + Math.exp(-intercept)), 12);
});

test('a million leads without any difference have effects of nearly 0', () => {
  const cells = Array.from({ length: 40 }, (_, at): Cell => [[`v${at}`], 1, 0]);
  const tally = tallyOfCells(['A'], cells);
  const many = {
    ...tally,
    leads: tally.leads.map(() => 25_000),
    conversions: tally.conversions.map(() => 5000),
    totalLeads: 1_000_000,
    totalConversions: 200_000,
  };
  const { intercept, effects } = fit(many);
  expect(intercept).toBeCloseTo(Math.log(0.25), 12);
  for (const effect of effects[0] ?? []) expect(Math.abs(effect)).toBeLessThan(1e-9);
});

/** The largest of the slopes of the penalised log-likelihood over its curvature: about how far an effect is from the best one. */
function measureError(tally: Tally): number {
  const effects = fit(tally);
  const rates = predictRates(effects, tally.codes);
  const errors = effects.effects.flatMap((list, field) => {
    const penalty = measureSpread(tally, field) ** -2;
    return Array.from(list, (effect, code) => {
      let [slope, curvature] = [-penalty * effect, penalty];
      tally.codes[field]?.forEach((own, at) => {
        if (own !== code) return;
        const [leads, rate] = [tally.leads[at] ?? NaN, rates[at] ?? NaN];
        slope += (tally.conversions[at] ?? NaN) - leads * rate;
        curvature += leads * rate * (1 - rate);
      });
      return Math.abs(slope / curvature);
    });
  });
  const missed = rates.reduce((sum, rate, at) => sum + (tally.leads[at] ?? NaN) * rate, 0);
  return Math.max(...errors, Math.abs(missed / tally.totalConversions - 1));
}

test.each<[string, Cell[]]>([
  [
    'an attribute repeats another',
    [
      [['a', 'a'], 900, 500],
      [['b', 'b'], 800, 30],
      [['c', 'c'], 300, 40],
    ],
  ],
  [
    'values separate the leads, and most combinations are empty',
    [
      [['a', 'x'], 4000, 4000],
      [['b', 'x'], 30, 0],
      [['b', 'y'], 5000, 0],
      [['c', 'z'], 9, 4],
      [['d', 'w'], 1, 1],
    ],
  ],
  [
    'a hundred thousand leads differ as widely as they can',
    [
      [['a', 'x'], 50_000, 49_999],
      [['a', 'y'], 100, 3],
      [['b', 'x'], 100, 98],
      [['b', 'y'], 50_000, 1],
    ],
  ],
  [
    'a whole step goes much too far',
    [
      [['a', 'x'], 41_442, 22_615],
      [['b', 'y'], 268_664, 0],
      [['c', 'z'], 11, 11],
    ],
  ],
  [
    'a whole step goes much too far in other ways',
    [
      [['a', 'x'], 386, 145],
      [['b', 'y'], 343, 0],
      [['c', 'z'], 922, 592],
      [['b', 'y'], 10_755, 1],
    ],
  ],
  [
    'few leads say nothing',
    [
      [['a', 'x'], 2, 1],
      [['b', 'y'], 1, 1],
      [['a', 'y'], 1, 0],
    ],
  ],
])('effects are the best ones to ten digits where %s', (_, cells) => {
  expect(measureError(tallyOfCells(['A', 'B'], cells))).toBeLessThan(1e-10);
});

test('effects are the best ones to ten digits where all leads of the only combination but one converted, and no lead has other values', () => {
  const tally = tallyOfCells(['A', 'B', 'C'], [[['a', 'x', 'p'], 228_506, 228_505]]);
  const fields = [
    { name: 'A', values: ['a'] },
    { name: 'B', values: ['x', 'y', 'z', 'v', 'w'] },
    { name: 'C', values: ['p', 'q', 'r'] },
  ];
  expect(measureError({ ...tally, fields })).toBeLessThan(1e-10);
});

test('effects are the same where pairs of values are fewer than combinations, and where they are more', () => {
  const random = seedRandom(6);
  const cells = Array.from({ length: 8 * 7 * 9 }, (_, at): Cell => {
    const [a, b, c] = [at % 8, Math.floor(at / 8) % 7, Math.floor(at / 56)];
    const leads = 1 + Math.floor(5 * random());
    const rate = 1 / (1 + Math.exp(1.5 - 0.3 * a + 0.2 * b - 0.1 * c));
    return [[`a${a}`, `b${b}`, `c${c}`], leads, Math.round(leads * Math.min(1, rate + 0.4 * random()))];
  });
  const tally = tallyOfCells(['A', 'B', 'C'], cells);
  // 100 values that no lead has make more pairs than combinations.
  const wide = {
    ...tally,
    fields: tally.fields.map(({ name, values }) => ({
      name,
      values: [...values, ...Array.from({ length: 100 }, (_, at) => `unused ${at}`)],
    })),
  };
  expect(measureError(tally)).toBeLessThan(1e-10);
  const [ofPairs, ofCombinations] = [fit(tally), fit(wide)];
  expect(ofPairs.intercept).toBeCloseTo(ofCombinations.intercept, 11);
  ofPairs.effects.forEach((list, field) =>
    list.forEach((effect, code) =>
      expect(effect).toBeCloseTo(ofCombinations.effects[field]?.[code] ?? NaN, 11),
    ),
  );
});
