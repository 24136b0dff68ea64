import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gather, groupItems, numberItems, renameTexts, sumByCode } from '#frontend/analysis/counts/coding.ts';

/** Numbers the combinations of codes in order of first appearance, by a Map. */
function numberNaively([first, ...others]: readonly Uint32Array[]): number[] {
  const numbers = new Map<string, number>();
  return Array.from(first ?? [], (code, item) => {
    const codes = [code, ...others.map((list) => list[item])].join(' ');
    numbers.set(codes, numbers.get(codes) ?? numbers.size);
    return numbers.get(codes) ?? -1;
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
    { counts: [2, 3] },
    { counts: [3, 700_000] },
    { counts: [700_000, 3] },
    { counts: [2_000, 2_000] },
    { counts: [1, 2_000_000] },
    { counts: [65_536, 65_536] },
    { counts: [65_537, 65_536] },
    { counts: [4_000_000, 2_000_000] },
    { counts: [20, 30, 40] },
    // The first two fit in 32 bits, all three don't.
    { counts: [60_000, 60_000, 3] },
    { counts: [3, 60_000, 60_000] },
    { counts: [100_000, 100_000, 3] },
  ])('equals a Map for codes below $counts', ({ counts }) => {
    const codesOf = (count: number) => fc.array(fc.nat(count - 1), { minLength: 3_000, maxLength: 3_000 });
    fc.assert(
      fc.property(fc.tuple(...counts.map(codesOf)), (lists) => {
        const codes = lists.map((list) => Uint32Array.from(list));
        const grouping = groupItems(codes.map((list, index) => ({ codes: list, count: counts[index] ?? 0 })));
        const expected = numberNaively(codes);
        expect([...grouping.codes]).toEqual(expected);
        expect(grouping.count).toBe(Math.max(...expected) + 1);
        expect([...grouping.firstItems]).toEqual(
          [...new Set(expected)].map((number) => expected.indexOf(number)),
        );
      }),
      { numRuns: 5 },
    );
  });

  test('tells pairs apart whose numbers are equal in 32 bits', () => {
    // 65,536 x 65,536 + 0 is 2^32.
    const a = { codes: Uint32Array.of(0, 65_536, 0), count: 131_072 };
    const b = { codes: Uint32Array.of(0, 0, 0), count: 65_536 };
    expect([...groupItems([a, b]).codes]).toEqual([0, 1, 0]);
    const c = { codes: Uint32Array.of(0, 0, 1), count: 2 };
    expect([...groupItems([a, b, c]).codes]).toEqual([0, 1, 2]);
    expect([...groupItems([c, a, b]).codes]).toEqual([0, 1, 2]);
  });

  test('gives nothing for no items, and for no codings', () => {
    const none = { codes: new Uint32Array(), count: 0 };
    expect(groupItems([none, none])).toEqual({ ...none, firstItems: new Uint32Array() });
    expect(groupItems([]).count).toBe(0);
    const many = { codes: new Uint32Array(), count: 10_000 };
    expect(groupItems([many, many]).count).toBe(0);
  });
});

describe('numberItems', () => {
  // All pairs of a square lie close together, and a half full table makes them collide.
  test.each([
    { below: [60, 60] },
    { below: [4_000_000_000, 3] },
    { below: [3, 100_000, 100_000] },
    { below: [5_000] },
  ])('finds each item by its codes below $below, and no other', ({ below }) => {
    const codesOf = (count: number) => fc.array(fc.nat(count - 1), { minLength: 3_000, maxLength: 3_000 });
    fc.assert(
      fc.property(fc.tuple(...below.map(codesOf)), (lists) => {
        const [once, twice] = [new Map<string, number[]>(), new Map<string, number[]>()];
        lists[0]!.forEach((_, row) => {
          const codes = lists.map((list) => list[row]!);
          (row < 2_000 ? once : twice).set(codes.join(' '), codes);
        });
        const items = [...once.values()];
        const { find } = numberItems(lists.map((_, at) => Uint32Array.from(items, (codes) => codes[at]!)));
        items.forEach((codes, item) => expect(find(codes)).toBe(item));
        for (const [name, codes] of twice) expect(find(codes) !== undefined).toBe(once.has(name));
      }),
      { numRuns: 5 },
    );
  });

  test('finds nothing among no items, nor by a code that is none', () => {
    expect(numberItems([new Uint32Array(), new Uint32Array()]).find([0, 0])).toBeUndefined();
    expect(numberItems([]).find([])).toBeUndefined();
    const { find, codes } = numberItems([Uint32Array.of(0, 0, 1, 0), Uint32Array.of(1, 0, 1, 1)]);
    expect(codes).toEqual(Uint32Array.of(0, 1, 2, 0));
    expect([find([0, 0]), find([1, 0]), find([NaN, 0]), find([0, NaN])]).toEqual([1, ...Array(3)]);
  });
});

describe('sumByCode', () => {
  test('adds the amounts of each code', () => {
    expect(sumByCode(Uint32Array.of(5, 6, 7), Uint32Array.of(1, 0, 1), 3)).toEqual(Uint32Array.of(6, 12, 0));
  });
});

test('gather takes the value at each index', () => {
  expect(gather(Uint32Array.of(5, 6, 7), Uint32Array.of(2, 0, 2, 1))).toEqual(Uint32Array.of(7, 5, 7, 6));
});

test('texts that get the same name have one code, in order of first appearance', () => {
  const column = {
    codes: Uint32Array.of(0, 1, 2, 1, 2, 2, 3),
    categories: ['ads', 'Ads', 'Web', ''],
    leads: Uint32Array.of(1, 2, 3, 1),
  };
  expect(renameTexts(column, (text, code) => (code === 3 ? 'ADS' : text.toUpperCase()))).toEqual({
    codes: Uint32Array.of(0, 0, 1, 0, 1, 1, 0),
    categories: ['ADS', 'WEB'],
    leads: Uint32Array.of(4, 3),
  });
});
