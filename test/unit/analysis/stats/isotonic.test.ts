import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitRising } from '#frontend/analysis/stats/isotonic.ts';

test('pools neighbours that fall', () => {
  expect([...fitRising(Float64Array.of(1, 3, 2, 4), new Float64Array(4).fill(1))]).toEqual([1, 2.5, 2.5, 4]);
  expect([...fitRising(Float64Array.of(3, 2, 1), Float64Array.of(1, 1, 4))]).toEqual([1.5, 1.5, 1.5]);
  expect([...fitRising(new Float64Array(), new Float64Array())]).toEqual([]);
});

/** The same by its definition as a max of mins of means: no pooling at all. */
function byDefinition(values: readonly number[], weights: readonly number[]): number[] {
  const meanOf = (from: number, to: number) => {
    let [sum, weight] = [0, 0];
    for (let at = from; at <= to; at++) {
      sum += weights[at]! * values[at]!;
      weight += weights[at]!;
    }
    return sum / weight;
  };
  return values.map((_, at) => {
    const lowest = (from: number) =>
      Math.min(...values.slice(at).map((__, further) => meanOf(from, at + further)));
    return Math.max(...values.slice(0, at + 1).map((__, from) => lowest(from)));
  });
}

test('is the rising fit of least squares', () => {
  const points = fc.array(
    fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      weight: fc.integer({ min: 1, max: 500 }),
    }),
    { minLength: 1, maxLength: 25 },
  );
  fc.assert(
    fc.property(points, (list) => {
      const [values, weights] = [list.map(({ value }) => value), list.map(({ weight }) => weight)];
      const fit = fitRising(Float64Array.from(values), Float64Array.from(weights));
      byDefinition(values, weights).forEach((expected, at) => expect(fit[at]).toBeCloseTo(expected, 12));
    }),
  );
});
