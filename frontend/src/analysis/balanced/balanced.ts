import { sumAmounts, sumByCode } from '../counts/coding.ts';
import { BALANCED_MAX_ROUNDS, CONFIDENCE_PRIOR_LEADS } from '../constants.ts';
import { baselineOf, codesByName, observedOf, type Tally, codedFields } from '../counts/tally.ts';

/** Fitting stops when every multiplier changes by less than this in a round. */
const BALANCED_MAX_CHANGE = 1e-8;

/** Multipliers of all values, fitted together so that no effect counts twice. */
export interface Balanced {
  /** Conversions / leads, or by value the value per lead; 0 without leads. */
  baselineRate: number;
  /** One factor for all leads, which makes the total of the predictions exact. */
  scale: number;
  /** Per field the multiplier of each value. Their mean over all leads is 1. */
  multipliers: readonly Float64Array[];
  /** How many times every field was fitted. */
  rounds: number;
  /** Whether the last round changed each multiplier by less than 1e-8. */
  converged: boolean;
}

/**
 * Fits one multiplier per value, so that baseline rate x scale x product of the multipliers predicts the conversions of
 * every value. The fields take turns: m = (observed + a b) / (predicted + a b), where b is the baseline rate, a the added
 * leads and `predicted` are the conversions of the value's leads with a multiplier of 1. Then the field's multipliers
 * are divided by their mean over all leads, and the scale makes the total exact. Fitting stops when every multiplier changes
 * by less than 1e-8 in a round, or after 200 rounds.
 *
 * Without added leads the turns are iterative proportional fitting (Deming and Stephan, Annals of Mathematical Statistics
 * 11 (1940)); they end at the maximum likelihood of a Poisson regression with main effects, log link and the offset log
 * leads. The added leads shrink the multiplier of a small value towards 1, as the adjusted lift does: with one field
 * the multipliers are the adjusted lifts, divided by their mean.
 *
 * By value, the sums of the amounts replace the conversions, and the value per lead replaces the baseline rate; then the
 * sums are exact.
 *
 * Degenerate cases: without any conversion, and for a value without leads, a multiplier is 1. Without added leads, a
 * value without conversions has 0. If one field repeats another, the two share its effect.
 * Example: one field, 'a' with 30 of 100 and 'b' with 10 of 100, no added leads: b = 0.2, multipliers 1.5 and 0.5.
 */
export function fitBalanced(tally: Tally, addedLeads = CONFIDENCE_PRIOR_LEADS): Balanced {
  const baselineRate = baselineOf(tally);
  const { total } = observedOf(tally);
  const counted = countValues(tally);
  const multipliers: Float64Array[] = counted.map(({ leads }) => new Float64Array(leads.length).fill(1));
  const fit = { baselineRate, scale: 1, multipliers, rounds: 0, converged: total === 0 };
  while (!fit.converged && fit.rounds < BALANCED_MAX_ROUNDS) {
    let change = 0;
    counted.forEach((field, at) => {
      const products = sumOtherProducts(tally, multipliers, at);
      const turn = takeTurn(field, products, {
        rate: baselineRate * fit.scale,
        added: addedLeads * baselineRate,
      });
      change = Math.max(change, largestDifference(turn, multipliers[at]!)); // a list per field
      multipliers[at] = turn;
      fit.scale = total / (baselineRate * sumOfProducts(turn, products));
    });
    fit.rounds++;
    fit.converged = change < BALANCED_MAX_CHANGE;
  }
  return fit;
}

/** Leads of each value of a field, and their conversions, or by value their amounts. */
interface ValueCounts {
  leads: Uint32Array;
  observed: Float64Array;
}

function countValues(tally: Tally): ValueCounts[] {
  const { observed } = observedOf(tally);
  return codedFields(tally).map(({ codes, values }) => ({
    leads: sumByCode(tally.leads, codes, values.length),
    observed: sumAmounts(observed, codes, values.length),
  }));
}

/**
 * The sum over the leads of each value of a field of the product of their other multipliers. One loop for the one to
 * three fields that there are: a loop per field takes twice as long.
 */
function sumOtherProducts(
  { codes, leads }: Tally,
  multipliers: readonly Float64Array[],
  field: number,
): Float64Array {
  const lists = multipliers.map((list, at) => ({ list, codes: codes[at]! })); // a list per field
  const none = { list: Float64Array.of(1), codes: new Uint32Array(leads.length) };
  const [own = none] = lists.splice(field, 1);
  const [a = none, b = none] = lists;
  const [codesA, listA, codesB, listB] = [a.codes, a.list, b.codes, b.list];
  const codesOfField = own.codes;
  const sums = new Float64Array(own.list.length);
  for (let at = 0; at < leads.length; at++) {
    // The `!` here: leads and a code of each field per combination, a multiplier per code.
    sums[codesOfField[at]!]! += leads[at]! * listA[codesA[at]!]! * listB[codesB[at]!]!;
  }
  return sums;
}

/** The new multipliers of a field, divided by their mean over all leads. */
function takeTurn(
  { leads, observed }: ValueCounts,
  products: Float64Array,
  { rate, added }: { rate: number; added: number },
): Float64Array {
  const multipliers = new Float64Array(leads.length);
  let [total, weighted] = [0, 0];
  // The `!` here: each list has an entry per value.
  for (let value = 0; value < multipliers.length; value++) {
    const predicted = rate * products[value]! + added;
    multipliers[value] = leads[value]! > 0 && predicted > 0 ? (observed[value]! + added) / predicted : 1;
    total += leads[value]!;
    weighted += leads[value]! * multipliers[value]!;
  }
  for (let value = 0; value < multipliers.length; value++)
    if (leads[value]! > 0) multipliers[value]! *= total / weighted;
  return multipliers;
}

function sumOfProducts(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!; // equal lengths
  return sum;
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < a.length; at++) largest = Math.max(largest, Math.abs(a[at]! - b[at]!)); // equal lengths
  return largest;
}

/** The rates that balanced multipliers predict for combinations. They may be above 1. */
export function predictBalanced(
  { baselineRate, scale, multipliers }: Balanced,
  codes: Tally['codes'],
): Float64Array {
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
 * The base conversion value that keeps the total reported value as it is without rules: base / mean multiplier. The
 * multipliers stay as they are, because leads without a rule have 1. Where all multipliers are 0 the base stays too.
 * Example: base 100, mean multiplier 1.25: 80.
 */
export function rescaleBase(base: number, mean: number): number {
  return mean > 0 ? base / mean : base;
}

/** The multiplier of each value of each field; 1 for a value without a rule. */
export function listMultipliers(
  fields: Tally['fields'],
  rules: readonly { field: number; value: string; multiplier: number }[],
): Float64Array[] {
  const multipliers = fields.map(({ values }) => new Float64Array(values.length).fill(1));
  const codes = codesByName(fields);
  // The `!` here: a rule is about a value of a field.
  for (const { field, value, multiplier } of rules)
    multipliers[field]![codes[field]!.get(value)!] = multiplier;
  return multipliers;
}
