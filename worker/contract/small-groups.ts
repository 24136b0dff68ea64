import { listTables, type ShownPair, type ShownCounts } from './pair-tables.ts';
import { MAX_OPERATIONS, SearchBudget } from './search-budget.ts';
import { TableSearch } from './table-search.ts';
import { findInThreeFields } from './three-fields.ts';

/**
 * Finds pairs of values whose counts tell, together with the counts of values and of all leads, how many leads a group of 1 to 4
 * has. Without such pairs nobody can compute the size of such a group from the figures, by sums, differences and the fact that
 * no count is below 0.
 *
 * Two fields A and B. What is left of a value = its leads less those of its shown pairs with the other field. A block = values P of
 * A and values Q of B of which every pair is known: shown, or known to have no leads. What is left of a block = the leads of hidden
 * pairs with neither a value of P nor one of Q = all that is left - what is left of P - what is left of Q. Each group of hidden
 * pairs that can be computed is a sum of what is left of values and of largest blocks (the incidence matrix of a bipartite graph is
 * totally unimodular), so it is enough that each of these is 0 or at least 5. Where one is 0, all its pairs are known to have no leads,
 * and the blocks are looked for anew.
 *
 * Conversions and leads that did not convert are known wherever leads are, so the same sums of them tell no other group. But what is
 * left may have no conversions in one place and nothing but conversions in another, and the two together tell more than the leads
 * do. That happens only where both occur in one table, so such a table is refused.
 *
 * Three fields. No pair may be known to have converted leads only, since that tells where the others are. If two of them have pairs that are known to have no leads (a city in one country only), the third may have pairs with one
 * of them only: otherwise 'Web in Germany' less 'Web in Berlin' is a group too. And for values (or sets of values) a, b and c of which all
 * three pairs are known, |abc| + |neither a, b nor c| = N - a - b - c + ab + ac + bc can be computed, and in the same way
 * |ab but not c| + |c alone| and the two others. Each of the four has to be at
 * least 5, and must not have conversions only.
 *
 * Facts that values tell without any pair are not hidden, nor facts that a value of which all leads converted tells together with three fields.
 * A single figure below 5 is not the matter of this function: see `findSharingProblem`. Bounds ('at most 7 leads') are not hidden.
 * Degenerate cases: without pairs there is nothing to find. A search that would take more than `MAX_OPERATIONS` ends, and pairs of which it
 * does not know more than that count as telling. Fewer pairs never tell more, so a part of safe pairs is safe.
 *
 * @returns the places of pairs of which one has to go; null where none has to
 * @example Berlin has 62 leads, Berlin with Web 35 and Berlin with Ads 25: 2 leads are left, and one of both pairs has to go
 */
export function findRevealingPairs(
  counts: ShownCounts,
  budget: SearchBudget = new SearchBudget(),
): readonly number[] | null {
  const telling = search(counts, budget);
  return telling ?? (budget.isSpent ? [...counts.correlationTests.keys()] : null);
}

function search(counts: ShownCounts, budget: SearchBudget): readonly number[] | null {
  const searches = listTables(counts, budget).map((table) => new TableSearch(table, budget));
  for (const table of searches) {
    const telling = table.findTelling();
    if (telling) return telling;
  }
  const fields = new Set(counts.metrics.map(({ fieldName }) => fieldName));
  if (fields.size < 3) return null;
  for (const table of searches) {
    const telling = table.findAllConverted();
    if (telling) return telling;
  }
  return findInThreeFields(searches, budget);
}

/** Searches that together have taken more operations than this are ended soon. */
const MAX_DROPPING_OPERATIONS = 4 * MAX_OPERATIONS;

/**
 * The pairs that a link may show: leaves out one pair at a time until `findRevealingPairs` finds none, each time that with the fewest
 * leads, and of these the last one. Where a search was not finished, half of the pairs that it names go at once, and half of
 * all where the searches have taken long together. It depends on the counts only, so two links of the same counts show the same pairs.
 */
export function dropRevealingPairs<Pair extends ShownPair>(counts: ShownCounts<Pair>): Pair[] {
  let shown = counts.correlationTests;
  let used = 0;
  for (;;) {
    const budget = new SearchBudget();
    const telling = findRevealingPairs({ ...counts, correlationTests: shown }, budget);
    if (!telling) return [...shown];
    used += budget.used;
    const isLong = used > MAX_DROPPING_OPERATIONS;
    const dropped = fewestLeads(shown, isLong ? [...shown.keys()] : telling, isLong || budget.isSpent);
    shown = shown.filter((_, at) => !dropped.has(at));
  }
}

/** Of these places that of the pair with the fewest leads, or the half with the fewest; of equal ones the last. */
function fewestLeads(pairs: readonly ShownPair[], places: readonly number[], isHalf: boolean): Set<number> {
  const leadsOf = (at: number) => pairs[at]?.leads ?? 0;
  const inOrder = places.toSorted((a, b) => leadsOf(a) - leadsOf(b) || b - a);
  return new Set(inOrder.slice(0, isHalf ? Math.ceil(places.length / 2) : 1));
}
