import { expect, test } from 'vitest';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { listOtherSegments, testCandidate } from '#frontend/analysis/finder/other-segments.ts';

/** Leads of each value, the converted ones first. */
function candidateOf(values: readonly [leads: number, conversions: number][], column = 1) {
  const codes = values.flatMap(([leads], code) => Array.from({ length: leads }, () => code));
  const isConverted = values.flatMap(([leads, conversions]) =>
    Array.from({ length: leads }, (_, lead) => Number(lead < conversions)),
  );
  const candidate: Candidate = {
    column,
    kind: 'values',
    isKnownLater: false,
    isOfCalendar: false,
    codes: Uint8Array.from(codes),
    names: values.map((_, code) => `value ${code}`),
  };
  return { candidate, isConverted: Uint8Array.from(isConverted) };
}

test('values with at least 10 leads have the p-value of Fisher’s exact test', () => {
  // The hypergeometric sums of the tables [[3, 7], [2, 17]] and [[1, 9], [4, 15]].
  const { candidate, isConverted } = candidateOf([
    [10, 3],
    [10, 1],
    [9, 1],
  ]);
  const { conversions, value, knowsOutcome } = testCandidate(candidate, {
    isConverted,
    valued: null,
    aged: null,
  });
  expect(conversions).toHaveLength(2);
  expect(conversions[0]).toBeCloseTo(0.30642920298092713, 8);
  expect(conversions[1]).toBeCloseTo(0.6328154604016674, 8);
  expect(value).toBeNull();
  expect(knowsOutcome).toBe(false);
});

test('of a column of one value, and without a conversion, p is 1', () => {
  for (const values of [
    [[20, 4]],
    [
      [10, 0],
      [10, 0],
    ],
  ] as [number, number][][]) {
    const { candidate, isConverted } = candidateOf(values);
    const { conversions } = testCandidate(candidate, { isConverted, valued: null, aged: null });
    expect([...conversions]).toEqual(values.map(() => 1));
  }
});

test('by value they have the larger p-value of whole and of cut amounts', () => {
  // 30 and 20 of 100 leads worth 10 each, as in chi-square without correction: 200 (30 x 80 - 70 x 20)² / (100 x 100 x 50 x 150).
  const { candidate, isConverted } = candidateOf([
    [100, 30],
    [100, 20],
  ]);
  const items = Uint32Array.from([...isConverted.keys()].filter((lead) => isConverted[lead] === 1));
  const amounts = new Float64Array(items.length).fill(10);
  const valued = { items, amounts, converted: new Uint8Array(items.length).fill(1) };
  const { conversions, value } = testCandidate(candidate, { isConverted, valued, aged: null });
  expect(value).toHaveLength(2);
  // Chi-square 2.6667: p 0.10247.
  for (const p of value ?? []) expect(p).toBeCloseTo(0.102470434859749, 10);
  for (const p of conversions) expect(p).toBeGreaterThan(0.1025); // the exact test is more careful
});

test('columns on the screen and columns that know the outcome do not count', () => {
  const tested = [
    candidateOf([
      [40, 10],
      [40, 20],
    ]),
    candidateOf(
      [
        [40, 10],
        [40, 11],
      ],
      2,
    ),
    candidateOf(
      [
        [40, 40],
        [40, 0],
      ],
      3,
    ),
  ].map(({ candidate, isConverted }) => testCandidate(candidate, { isConverted, valued: null, aged: null }));
  expect(tested.map(({ knowsOutcome }) => knowsOutcome)).toEqual([false, false, true]);
  const { conversions, value } = listOtherSegments(tested, new Set([1]));
  expect([...conversions]).toEqual([...(tested[1]?.conversions ?? [])]);
  expect(value).toBeNull();
  expect(listOtherSegments(tested, new Set([1, 2])).conversions).toHaveLength(0);
});
