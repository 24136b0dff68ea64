import { expect, test } from 'vitest';
import { areKept, packEntered, packToEnter } from '#frontend/choices/pack-figures.ts';
import type { ToEnter } from '#frontend/analysis/platforms/to-enter.ts';

const NONE: ToEnter = { figures: [], pairRules: 0 };
const enter = ({ value }: { value: string }): ToEnter =>
  value === 'none' ? NONE : { figures: [{ platform: 'google', multiplier: 0.7 }], pairRules: 0 };
const fieldOf = (...values: string[]) => [{ name: 'Source', values }];
const many = (count: number) => fieldOf(...Array.from({ length: count }, (_, at) => `v${at}`));

test('what plans enter has the values for which they enter something, also in pairs alone', () => {
  const inPairs = ({ value }: { value: string }): ToEnter =>
    value === 'b' ? { figures: [], pairRules: 2 } : NONE;
  expect(packToEnter(fieldOf('a', 'none'), enter)).toEqual([
    {
      fieldName: 'Source',
      fieldValue: 'a',
      figures: [{ platform: 'google', multiplier: 0.7 }],
      pairRules: 0,
      estimate: 'main-effects',
    },
  ]);
  expect(packToEnter(fieldOf('a', 'b'), inPairs)).toEqual([
    { fieldName: 'Source', fieldValue: 'b', figures: [], pairRules: 2, estimate: 'main-effects' },
  ]);
});

test('rules in use keep at most 100 figures, of names with 200 characters in all', () => {
  expect(packEntered(many(60), enter)).toHaveLength(60);
  expect(packEntered(many(101), enter)).toBeUndefined();
  expect(packEntered(fieldOf('x'.repeat(194)), enter)).toHaveLength(1);
  expect(packEntered(fieldOf('x'.repeat(195)), enter)).toBeUndefined();
  // 30 values of 194 characters are more than half of a small body.
  expect(
    packEntered(fieldOf(...many(30)[0]!.values.map((value) => value.padEnd(194))), enter),
  ).toBeUndefined();
});

test('rules in use keep at most 100 ticked pairs, of names with 200 characters in all', () => {
  const pairs = (count: number, fieldValue = 'b') =>
    Array.from({ length: count }, () => ({
      platform: 'google' as const,
      fieldName: 'Device',
      fieldValue,
      multiplier: 0.7,
    }));
  const one = { fieldName: 'Source', fieldValue: 'a', figures: [], pairRules: 1 };
  expect(areKept([{ ...one, pairs: pairs(100) }])).toBe(true);
  expect(
    areKept([
      { ...one, pairs: pairs(100) },
      { ...one, pairs: pairs(1) },
    ]),
  ).toBe(false);
  expect(areKept([{ ...one, pairs: pairs(1, 'x'.repeat(194)) }])).toBe(true);
  expect(areKept([{ ...one, pairs: pairs(1, 'x'.repeat(195)) }])).toBe(false);
});
