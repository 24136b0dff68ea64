import { compareNames } from '../columns/order.ts';
import type { RuleCandidate } from './candidates.ts';
import { ruleMatcher, type PlannedLeads } from './planned-leads.ts';
import type { CandidateCell } from './rule-list.ts';

/**
 * The candidates that are tried, in the order of fields and values: those of the largest (sum of v - n)² / n, by which a rule with
 * their mean value would reduce the sum of squares alone.
 */
export function listTried(candidates: readonly RuleCandidate[], most: number): RuleCandidate[] {
  const gainAlone = ({ leads, valueSum }: RuleCandidate) => (valueSum - leads) ** 2 / leads;
  return candidates
    .filter(({ leads }) => leads > 0)
    .toSorted((a, b) => gainAlone(b) - gainAlone(a) || compareConditions(a, b))
    .slice(0, most)
    .sort(compareConditions);
}

/** Rules of one condition first, then by field and value. */
function compareConditions(a: RuleCandidate, b: RuleCandidate): number {
  const fewer = a.conditions.length - b.conditions.length;
  if (fewer !== 0) return fewer;
  for (const [at, { field, value }] of a.conditions.entries()) {
    const other = b.conditions[at]!; // as many conditions
    const order = field - other.field || compareNames(value, other.value);
    if (order !== 0) return order;
  }
  return 0;
}

/** The leads, grouped by the candidates that they meet. Leads that meet none are left out. */
export function toCells(valued: PlannedLeads, tried: readonly RuleCandidate[]): CandidateCell[] {
  const { leads, values } = valued;
  const match = ruleMatcher(valued, tried);
  const cells = new Map<string, CandidateCell>();
  for (let at = 0; at < leads.length; at++) {
    const meets = match(at);
    if (meets.length === 0) continue;
    const key = meets.join(' ');
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = { leads: 0, valueSum: 0, meets: [...meets] }));
    // The `!` here: one per combination.
    cell.leads += leads[at]!;
    cell.valueSum += leads[at]! * values[at]!;
  }
  return [...cells.values()];
}
