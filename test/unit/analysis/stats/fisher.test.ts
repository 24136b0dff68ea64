import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fisherExact } from '#frontend/analysis/stats/fisher.ts';
import { fisherByDefinition } from '#test/support/hypergeometric.ts';

type Table = [a: number, b: number, c: number, d: number];
const fisherOf = ([a, b, c, d]: Table) => fisherExact({ a, b, c, d });

describe('fisherExact', () => {
  // Fisher, The Design of Experiments (1935), chapter 2: a lady tells 4 cups of 8. With all right 1 table of 70 on each
  // side, with 3 right (1 + 16 + 16 + 1) / 70.
  test.each<[string, Table, number]>([
    ['all right', [4, 0, 0, 4], 2 / 70],
    ['three right', [3, 1, 1, 3], 34 / 70],
    ['two right', [2, 2, 2, 2], 1],
  ])('of the lady tasting tea, %s, is a count of tables', (_, table, p) => {
    expect(fisherOf(table)).toBeCloseTo(p, 15);
  });

  // scipy 1.17: scipy.stats.fisher_exact([[a, b], [c, d]]).pvalue. The first is Fisher's example of criminal twins.
  test.each<[Table, number]>([
    [[10, 2, 3, 15], 0.0005367241191434357],
    [[1, 9, 11, 3], 0.0027594561852200836],
    [[40, 60, 160, 740], 1.1050989174953667e-6],
    [[96, 125, 316, 1463], 2.071534815562097e-16],
    [[0, 20, 30, 150], 0.048494568798184964],
    [[120, 880, 2000, 17000], 0.14013055767525867],
    [[2, 8, 10, 40000], 3.7039429225652254e-6],
    [[300, 24700, 4700, 470300], 0.0015463941915319936],
    [[25400, 224600, 24600, 225400], 0.0001654929260004663],
  ])('of %j is that of scipy', (table, p) => {
    expect(Math.abs(fisherOf(table) / p - 1)).toBeLessThan(1e-9);
  });

  test('equals the sum over all tables in whole numbers', () => {
    const count = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const p = fisherExact({ a, b, c, d });
        expect(Math.abs(p / fisherByDefinition({ a, b, c, d }) - 1)).toBeLessThan(1e-11);
      }),
    );
  });

  test('is the same for rows and columns exchanged', () => {
    const count = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const p = fisherOf([a, b, c, d]);
        for (const table of [
          [c, d, a, b],
          [b, a, d, c],
          [a, c, b, d],
        ] satisfies Table[])
          expect(Math.abs(fisherOf(table) - p)).toBeLessThanOrEqual(1e-10 * p);
      }),
    );
  });

  test('counts equally probable tables on the other side, whose chance differs in its last bits only', () => {
    // 3 of 7 in 7 of 49 against 0 of 7: symmetric margins of many sizes, where both outer tables are equally probable.
    for (const size of [3, 7, 11, 101, 999]) {
      const p = fisherOf([0, size, size, 0]);
      expect(p).toBeCloseTo(fisherByDefinition({ a: size, b: 0, c: 0, d: size }), 15);
      const near = Math.floor(size / 2);
      expect(fisherOf([near, size - near, size - near, near])).toBeCloseTo(1, 12);
    }
  });

  test('is 1 where the margins leave one table only, and for counts that no table has', () => {
    for (const table of [
      [0, 0, 3, 4],
      [3, 0, 4, 0],
      [0, 5, 0, 7],
      [0, 0, 0, 0],
    ] satisfies Table[])
      expect(fisherOf(table)).toBe(1);
    expect(fisherOf([5, 3, -1, 4])).toBe(1);
  });

  test('falls to 0 without a number that is none, however clear the difference', () => {
    expect(fisherOf([200, 0, 0, 200])).toBeCloseTo(fisherByDefinition({ a: 200, b: 0, c: 0, d: 200 }), 130);
    expect(fisherOf([250_000, 0, 0, 250_000])).toBe(0);
    expect(fisherOf([0, 250_000, 250_000, 0])).toBe(0);
  });
});
