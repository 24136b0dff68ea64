import { predictBalanced } from '../balanced.ts';
import { estimateAmount, estimateRates } from '../best-estimate.ts';
import type { FittedTally } from '../estimate-combinations.ts';

/** The leads that plans are made for and replayed on: what a lead of each combination of values is worth. */
export interface PlannedLeads {
  fields: FittedTally['fields'];
  codes: FittedTally['codes'];
  leads: Uint32Array;
  totalLeads: number;
  /** The best estimate of each combination, as a multiple of the mean over all leads. */
  values: Float64Array;
}

/** A part of the leads: how many, and the sum of their values. */
export interface LeadGroup {
  leads: number;
  valueSum: number;
}

/**
 * The best estimate of each combination, of its rate or by value of its amount per lead, divided by the mean of all leads, so that a rule of 1.5 aims at a value of 1.5.
 * Where all estimates are 0, each value is 1: no rule could be better than none.
 * Example: 10 leads estimated at 30% and 10 at 10%: values 1.5 and 0.5.
 */
export function planLeadsOf(tally: FittedTally): PlannedLeads {
  const { fields, codes, leads, conversions, totalLeads, worth, balanced, strength } = tally;
  const rates = predictBalanced(balanced, codes);
  const values = worth
    ? // The `!` here: leads and a sum per combination.
      rates.map((rate, at) => estimateAmount({ leads: leads[at]!, sum: worth.sums[at]! }, rate, strength))
    : estimateRates({ leads, conversions, rates }, strength);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += leads[at]! * values[at]!; // one per combination
  const mean = totalLeads > 0 ? sum / totalLeads : 0;
  for (let at = 0; at < values.length; at++) values[at] = mean > 0 ? values[at]! / mean : 1; // as above
  return { fields, codes, leads, totalLeads, values };
}

/** The sum of the values of all leads with each value of a field. */
export function sumValues({ fields, codes, leads, values }: PlannedLeads, field: number): Float64Array {
  // The `!` here: a list per field, an entry per combination.
  const codesOfField = codes[field]!;
  const sums = new Float64Array(fields[field]!.values.length);
  for (let at = 0; at < values.length; at++) sums[codesOfField[at]!]! += leads[at]! * values[at]!;
  return sums;
}

/**
 * By how much the sum of squares of value - multiplier shrinks if a group gets another multiplier: sum n (v - from)² - sum
 * n (v - to)² = (from - to) x ((from + to) leads - 2 sum of values). The squares of the values cancel out.
 * Example: 10 leads worth 1.5 each, from 1 to 1.5: 10 x 0.25 = 2.5.
 */
export function gainOf({ leads, valueSum }: LeadGroup, from: number, to: number): number {
  return (from - to) * ((from + to) * leads - 2 * valueSum);
}
