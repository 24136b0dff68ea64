import type { Analysis } from './analyse.ts';
import { bestProducts } from './best-products.ts';
import { sortByLiftAfterCut } from './judge-segments.ts';
import { compareNames } from './order.ts';
import { combinationFinder } from './tally.ts';

/** Money per lead of one combination: a value per field, in field order. */
export interface LeadValue {
  values: readonly string[];
  leadValue: number;
  /** Baseline rate x total lift, as a fraction. A rate above 1 is impossible; the page then warns. */
  predictedRate: number;
  /** How many leads have this combination; null where that is not known. */
  leads: number | null;
}

/** One factor of a lead value. */
export interface LeadValueFactor {
  field: string;
  value: string;
  /** Adjusted lift, after the cut where there is one. */
  lift: number;
  liftBeforeCut: number;
  isCut: boolean;
}

/** A lead value and its factors. */
export interface CalculatedLeadValue {
  value: number;
  totalLift: number;
  breakdown: LeadValueFactor[];
  /** Baseline rate x total lift, as a fraction. A rate above 1 is impossible; the page then warns. */
  predictedRate: number;
}

/**
 * The lead value of a combination = baseline lead value x product of the lifts of its values, significant or
 * not; the lift of a value in a significant interaction is cut by 15%. There is no cap. A value that no lead
 * has counts with a lift of 1.
 * Example: baseline lead value 20, lifts 1.5 and 1.2, the second cut: 20 x 1.5 x 1.02 = 30.6.
 *
 * @param values one per field of the analysis, in field order
 */
export function calculateLeadValue(analysis: Analysis, values: readonly string[]): CalculatedLeadValue {
  const breakdown = values.map((value, field) => toFactor(analysis, field, value));
  const totalLift = breakdown.reduce((product, { lift }) => product * lift, 1);
  return {
    value: analysis.baselineLeadValue * totalLift,
    totalLift,
    breakdown,
    predictedRate: analysis.baselineRate * totalLift,
  };
}

function toFactor(analysis: Analysis, field: number, value: string): LeadValueFactor {
  const segment = analysis.segments.find((other) => other.field === field && other.value === value);
  return {
    field: analysis.fields[field]?.name ?? '',
    value,
    lift: segment?.liftAfterCut ?? 1,
    liftBeforeCut: segment?.adjustedLift ?? 1,
    isCut: segment !== undefined && segment.partners.length > 0,
  };
}

/** How many combinations of values are possible: the product of the fields' numbers of values. */
export function countCombinations(analysis: Analysis): number {
  return analysis.fields.reduce((product, { values }) => product * values.length, 1);
}

/**
 * The combinations of the highest lead value, highest first; equal ones by the names of their values in field order,
 * '(Blank)' last. The time grows with `limit` and the number of segments, not with the number of combinations. The
 * order is that of the total lift, so it holds at a conversion value of 0 too.
 */
export function bestCombinations(analysis: Analysis, limit: number): LeadValue[] {
  const lists = analysis.fields.map((_, field) =>
    sortByLiftAfterCut(analysis.segments.filter((segment) => segment.field === field)).slice(0, limit),
  );
  const valuesAt = (ranks: readonly number[]) =>
    ranks.map((rank, field) => lists[field]?.[rank]?.value ?? '');
  const lifts = lists.map((list) => list.map(({ liftAfterCut }) => liftAfterCut));
  const leadsOf = findLeads(analysis);
  return bestProducts(lifts, limit, (a, b) => compareValues(valuesAt(a), valuesAt(b))).map(
    ({ ranks, product }) => {
      const values = valuesAt(ranks);
      return {
        values,
        leadValue: analysis.baselineLeadValue * product,
        predictedRate: analysis.baselineRate * product,
        leads: leadsOf(values),
      };
    },
  );
}

/** Looks up the leads of a combination of values. */
function findLeads({ combinations }: Analysis): (values: readonly string[]) => number | null {
  if (!combinations) return () => null;
  const find = combinationFinder(combinations);
  return (values) => combinations.leads[find(values) ?? -1] ?? 0;
}

function compareValues(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((value, field) => value !== b[field]);
  return different === -1 ? 0 : compareNames(a[different] ?? '', b[different] ?? '');
}
