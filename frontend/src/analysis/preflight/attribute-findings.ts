import { DECIDING_AUC, MIN_RANKED_LEADS, MIN_TESTED_LEADS } from '../constants.ts';
import { isMostlyUnique, type CodedColumn } from '../columns/columns.ts';
import { measureRate } from '../measure/lift.ts';
import { countCombinations } from '../counts/tally.ts';
import { addCounts, NO_LEADS, type Counts } from '../counts/valued-leads.ts';

/** Two columns say the same if knowing one leaves at most this percentage of the mistakes in guessing the other. */
const MAX_EXCEPTIONS_PERCENT = 2;
/** A value with fewer conversions, or fewer other leads, is not ranked alone for the area under the ROC curve. */
const MIN_RANKED_CONVERSIONS = 5;

/** Two columns with the same information: 'Germany' always occurs with 'DE'. */
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
  const [codesA, codesB] = codes;
  if (!codesA || !codesB) return null; // there is a list per column
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
    const [most, count] = [largest[code] ?? 0, leads[at]!]; // one per combination
    mistakes += Math.min(most, count);
    largest[code] = Math.max(most, count);
  });
  return mistakes;
}

/** Leads of the most frequent code. */
function mostOf(codes: Uint32Array, leads: Uint32Array): number {
  const sums: number[] = [];
  codes.forEach((code, at) => (sums[code] = (sums[code] ?? 0) + leads[at]!)); // one per combination
  return sums.reduce((most, count) => Math.max(most, count), 0);
}

/** The value of a deciding attribute with the most conversions, as an example. */
export interface DecidingAttribute {
  auc: number;
  example: Counts & { value: string };
}

/**
 * Whether an attribute all but decides the status: its area under the ROC curve is at least 0.95. Such a column is
 * probably written after the sale. Null otherwise, and where fewer than 10 leads converted or fewer than 10 did not.
 *
 * @param names the values
 * @param counts leads and conversions of each
 */
export function findDeciding(names: readonly string[], counts: readonly Counts[]): DecidingAttribute | null {
  const conversions = counts.reduce((sum, count) => sum + count.conversions, 0);
  const others = counts.reduce((sum, count) => sum + count.leads, 0) - conversions;
  if (conversions < MIN_TESTED_LEADS || others < MIN_TESTED_LEADS) return null;
  const auc = measureAuc(counts);
  if (auc < DECIDING_AUC) return null;
  const most = counts.reduce((best, count) => (count.conversions > best.conversions ? count : best));
  return { auc, example: { value: names[counts.indexOf(most)] ?? '', ...most } };
}

/**
 * The chance that a converted lead has a value with a higher conversion rate than a lead without a conversion, equal
 * rates counting half: the area under the ROC curve of the values ranked by rate,
 *
 *     sum over groups of c_g x (n_below + n_g / 2) / (C x N)
 *
 * with c_g conversions and n_g other leads in a group, n_below other leads in groups of lower rates, C and N the totals.
 * Without either it is 0.5.
 *
 * A group is a value with at least 30 leads, 5 conversions and 5 other leads. Values with fewer leads are one group,
 * values with fewer conversions another, values with fewer other leads a third. Otherwise an id would have an area of 1,
 * and hundreds of small values that by chance have no conversion or one would come close to it.
 * Example: 50 of 100 and 10 of 100: (50 x (90 + 25) + 10 x 45) / (60 x 140) = 0.738.
 *
 * @internal
 */
export function measureAuc(counts: readonly Counts[]): number {
  const groups = groupValues(counts).sort((a, b) => measureRate(a) - measureRate(b));
  let below = 0;
  let conversions = 0;
  let pairs = 0;
  for (const group of groups) {
    const others = group.leads - group.conversions;
    pairs += group.conversions * (below + others / 2);
    below += others;
    conversions += group.conversions;
  }
  return conversions === 0 || below === 0 ? 0.5 : pairs / (conversions * below);
}

/** The values with a rank of their own, and the three groups of all others. */
function groupValues(counts: readonly Counts[]): Counts[] {
  const ranked: Counts[] = [];
  let [rare, fewConversions, fewOthers] = [NO_LEADS, NO_LEADS, NO_LEADS];
  for (const count of counts) {
    const { leads, conversions } = count;
    if (leads < MIN_RANKED_LEADS) rare = addCounts(rare, count);
    else if (conversions < MIN_RANKED_CONVERSIONS) fewConversions = addCounts(fewConversions, count);
    else if (leads - conversions < MIN_RANKED_CONVERSIONS) fewOthers = addCounts(fewOthers, count);
    else ranked.push(count);
  }
  return [...ranked, rare, fewConversions, fewOthers];
}
