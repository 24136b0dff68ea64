import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import {
  widenDiscoveries,
  widenTests,
  type OtherSegments,
} from '#frontend/analysis/judge/widen-discoveries.ts';
import { benjaminiHochberg } from '#frontend/analysis/stats/false-discovery.ts';
import { explainSegmentLabel } from '#frontend/features/results/evidence.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

const qOf = (shown: readonly number[], others: readonly number[], repeats = shown.map(() => 1)) => [
  ...widenTests(
    { pValues: Float64Array.from(shown), repeats: Uint32Array.from(repeats) },
    Float64Array.from(others),
  ).qValues,
];

// By hand: the larger of p m / rank over the shown tests and over all.
test.each([
  ['weak ones make q larger', [0.01, 0.04], [0.5, 0.6], [0.04, 0.08]],
  ['strong ones do not make it smaller', [0.01, 0.04], [0.0001, 0.0001], [0.02, 0.04]],
  ['without others it is that of the screen', [0.01, 0.04], [], [0.02, 0.04]],
  ['without segments there is none', [], [0.5], []],
])('beside other columns: %s', (_, shown, others, expected) => {
  const found = qOf(shown, others);
  expect(found).toHaveLength(expected.length);
  for (const [at, q] of expected.entries()) expect(found[at]).toBeCloseTo(q, 12);
});

test('a p-value counts as often as it occurs, and a segment that is no test has a q of 1', () => {
  // 0.01 twice: over three tests 0.01 x 3 / 2, over four 0.01 x 4 / 2.
  const [first, none] = qOf([0.01, 0.001, 0.3], [0.9], [2, 0, 1]);
  expect(first).toBeCloseTo(0.02, 12);
  expect(none).toBe(1);
});

test('q is never below that of the screen alone', () => {
  const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
  fc.assert(
    fc.property(ps, ps, (shown, others) => {
      const alone = benjaminiHochberg(Float64Array.from(shown), new Uint32Array(shown.length).fill(1));
      for (const [at, q] of qOf(shown, others).entries()) expect(q).toBeGreaterThanOrEqual(alone[at]!);
    }),
  );
});

test('tests and findings are counted over the segments on the screen and those of the other columns together', () => {
  // By hand: q of all four is 0.04, 0.08, 0.6 and 0.6, so that one is found; on the screen alone it would be two of two.
  const shown = { pValues: Float64Array.of(0.01, 0.04), repeats: Uint32Array.of(1, 1) };
  expect(widenTests(shown, Float64Array.of(0.5, 0.6)).all).toEqual({ tested: 4, found: 1 });
  expect(widenTests({ ...shown, repeats: Uint32Array.of(2, 0) }, Float64Array.of(0.5)).all).toEqual({
    tested: 3,
    found: 2,
  });
});

test('a segment that is Test only for the tests of other columns says so', () => {
  // Source a: 130 of 500 against 20% of all; clear among its own values, and not beside 397 tests of noise.
  const cells: Cell[] = [
    [['a'], 500, 130],
    [['b'], 500, 80],
    [['c'], 2000, 390],
  ];
  const measurement = measure(tallyOfCells(['Source'], cells));
  const others = (noise: number): OtherSegments => ({
    conversions: Float64Array.from({ length: noise }, (_, at) => (at + 1) / noise),
    value: null,
    priors: { conversions: EQUAL_WEIGHTS, value: null },
  });
  const judged = (noise: number) => {
    const analysis = judge(
      noise > 0 ? widenDiscoveries(measurement, others(noise)) : measurement,
      DEFAULT_SETTINGS,
    );
    const a = analysis.segments.find(({ value }) => value === 'a')!;
    return { label: a.label, isClear: a.isClearAmongShown, words: explainSegmentLabel(a, analysis) };
  };
  expect(judged(0)).toMatchObject({ label: 'Use', isClear: false });
  expect(judged(2)).toMatchObject({ label: 'Use', isClear: false });
  expect(judged(397)).toEqual({
    label: 'Test',
    isClear: true,
    words: expect.stringMatching(
      /^Clear among these attributes; may be chance among all 400 tests \(\d+\.\d% by chance\)\.$/,
    ),
  });
  // 54 of 200 against 20%: p 0.02, the least of 12 values.
  const many: Cell[] = Array.from({ length: 12 }, (_, at) => [
    [at === 0 ? 'x' : `v${at}`],
    200,
    at === 0 ? 54 : 40,
  ]);
  const analysis = judge(
    widenDiscoveries(measure(tallyOfCells(['Source'], many)), others(397)),
    DEFAULT_SETTINGS,
  );
  const x = analysis.segments.find(({ value }) => value === 'x')!;
  expect(x).toMatchObject({ label: 'Test', isClearAmongShown: false });
  expect(explainSegmentLabel(x, analysis)).toMatch(
    /^Significant alone, but it may be chance among 12 tested segments/,
  );
});
