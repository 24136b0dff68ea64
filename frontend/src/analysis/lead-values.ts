import type { Analysis } from './analyse.ts';
import { createHeap } from './heap.ts';
import { sortByLiftAfterCut, type JudgedSegment } from './judge-segments.ts';
import { compareSegments } from './segments.ts';

/** Money per lead of one combination: a value per field, in field order. */
export interface LeadValue {
  values: readonly string[];
  leadValue: number;
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

/** A lead value with how it comes about. */
export interface CalculatedLeadValue {
  value: number;
  totalLift: number;
  breakdown: LeadValueFactor[];
  /** Baseline rate x total lift, as a fraction. Above 1 it is impossible, which the reader is told. */
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
  const totalLift = multiply(breakdown.map(({ lift }) => lift));
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

/** How many combinations of values there are: the product of the numbers of values, occurring together or not. */
export function countCombinations(analysis: Analysis): number {
  return multiply(analysis.fields.map(({ values }) => values.length));
}

function multiply(factors: readonly number[]): number {
  return factors.reduce((product, factor) => product * factor, 1);
}

/** A combination by its ranks in the lists of the fields, where 0 is the highest lift. */
interface Candidate {
  segments: readonly JudgedSegment[];
  ranks: readonly number[];
  totalLift: number;
}

/**
 * The combinations of the highest lead value, highest first; equal ones by the names of their values in field
 * order. Takes time by `limit` and by the number of segments, never by the number of combinations: from the
 * best combination on, each one taken offers those with the next lower lift in one field.
 * They are ordered by total lift, which is the order of lead values for any conversion value above 0.
 */
export function bestCombinations(analysis: Analysis, limit: number): LeadValue[] {
  const lists = analysis.fields.map((_, field) =>
    sortByLiftAfterCut(analysis.segments.filter((segment) => segment.field === field)).slice(0, limit),
  );
  const heap = createHeap(compareCandidates);
  const best: Candidate[] = [];
  let next = toCandidate(lists, lists.map(() => 0));
  while (next !== null && best.length < limit) {
    best.push(next);
    for (const successor of successorsOf(next, lists)) heap.push(successor);
    next = heap.pop() ?? null;
  }
  // Where rounding makes two products equal, a successor may belong before its predecessor.
  return best.sort(compareCandidates).map(({ segments, totalLift }) => ({
    values: segments.map(({ value }) => value),
    leadValue: analysis.baselineLeadValue * totalLift,
  }));
}

/**
 * The combinations one rank further in one field. A field before the last one with a rank above 0 stays, so
 * that every combination has one predecessor and is offered once.
 */
function successorsOf(candidate: Candidate, lists: readonly JudgedSegment[][]): Candidate[] {
  const lastMoved = Math.max(0, candidate.ranks.findLastIndex((rank) => rank > 0));
  return candidate.ranks.flatMap((rank, field) => {
    if (field < lastMoved) return [];
    return toCandidate(lists, candidate.ranks.with(field, rank + 1)) ?? [];
  });
}

/** The combination at these ranks, or null where a list is not that long. */
function toCandidate(lists: readonly JudgedSegment[][], ranks: readonly number[]): Candidate | null {
  const segments = lists.flatMap((list, field) => list[ranks[field] ?? 0] ?? []);
  if (segments.length < lists.length) return null;
  return { segments, ranks, totalLift: multiply(segments.map(({ liftAfterCut }) => liftAfterCut)) };
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.totalLift !== b.totalLift) return b.totalLift - a.totalLift;
  for (const [field, segment] of a.segments.entries()) {
    const other = b.segments[field];
    const order = other === undefined ? 0 : compareSegments(segment, other);
    if (order !== 0) return order;
  }
  return 0;
}
