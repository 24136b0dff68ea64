import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupItems, sumByCode } from '#frontend/analysis/coding.ts';

/** Numbers pairs in order of first appearance, by a Map. */
function numberNaively(a: Uint32Array, b: Uint32Array): number[] {
  const numbers = new Map<string, number>();
  return Array.from(a, (codeA, item) => {
    const pair = `${codeA} ${b[item]}`;
    numbers.set(pair, numbers.get(pair) ?? numbers.size);
    return numbers.get(pair) ?? -1;
  });
}

describe('groupItems', () => {
  test('numbers the pairs that occur in order of first appearance, with the first item of each', () => {
    const a = { codes: Uint32Array.of(0, 0, 1, 0), count: 2 };
    const b = { codes: Uint32Array.of(1, 0, 1, 1), count: 2 };
    expect(groupItems([a, b])).toEqual({
      codes: Uint32Array.of(0, 1, 2, 0),
      count: 3,
      firstItems: Uint32Array.of(0, 1, 2),
    });
  });

  // Above 2^32 possible pairs they are numbered before. Few codes on one side make many pairs that differ in the other
  // side only; a half full table makes them collide.
  test.each([
    [2, 3],
    [3, 700_000],
    [700_000, 3],
    [2_000, 2_000],
    [1, 2_000_000],
    [65_536, 65_536],
    [65_537, 65_536],
    [4_000_000, 2_000_000],
  ])('equals a Map for %d and %d codes', (countA, countB) => {
    const codesOf = (count: number) => fc.array(fc.nat(count - 1), { minLength: 3_000, maxLength: 3_000 });
    fc.assert(
      fc.property(codesOf(countA), codesOf(countB), (codesA, codesB) => {
        const [a, b] = [Uint32Array.from(codesA), Uint32Array.from(codesB)];
        const grouping = groupItems([
          { codes: a, count: countA },
          { codes: b, count: countB },
        ]);
        const expected = numberNaively(a, b);
        expect([...grouping.codes]).toEqual(expected);
        expect(grouping.count).toBe(Math.max(...expected) + 1);
        expect([...grouping.firstItems]).toEqual(
          [...new Set(expected)].map((number) => expected.indexOf(number)),
        );
      }),
      { numRuns: 5 },
    );
  });

  test('gives nothing for no items, and for no codings', () => {
    const none = { codes: new Uint32Array(), count: 0 };
    expect(groupItems([none, none])).toEqual({ ...none, firstItems: new Uint32Array() });
    expect(groupItems([]).count).toBe(0);
    const many = { codes: new Uint32Array(), count: 10_000 };
    expect(groupItems([many, many]).count).toBe(0);
  });
});

describe('sumByCode', () => {
  test('adds the amounts of each code', () => {
    expect(sumByCode(Uint32Array.of(5, 6, 7), Uint32Array.of(1, 0, 1), 3)).toEqual(Uint32Array.of(6, 12, 0));
  });
});
