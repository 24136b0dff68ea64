import { sumAmounts } from './coding.ts';
import { shuffle } from '../stats/random.ts';

/** How many leads have each number. */
export function countSizes(families: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(countNumbers(families));
  for (let lead = 0; lead < families.length; lead++) sizes[families[lead]!]!++; // below the count
  return sizes;
}

/** The highest number + 1. A plain loop, as above: one over the values themselves takes several times as long. */
function countNumbers(families: Uint32Array): number {
  let count = 0;
  for (let lead = 0; lead < families.length; lead++)
    if (families[lead]! >= count) count = families[lead]! + 1; // below the length
  return count;
}

/**
 * The square of the standard error of a sum over leads around 0: Σ (sum of a family)². Relatives are alike beyond what is known of them, so
 * their squares one by one would say too little: the cluster-robust variance (Liang and Zeger, "Longitudinal data analysis using
 * generalized linear models", Biometrika 73 (1986)).
 * Example: 0.3, 0.1 and -0.2: 0.14; with the first two of one family 0.4² + 0.2² = 0.2.
 *
 * @param families the number of the family of each lead; null where no lead has a relative
 */
export function sumSquares(perLead: Float64Array, families: Uint32Array | null): number {
  const sums = families ? sumAmounts(perLead, families, countNumbers(families)) : perLead;
  let squares = 0;
  for (let at = 0; at < sums.length; at++) squares += sums[at]! ** 2; // below the length
  return squares;
}

/**
 * Deals leads into parts of about equal size, whole families each: in a seeded random order each family goes to the part that has the fewest leads, the first of equal ones.
 *
 * @param families the number of the family of each lead; not every number needs to occur
 * @returns the part of each lead
 */
export function dealFamilies(families: Uint32Array, parts: number, random: () => number): Uint8Array {
  const sizes = countSizes(families);
  const order = Uint32Array.from(sizes.keys()).filter((family) => sizes[family]! > 0); // one of them
  shuffle(order, random);
  const partOf = new Uint8Array(sizes.length);
  const filled = new Float64Array(parts);
  for (const family of order) {
    const part = filled.indexOf(Math.min(...filled));
    partOf[family] = part;
    filled[part]! += sizes[family]!; // a size per family
  }
  return Uint8Array.from(families, (family) => partOf[family]!); // a part per family
}
