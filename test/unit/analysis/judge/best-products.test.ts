import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestProducts } from '#frontend/analysis/judge/lead-values.ts';

const byRanks = (a: readonly number[], b: readonly number[]) => {
  const different = a.findIndex((rank, list) => rank !== b[list]);
  return (a[different] ?? 0) - (b[different] ?? 0);
};

function buildAndSort(lists: readonly (readonly number[])[]) {
  const all = lists.reduce<number[][]>(
    (built, list) => built.flatMap((ranks) => [...list.keys()].map((rank) => [...ranks, rank])),
    [[]],
  );
  return all
    .map((ranks) => ({
      ranks,
      product: ranks.reduce((product, rank, list) => product * (lists[list]?.[rank] ?? 0), 1),
    }))
    .toSorted((a, b) => b.product - a.product || byRanks(a.ranks, b.ranks));
}

describe('bestProducts', () => {
  test('gives the largest products first', () => {
    expect(
      bestProducts(
        [
          [3, 2],
          [5, 1],
        ],
        3,
        byRanks,
      ),
    ).toEqual([
      { ranks: [0, 0], product: 15 },
      { ranks: [1, 0], product: 10 },
      { ranks: [0, 1], product: 3 },
    ]);
  });

  test('equals building and sorting all products, each once', () => {
    const list = fc
      .array(fc.oneof(fc.constantFrom(0.5, 1, 2, 4), fc.double({ min: 0.01, max: 5, noNaN: true })), {
        maxLength: 6,
      })
      .map((factors) => factors.toSorted((a, b) => b - a));
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 3 }), fc.nat(250), (lists, limit) => {
        expect(bestProducts(lists, limit, byRanks)).toEqual(buildAndSort(lists).slice(0, limit));
      }),
    );
  });

  test('puts products that rounding makes equal in the order of ties', () => {
    // 0.7 x 1.5 and 0.7 x the next double below 1.5 round to one number; here ties put the higher rank first.
    const lists = [[0.7], [1.5, 1.5 - 2 ** -52]];
    const reversed = (a: readonly number[], b: readonly number[]) => byRanks(b, a);
    const products = bestProducts(lists, 2, reversed);
    expect(products[0]?.product).toBe(products[1]?.product);
    expect(products.map(({ ranks }) => ranks)).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });
});
