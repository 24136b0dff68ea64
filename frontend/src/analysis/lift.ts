import { CONFIDENCE_PRIOR_LEADS } from './constants.ts';

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
 * Lift = rate of a part / baseline rate, as one division of whole numbers. Without leads or without any
 * conversion in the dataset it is 1. Example: 30 of 100 in 200 of 1,000: 0.3 / 0.2 = 1.5.
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
 * Adjusted lift = confidence x lift + (1 - confidence) x 1: the lift shrunk towards 1. Written as one division
 * of whole numbers, so that a lift of 1 stays exactly 1 and equal lifts are equal to the last bit. Without any
 * conversion in the dataset it is 1. Example: 30 of 100 in 200 of 1,000: 2/3 x 1.5 + 1/3 = 4/3.
 */
export function adjustLift(part: Counts, total: Counts): number {
  if (total.conversions === 0) return 1;
  const shrunk = part.conversions * total.leads + CONFIDENCE_PRIOR_LEADS * total.conversions;
  return shrunk / ((part.leads + CONFIDENCE_PRIOR_LEADS) * total.conversions);
}
