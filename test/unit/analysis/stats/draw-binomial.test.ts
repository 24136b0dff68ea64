import { describe, expect, test } from 'vitest';
import { createNormal, createRandom, drawBinomial } from '#frontend/analysis/stats/random.ts';

const DRAWS = 20_000;

function draw(tries: number, chance: number): number[] {
  const random = createRandom(3);
  const normal = createNormal(random);
  return Array.from({ length: DRAWS }, () => drawBinomial([tries, chance], random, normal));
}

describe('the number of successes', () => {
  test('of 3 tries of chance 0.5 is 0 to 3 with chances 1/8, 3/8, 3/8 and 1/8', () => {
    const drawn = draw(3, 0.5);
    const shares = [0, 1, 2, 3].map((count) => drawn.filter((one) => one === count).length / DRAWS);
    [1 / 8, 3 / 8, 3 / 8, 1 / 8].forEach((share, at) => expect(shares[at]).toBeCloseTo(share, 1.7));
  });

  test.each([
    [40, 0.02],
    [40, 0.9],
    [98, 0.5],
    [2000, 0.3],
    [100_000, 0.0001],
  ])('of %i tries of chance %d has mean n p and variance n p (1 - p)', (tries, chance) => {
    const drawn = draw(tries, chance);
    const mean = drawn.reduce((sum, one) => sum + one, 0) / DRAWS;
    const variance = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / DRAWS;
    const expected = tries * chance * (1 - chance);
    expect(Math.abs(mean - tries * chance)).toBeLessThan(4 * Math.sqrt(expected / DRAWS));
    expect(variance / expected).toBeCloseTo(1, 1);
    expect(drawn.every((one) => Number.isInteger(one) && one >= 0 && one <= tries)).toBe(true);
  });

  test('is none or all where chance is 0 or 1 or beyond, and none without tries', () => {
    const [random, normal] = [createRandom(1), createNormal(createRandom(1))];
    const asked = [
      [10, 0],
      [10, -1],
      [10, 1],
      [10, 1.5],
      [0, 0.5],
    ] as const;
    expect(asked.map((pair) => drawBinomial(pair, random, normal))).toEqual([0, 0, 10, 10, 0]);
  });
});
