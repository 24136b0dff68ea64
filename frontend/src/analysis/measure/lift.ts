import type { Counts } from '../counts/valued-leads.ts';
import { CONFIDENCE_PRIOR_LEADS } from '../constants.ts';
import type { TwoByTwo } from '../stats/chi-square.ts';
import { katzInterval, measureRatio, type Interval } from '../stats/intervals.ts';

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
 * A lift moved towards 1 as the adjusted lift is: confidence x lift + (1 - confidence) x 1. The ends of the interval of the lift give
 * the interval of the adjusted lift, since confidence depends on the number of leads only. Finite for finite lifts.
 * Example: 1.5944 to 2.4801 around 2, of 100 leads: 1.3963 to 1.9867 around 5/3.
 */
export function shrinkLift(lift: number, confidence: number): number {
  return 1 + confidence * (lift - 1);
}

/** Two groups of leads, converted or not. */
export function tableOfGroups(first: Counts, second: Counts): TwoByTwo {
  return {
    a: first.conversions,
    b: first.leads - first.conversions,
    c: second.conversions,
    d: second.leads - second.conversions,
  };
}

/**
 * A part against all other leads: converted or not, inside or outside the part. Where the counts of the part are not
 * within those of the total, which no file gives, the others are taken as 0.
 */
export function tableAgainstRest(part: Counts, total: Counts): TwoByTwo {
  return tableOfGroups(part, subtractCounts(total, part));
}

/** The other leads. Nothing is left where the part has more than the total. */
export function subtractCounts(total: Counts, part: Counts): Counts {
  const leads = Math.max(0, total.leads - part.leads);
  return { leads, conversions: Math.min(leads, Math.max(0, total.conversions - part.conversions)) };
}

/**
 * The 95% interval of a lift, as ratios: the Katz interval of r = rate of the part / rate of the others (0.5 added to
 * each count), each end mapped to lift = r / (f r + 1 - f) with f = share of the part in all leads, since the baseline
 * rate is f x own rate + (1 - f) x rate of the others. It always contains the lift, which is at most 1 / f. A part of all
 * leads has a lift of 1 whatever its rate: 1 to 1. Without any conversion in the dataset it is 0 to 1 / f: nothing is
 * known. Every end is finite.
 * Example: 40 of 100 in 200 of 1,000: r 1.7072 to 2.9682, f 0.1: 1.5944 to 2.4801 around 2.
 */
export function measureLiftInterval(part: Counts, total: Counts): Interval {
  if (part.leads >= total.leads) return { low: 1, high: 1 };
  const share = part.leads / total.leads;
  const { low, high } = katzInterval(tableAgainstRest(part, total));
  return { low: toLift(low, share), high: toLift(high, share) };
}

/** The logarithm of a lift, and its standard error. */
interface LogLift {
  log: number;
  standardError: number;
}

/**
 * The logarithm of the lift in the middle of that interval, with its standard error: r = rate of the part / rate of the others
 * (0.5 added to each count) is mapped to the lift as its ends are, lift = r / (f r + 1 - f), and so its error is that of ln r
 * times the slope d ln lift / d ln r = (1 - f) / (f r + 1 - f). Finite without a conversion in the part too. Null where the
 * lift says nothing: a part of all leads or of none, or no conversion in the dataset.
 * Example: 40 of 100 in 200 of 1,000: r 2.2510, f 0.1: ln 2.0008 = 0.6935, error 0.1411 x 0.8 = 0.1129.
 */
export function measureLogLift(part: Counts, total: Counts): LogLift | null {
  if (part.leads === 0 || part.leads >= total.leads || total.conversions === 0) return null;
  const share = part.leads / total.leads;
  const { ratio, logVariance } = measureRatio(tableAgainstRest(part, total));
  const slope = (1 - share) / (share * ratio + 1 - share);
  return { log: Math.log(toLift(ratio, share)), standardError: slope * Math.sqrt(logVariance) };
}

/** The lift of a part whose rate is `ratio` times that of the others; see above. */
export function toLift(ratio: number, share: number): number {
  // Divided by the ratio, so that an infinite one gives 1 / share. A part without leads has no highest lift.
  return 1 / (Math.max(share, Number.EPSILON) + (1 - share) / ratio);
}
