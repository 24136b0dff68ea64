import { BALANCED_MAX_CHANGE, BALANCED_MAX_ROUNDS, CONFIDENCE_PRIOR_LEADS } from './constants.ts';
import type { Tally } from './tally.ts';

/** Multipliers of all values that were fitted together, so that no effect counts twice. */
export interface Balanced {
  /** Conversions / leads, 0 without leads. */
  baselineRate: number;
  /** One factor for all leads that makes the total of the predictions exact. It belongs to no field. */
  scale: number;
  /** Per field the multiplier of each value. Their mean over all leads is 1. */
  multipliers: readonly Float64Array[];
  /** How often all fields took their turn. */
  rounds: number;
  /** Whether the last round changed each multiplier by less than 1e-8. */
  converged: boolean;
}

/**
 * Fits one multiplier per value, so that baseline rate x scale x product of the multipliers predicts the conversions of
 * every value. The fields take turns: m = (observed + a b) / (predicted + a b), where b is the baseline rate, a the added
 * leads and `predicted` are the conversions of the value's leads with a multiplier of 1. Then the field's multipliers
 * are divided by their mean over all leads, and the scale makes the total exact. It ends when no multiplier changes by
 * 1e-8 in a round, or after 200 rounds.
 *
 * Without added leads the turns are iterative proportional fitting (Deming and Stephan, Annals of Mathematical Statistics
 * 11 (1940)); they end at the maximum likelihood of a Poisson regression with main effects, log link and the offset log
 * leads. The added leads shrink the multiplier of a small value towards 1, as the adjusted lift does: with one field
 * the multipliers are the adjusted lifts, divided by their mean.
 *
 * Degenerate cases: without any conversion, and for a value without leads, a multiplier is 1. Without added leads, a
 * value without conversions has 0. If one field repeats another, the two share its effect.
 * Example: one field, 'a' with 30 of 100 and 'b' with 10 of 100, no added leads: b = 0.2, multipliers 1.5 and 0.5.
 */
export function fitBalanced(tally: Tally, addedLeads = CONFIDENCE_PRIOR_LEADS): Balanced {
  const baselineRate = tally.totalLeads === 0 ? 0 : tally.totalConversions / tally.totalLeads;
  const counted = countValues(tally);
  const multipliers = counted.map(({ leads }) => new Float64Array(leads.length).fill(1));
  const fit = { baselineRate, scale: 1, multipliers, rounds: 0, converged: tally.totalConversions === 0 };
  while (!fit.converged && fit.rounds < BALANCED_MAX_ROUNDS) {
    let change = 0;
    counted.forEach((field, at) => {
      const expected = predictWithout(tally, fit, at);
      const turn = takeTurn(field, expected, { ...fit, added: addedLeads * baselineRate });
      change = Math.max(change, largestDifference(turn.multipliers, multipliers[at]!)); // a list per field
      multipliers[at] = turn.multipliers;
      fit.scale = tally.totalConversions / turn.predicted;
    });
    fit.rounds++;
    fit.converged = change < BALANCED_MAX_CHANGE;
  }
  return fit;
}

/** Leads and conversions of each value of a field. */
interface ValueCounts {
  leads: Float64Array;
  conversions: Float64Array;
}

function countValues({ fields, codes, leads, conversions }: Tally): ValueCounts[] {
  return fields.map(({ values }, field) => {
    const counts = { leads: new Float64Array(values.length), conversions: new Float64Array(values.length) };
    const codesOfField = codes[field]!; // a list per field
    for (let at = 0; at < leads.length; at++) {
      // The `!` here: a code and both counts per combination.
      counts.leads[codesOfField[at]!]! += leads[at]!;
      counts.conversions[codesOfField[at]!]! += conversions[at]!;
    }
    return counts;
  });
}

/** The conversions that the baseline rate and the other fields predict for each value of a field, without the scale. */
function predictWithout(tally: Tally, { baselineRate, multipliers }: Balanced, field: number): Float64Array {
  const others = multipliers.flatMap((list, at) =>
    at === field ? [] : [{ list, codes: tally.codes[at]! }], // a list per field
  );
  const codes = tally.codes[field]!; // a list per field
  const predicted = new Float64Array(tally.fields[field]!.values.length); // a field per list
  for (let at = 0; at < codes.length; at++) {
    // The `!` here: leads and a code of every field per combination.
    let product = baselineRate * tally.leads[at]!;
    for (const other of others) product *= other.list[other.codes[at]!]!;
    predicted[codes[at]!]! += product;
  }
  return predicted;
}

/** The new multipliers of a field, with a mean of 1 over all leads, and the total that they predict without the scale. */
function takeTurn(
  { leads, conversions }: ValueCounts,
  expected: Float64Array,
  { scale, added }: { scale: number; added: number },
): { multipliers: Float64Array; predicted: number } {
  const multipliers = new Float64Array(leads.length);
  let [total, weighted] = [0, 0];
  // The `!` here: each list has an entry per value.
  for (let value = 0; value < multipliers.length; value++) {
    const predicted = scale * expected[value]! + added;
    const multiplier = predicted > 0 ? (conversions[value]! + added) / predicted : 1;
    multipliers[value] = multiplier;
    total += leads[value]!;
    weighted += leads[value]! * multiplier;
  }
  let predicted = 0;
  for (let value = 0; value < multipliers.length; value++) {
    if (leads[value] === 0) continue;
    multipliers[value]! *= total / weighted;
    predicted += expected[value]! * multipliers[value]!;
  }
  return { multipliers, predicted };
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < a.length; at++) largest = Math.max(largest, Math.abs(a[at]! - b[at]!)); // equal lengths
  return largest;
}

/** The rates that balanced multipliers predict for combinations. They may be above 1. */
export function predictBalanced({ baselineRate, scale, multipliers }: Balanced, codes: Tally['codes']): Float64Array {
  return multiplyOut(baselineRate * scale, multipliers, codes);
}

/** A base times the multipliers of a combination's values, for each combination. */
export function multiplyOut(
  base: number,
  multipliers: readonly Float64Array[],
  codes: Tally['codes'],
): Float64Array {
  const products = new Float64Array(codes[0]?.length ?? 0).fill(base);
  multipliers.forEach((list, field) => {
    const codesOfField = codes[field]!; // a list per field
    for (let at = 0; at < products.length; at++) products[at]! *= list[codesOfField[at]!]!; // a code per combination
  });
  return products;
}

/**
 * The mean over all leads of the product of their multipliers. Value rules change the total reported value by this
 * factor. Without leads it is 1.
 * Example: 100 leads with a multiplier of 1.5 and 300 without a rule: (150 + 300) / 400 = 1.125.
 */
export function meanMultiplier(tally: Tally, multipliers: readonly Float64Array[]): number {
  const products = multiplyOut(1, multipliers, tally.codes);
  let sum = 0;
  for (let at = 0; at < products.length; at++) sum += products[at]! * tally.leads[at]!; // leads per combination
  return tally.totalLeads === 0 ? 1 : sum / tally.totalLeads;
}

/**
 * The base conversion value that keeps the total reported value as it is without rules: base / mean multiplier. The
 * multipliers stay as they are, because leads without a rule have 1. Where all multipliers are 0 the base stays too.
 * Example: base 100, mean multiplier 1.25: 80.
 */
export function rescaleBase(base: number, mean: number): number {
  return mean > 0 ? base / mean : base;
}
