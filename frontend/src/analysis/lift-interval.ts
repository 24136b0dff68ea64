import { measureConfidence, measureRate, type Counts } from './lift.ts';
import { wilsonInterval, type Interval } from './stats/wilson.ts';

/**
 * A 95% interval around an adjusted lift, as ratios: the Wilson interval of the conversion rate, divided by
 * the baseline rate and then moved towards 1 by the same weight as the lift itself: confidence x end / baseline
 * rate + (1 - confidence). The baseline rate counts as known. It always contains the adjusted lift.
 * Without any conversion in the dataset it is 1 to 1, as the adjusted lift is 1.
 * Example: 40 of 100 in 200 of 1,000: Wilson 0.3094 to 0.4980, divided by 0.2: 1.547 to 2.490, weight 2/3:
 * 1.365 to 1.993 around 5/3.
 */
export function measureLiftInterval(part: Counts, total: Counts): Interval {
  const baseline = measureRate(total);
  if (baseline === 0) return { low: 1, high: 1 };
  const weight = measureConfidence(part.leads);
  const { low, high } = wilsonInterval(part.conversions, part.leads);
  const adjust = (rate: number) => (weight * rate) / baseline + (1 - weight);
  return { low: adjust(low), high: adjust(high) };
}
