import { describe, expect, test } from 'vitest';
import { findMaturity } from '#frontend/analysis/counts/maturity.ts';

/** Leads of an age, won after some days or, with -1, not won. */
type Group = readonly [count: number, age: number, daysToWin: number];

function maturityOf(groups: readonly Group[]) {
  const leads = groups.flatMap(([count, age, days]) =>
    Array.from({ length: count }, () => [age, days] as const),
  );
  return findMaturity({
    ages: Int32Array.from(leads, ([age]) => age),
    daysToWin: Int32Array.from(leads, ([, days]) => days),
  });
}

describe('the age by which wins have come', () => {
  test('is the day on which 95% of the followed wins have', () => {
    // F(10) = 20/200, F(30) = 1 - 0.9 x (1 - 20/180) = 0.2.
    expect(
      maturityOf([
        [20, 100, 10],
        [20, 100, 30],
        [160, 100, -1],
      ]),
    ).toBe(30);
    // The last one of 20 makes 95% at the 19th.
    expect(
      maturityOf([
        [19, 100, 10],
        [1, 100, 30],
        [180, 100, -1],
      ]),
    ).toBe(10);
  });

  test('counts that young leads had no time for a late sale', () => {
    // 400 leads of 20 days and 400 of 100 with 40 early sales each, and 4 late sales: of all sales the early ones are 95%, of those
    // that had the time 40/400 of 44/400, 91%.
    const groups: Group[] = [
      [40, 20, 10],
      [360, 20, -1],
      [40, 100, 10],
      [4, 100, 60],
      [356, 100, -1],
    ];
    expect(maturityOf(groups)).toBe(60);
  });

  test('needs 20 wins, and leads that are 1.5 times as old', () => {
    expect(maturityOf([[20, 45, 30], [180, 45, -1]])).toBe(30); // oxfmt-ignore
    expect(maturityOf([[19, 45, 30], [181, 45, -1]])).toBeNull(); // oxfmt-ignore
    expect(maturityOf([[20, 44, 30], [180, 44, -1]])).toBeNull(); // oxfmt-ignore
  });

  test('follows wins to the age that 20 leads reach, and leaves out leads that do not count', () => {
    // 19 leads of 400 days are too few to follow: their wins at 300 days are not seen.
    const young: Group[] = [[25, 100, 10], [175, 100, -1]]; // oxfmt-ignore
    expect(maturityOf([...young, [19, 400, 300]])).toBe(10);
    expect(maturityOf([...young, [20, 400, 300]])).toBeNull(); // 400 is under 1.5 x 300
    expect(maturityOf([...young, [20, 450, 300]])).toBe(300);
    expect(maturityOf([...young, [500, -1, 300]])).toBe(10);
  });

  test('takes a sale behind the newest date as one on it, and is unknown without leads', () => {
    expect(maturityOf([[20, 100, 150], [180, 160, -1]])).toBe(100); // oxfmt-ignore
    expect(maturityOf([])).toBeNull();
    expect(maturityOf([[30, 100, 0], [70, 100, -1]])).toBe(0); // oxfmt-ignore
  });
});
