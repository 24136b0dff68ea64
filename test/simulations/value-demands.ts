import { measureValueInterval } from '#frontend/analysis/measure/value-figures.ts';
import { createNormal, createRandom } from '#frontend/analysis/stats/random.ts';
import type { Repeats } from './finder-demands.ts';

/** A segment and all other leads convert alike, and their deals are alike: lognormal with this spread. */
interface ValueWorld {
  sigma: number;
  /** The conversions of the segment: at least the first, below the second. */
  conversions: readonly [number, number];
}

const RATE = 0.1;
const OTHER_LEADS = 4000;

/** The share of 95% intervals of a value lift (methods L.3) that hold the true lift, 1, among files whose segment has such a number of conversions. */
export function simulateValueIntervals({ files, seed }: Repeats, { sigma, conversions }: ValueWorld): number {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const [least, below] = conversions;
  const draw = (leads: number) => {
    const part = { leads, conversions: 0, sum: 0, sumOfSquares: 0 };
    for (let lead = 0; lead < leads; lead++) {
      if (random() >= RATE) continue;
      const amount = Math.exp(sigma * normal());
      part.conversions++;
      part.sum += amount;
      part.sumOfSquares += amount ** 2;
    }
    return part;
  };
  let [measured, held] = [0, 0];
  while (measured < files) {
    const part = draw(Math.round((least + random() * (below - least)) / RATE));
    if (part.conversions < least || part.conversions >= below) continue;
    const others = draw(OTHER_LEADS);
    const interval = measureValueInterval(part, {
      leads: part.leads + others.leads,
      conversions: part.conversions + others.conversions,
      sum: part.sum + others.sum,
      sumOfSquares: part.sumOfSquares + others.sumOfSquares,
    });
    measured++;
    held += Number(interval !== null && interval.low <= 1 && interval.high >= 1);
  }
  return held / files;
}
