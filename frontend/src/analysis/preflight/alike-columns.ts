import { MAX_EXCEPTIONS_PERCENT } from '../constants.ts';
import { isMostlyUnique, type CodedColumn } from '../columns.ts';
import { countCombinations } from '../tally.ts';

/** Two columns with the same information: 'Germany' always stands beside 'DE'. */
export interface AlikeColumns {
  /** Leads outside the pairs of values that belong together. */
  exceptions: number;
  /** The most frequent pair of values. */
  values: [string, string];
}

/**
 * Whether two columns say the same up to few exceptions, in both directions: Goodman and Kruskal's lambda, "Measures of
 * association for cross classifications", Journal of the American Statistical Association 49 (1954), is at least 98%.
 * Lambda is the share of mistakes in guessing one column that knowing the other prevents, so that two columns of nearly
 * one value each are not alike. Null also for a column of one value, and for mostly unique ones.
 * Example: 60 leads 'Germany' and 'DE', 39 'France' and 'FR', 1 'France' and 'DE': guessing the code by itself is wrong
 * for 39 leads, by the country for 1; 1 / 39 is above 2%: not alike.
 */
export function findAlike(a: CodedColumn, b: CodedColumn): AlikeColumns | null {
  const size = a.codes.length;
  if ([a, b].some(({ categories }) => categories.length < 2 || isMostlyUnique(categories.length, size)))
    return null;
  const { codes, leads } = countCombinations([a, b], new Uint8Array(size));
  const [codesA, codesB] = [codes[0]!, codes[1]!]; // one list per column
  const exceptions = Math.max(countMistakes(codesA, leads), countMistakes(codesB, leads));
  const mistakesWithout = Math.min(size - mostOf(codesA, leads), size - mostOf(codesB, leads));
  if (100 * exceptions > MAX_EXCEPTIONS_PERCENT * mistakesWithout) return null;
  const most = leads.indexOf(leads.reduce((largest, count) => Math.max(largest, count), 0));
  return { exceptions, values: [a.categories[codesA[most]!]!, b.categories[codesB[most]!]!] }; // codes of these categories
}

/** Leads outside the largest combination of each code. */
function countMistakes(codes: Uint32Array, leads: Uint32Array): number {
  const largest: number[] = [];
  let mistakes = 0;
  codes.forEach((code, at) => {
    const [known, count] = [largest[code] ?? 0, leads[at]!]; // one per combination
    mistakes += Math.min(known, count);
    largest[code] = Math.max(known, count);
  });
  return mistakes;
}

/** Leads of the most frequent code. */
function mostOf(codes: Uint32Array, leads: Uint32Array): number {
  const sums: number[] = [];
  codes.forEach((code, at) => (sums[code] = (sums[code] ?? 0) + leads[at]!)); // one per combination
  return sums.reduce((most, count) => Math.max(most, count), 0);
}
