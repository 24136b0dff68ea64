import TinyQueue from 'tinyqueue';
import { HIGHEST_RATES } from './outcome.ts';
import type { Analysis } from './analyse.ts';
import type { CombinationEstimate, Estimates } from '../balanced/estimate-combinations.ts';
import { sortByLiftAfterCut, type JudgedSegment } from './judge-segments.ts';
import { compareNames } from '../columns/order.ts';
import { compareSegments } from '../measure/segments.ts';

/** The multipliers that a reader acts on: those of the value rules, or the balanced ones. */
export type Multipliers = 'suggested' | 'balanced';

/** Money per lead of one combination: a value per field, in field order. */
export interface LeadValue {
  values: readonly string[];
  leadValue: number;
  /** Baseline x total lift: conversions, or by value money, per lead. See `isImpossible`. */
  predictedRate: number;
  /** The estimate from its leads and the balanced multipliers; null if combinations are not counted. */
  estimate: CombinationEstimate | null;
}

/** One factor of a lead value. */
export interface LeadValueFactor {
  field: string;
  value: string;
  /** Adjusted lift, after the cut where there is one; or the balanced multiplier. */
  lift: number;
  liftBeforeCut: number;
  isCut: boolean;
}

/** A lead value and its factors. */
export interface CalculatedLeadValue {
  value: number;
  /** The constant of balanced multipliers, which belongs to no factor; null for those of the value rules. */
  scale: number | null;
  totalLift: number;
  breakdown: LeadValueFactor[];
  /** Baseline x total lift: conversions, or by value money, per lead. See `isImpossible`. */
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
    scale: null,
    totalLift,
    breakdown,
    predictedRate: analysis.baseline * totalLift,
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

/**
 * The lead value by balanced multipliers = baseline lead value x scale x product of the multipliers. The scale belongs to
 * no factor. A value that no lead has counts with a multiplier of 1.
 * Example: baseline lead value 20, scale 0.9, multipliers 1.5 and 1.2: 32.4.
 */
export function calculateBalancedValue(
  analysis: Analysis,
  { tally, multiplierOf }: Estimates,
  values: readonly string[],
): CalculatedLeadValue {
  const breakdown = values.map((value, field) => {
    const lift = multiplierOf(field, value);
    return { field: analysis.fields[field]?.name ?? '', value, lift, liftBeforeCut: lift, isCut: false };
  });
  const totalLift = breakdown.reduce((product, { lift }) => product * lift, 1);
  const { scale } = tally.balanced;
  return {
    value: analysis.baselineLeadValue * scale * totalLift,
    scale,
    totalLift,
    breakdown,
    predictedRate: analysis.baseline * scale * totalLift,
  };
}

/** Whether no leads can have this rate: more conversions than leads. By value a rate is money, and may be any. */
export function isImpossible({ basis }: Pick<Analysis, 'basis'>, rate: number): boolean {
  return rate > HIGHEST_RATES[basis];
}

/** How many combinations of values are possible: the product of the fields' numbers of values. */
export function countPossibleCombinations(analysis: Analysis): number {
  return analysis.fields.reduce((product, { values }) => product * values.length, 1);
}

/**
 * The combinations of the highest value by these multipliers, highest first; equal ones by the names of their values in
 * field order, '(Blank)' last. The time grows with `limit` and the number of segments, not with the number of
 * combinations. The order is that of the multipliers, so it holds at a conversion value of 0 too.
 */
export function bestCombinations(
  analysis: Analysis,
  limit: number,
  multipliers: Multipliers = 'suggested',
): LeadValue[] {
  const { estimates } = analysis;
  const { sort, multiplierOf } = rankBy(multipliers === 'balanced' ? estimates : null);
  const lists = analysis.fields.map((_, field) =>
    sort(analysis.segments.filter((segment) => segment.field === field)).slice(0, limit),
  );
  const valuesAt = (ranks: readonly number[]) =>
    ranks.map((rank, field) => lists[field]?.[rank]?.value ?? '');
  const factors = lists.map((list) => list.map(multiplierOf));
  const compareTies = (a: readonly number[], b: readonly number[]) => compareValues(valuesAt(a), valuesAt(b));
  return bestProducts(factors, limit, compareTies).map(({ ranks }) => {
    const values = valuesAt(ranks);
    const lift = ranks.reduce(
      (product, rank, field) => product * (lists[field]?.[rank]?.liftAfterCut ?? 1),
      1,
    );
    return {
      values,
      leadValue: analysis.baselineLeadValue * lift,
      predictedRate: analysis.baseline * lift,
      estimate: estimates?.estimate(values) ?? null,
    };
  });
}

/** The order and the factors of segments: by balanced multiplier, without estimates by lift after the cut. */
function rankBy(estimates: Estimates | null) {
  if (!estimates) {
    return { sort: sortByLiftAfterCut, multiplierOf: ({ liftAfterCut }: JudgedSegment) => liftAfterCut };
  }
  const multiplierOf = ({ field, value }: JudgedSegment) => estimates.multiplierOf(field, value);
  const sort = (segments: readonly JudgedSegment[]) =>
    segments.toSorted((a, b) => multiplierOf(b) - multiplierOf(a) || compareSegments(a, b));
  return { sort, multiplierOf };
}

function compareValues(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((value, field) => value !== b[field]);
  return different === -1 ? 0 : compareNames(a[different] ?? '', b[different] ?? '');
}

/** One factor from each list, by its rank there, and their product. */
interface RankedProduct {
  ranks: readonly number[];
  product: number;
}

/** Order of two products that are equal. */
type CompareTies = (a: readonly number[], b: readonly number[]) => number;

/**
 * The `limit` largest products of one factor from each list, largest first. The time grows with `limit`, not with the
 * number of products: a heap starts with the largest product, and each product taken from it adds the ones that are
 * one rank further in one list.
 *
 * @param lists positive factors, each list in descending order
 * @param compareTies must put lower ranks first where the factors themselves are equal
 * @internal
 */
export function bestProducts(
  lists: readonly (readonly number[])[],
  limit: number,
  compareTies: CompareTies,
): RankedProduct[] {
  if (lists.some((list) => list.length === 0)) return [];
  const compare = (a: RankedProduct, b: RankedProduct) =>
    b.product - a.product || compareTies(a.ranks, b.ranks);
  const first = lists.map(() => 0);
  const heap = new TinyQueue<RankedProduct>([{ ranks: first, product: multiply(lists, first) }], compare);
  const best: RankedProduct[] = [];
  for (let next = heap.pop(); next !== undefined && best.length < limit; next = heap.pop()) {
    best.push(next);
    for (const successor of listSuccessors(lists, next.ranks)) heap.push(successor);
  }
  // Where rounding makes two products equal, a successor may belong before its predecessor.
  return best.sort(compare);
}

/** Goes one rank further in each list from the last one that has moved on, so that each product is listed once. */
function listSuccessors(lists: readonly (readonly number[])[], ranks: readonly number[]): RankedProduct[] {
  const lastMoved = ranks.findLastIndex((rank) => rank > 0);
  return lists.flatMap((list, index) => {
    const rank = ranks[index] ?? 0;
    if (index < lastMoved || rank + 1 >= list.length) return [];
    const further = ranks.with(index, rank + 1);
    return [{ ranks: further, product: multiply(lists, further) }];
  });
}

function multiply(lists: readonly (readonly number[])[], ranks: readonly number[]): number {
  return lists.reduce((product, list, index) => product * list[ranks[index]!]!, 1); // ranks within the lists
}
