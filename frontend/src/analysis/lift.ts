import { CONFIDENCE_PRIOR_LEADS } from './constants.ts';
import { wilsonInterval, type Interval } from './stats/wilson.ts';

/** Leads and how many of them converted, in a part of the dataset or in all of it. */
export interface Counts {
  leads: number;
  conversions: number;
}

/** Conversions / leads; 0 without leads. */
export function measureRate({ leads, conversions }: Counts): number {
  return leads === 0 ? 0 : conversions / leads;
}

/**
 * Lift = rate of a part / baseline rate, computed as one division of whole numbers. Without leads, or without any
 * conversion in the dataset, it is 1. Example: 30 of 100 in 200 of 1,000: 0.3 / 0.2 = 1.5.
 */
export function measureLift(part: Counts, total: Counts): number {
  if (part.leads === 0 || total.conversions === 0) return 1;
  return (part.conversions * total.leads) / (part.leads * total.conversions);
}

/** Confidence of a segment = leads / (leads + 50). Example: 100 leads: 2/3. */
export function measureConfidence(leads: number): number {
  return leads / (leads + CONFIDENCE_PRIOR_LEADS);
}

/**
 * Adjusted lift = confidence x lift + (1 - confidence) x 1: the lift shrunk towards 1. Computed as one division of
 * whole numbers, so that a lift of 1 stays exactly 1 and equal lifts are equal to the last bit. Without any
 * conversion in the dataset it is 1. Example: 30 of 100 in 200 of 1,000: 2/3 x 1.5 + 1/3 = 4/3.
 */
export function adjustLift(part: Counts, total: Counts): number {
  if (total.conversions === 0) return 1;
  const shrunk = part.conversions * total.leads + CONFIDENCE_PRIOR_LEADS * total.conversions;
  return shrunk / ((part.leads + CONFIDENCE_PRIOR_LEADS) * total.conversions);
}

/**
 * A 95% interval around an adjusted lift, as ratios: the Wilson interval of the conversion rate, divided by the
 * baseline rate and then moved towards 1 by the same weight as the lift itself: confidence x end / baseline rate + (1
 * - confidence). The baseline rate is taken as exact. It always contains the adjusted lift. Without any conversion in
 * the dataset it is 1 to 1, as the adjusted lift is 1.
 * Example: 40 of 100 in 200 of 1,000: Wilson 0.3094 to 0.4980, divided by 0.2: 1.547 to 2.490, weight 2/3: 1.365 to
 * 1.993 around 5/3.
 */
export function measureLiftInterval(part: Counts, total: Counts): Interval {
  const baseline = measureRate(total);
  if (baseline === 0) return { low: 1, high: 1 };
  const weight = measureConfidence(part.leads);
  const { low, high } = wilsonInterval(part.conversions, part.leads);
  const adjust = (rate: number) => (weight * rate) / baseline + (1 - weight);
  return { low: adjust(low), high: adjust(high) };
}
