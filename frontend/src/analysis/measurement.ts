import { gather, sumByCode } from './coding.ts';
import { SIGNIFICANT_P_VALUE } from './constants.ts';
import { measurePairs, type MeasuredPair } from './interactions.ts';
import type { CountedField, Items } from './count-pairs.ts';
import type { LeftOutLeads } from './lead-filter.ts';
import { orderDescending } from './order.ts';
import {
  findDiscoveries,
  measureFigures,
  type CountedFigures,
  type Discoveries,
  type SegmentFigures,
} from './segments.ts';

/**
 * All figures that do not depend on the settings. A segment is identified by its position: in field order, then in
 * the order of its field's values, '(Blank)' last. Plain data, which one thread can pass to another.
 */
export interface Measurement {
  fields: readonly { name: string; values: readonly string[] }[];
  totalLeads: number;
  totalConversions: number;
  /** Index of the figures of each segment. Segments of the same counts may share them. */
  figureOf: Uint32Array;
  figures: SegmentFigures;
  /** Positions of all segments, highest adjusted lift first, equal ones by position. */
  byLift: Uint32Array;
  /** Positions of the segments with p < 0.05, which are significant at some threshold, in the same order. */
  candidates: Uint32Array;
  discoveries: Discoveries;
  pairs: readonly MeasuredPair[];
  /** The leads that the filter of the plan leaves out of all figures; absent where it leaves out none. */
  leftOut?: LeftOutLeads;
}

/**
 * The figures of all segments and pairs. The time grows with the number of values; for each two fields with segments
 * worth a test it takes a pass over the items. Segments with the same leads and conversions share their figures:
 * where a field has many values, most of them are small and alike.
 * Example: items 'a', 'a', 'b' of one lead each, the first converted: segments a with 1 of 2 and b with 0 of 1.
 */
export function measureFields(fields: readonly CountedField[], items: Items): Measurement {
  const counts = countSegments(fields);
  const { groupOf, firsts } = groupByCounts(counts.leads, counts.conversions);
  const figures = measureFigures(
    gather(counts.leads, firsts),
    gather(counts.conversions, firsts),
    items.total,
  );
  const segments = arrangeSegments(figures, groupOf);
  return {
    ...segments,
    fields: fields.map(({ name, fold }) => ({ name, values: fold.names })),
    totalLeads: items.total.leads,
    totalConversions: items.total.conversions,
    pairs: measurePairs(fields, items, segments),
  };
}

/** Orders the segments of these figures, picks the candidates and computes q over all of them. */
export function arrangeSegments(
  figures: CountedFigures,
  figureOf: Uint32Array,
): Pick<Measurement, 'figures' | 'figureOf' | 'byLift' | 'candidates' | 'discoveries'> {
  const byLift = orderDescending(figures.adjustedLifts, figureOf);
  const candidates = new Uint32Array(byLift.length);
  let count = 0;
  for (let place = 0; place < byLift.length; place++) {
    const position = byLift[place]!; // below the length
    if (figures.pValues[figureOf[position]!]! < SIGNIFICANT_P_VALUE) candidates[count++] = position; // has figures
  }
  const { qValues, discoveries } = findDiscoveries(figures, figureOf);
  return {
    figures: { ...figures, qValues },
    figureOf,
    byLift,
    candidates: candidates.slice(0, count),
    discoveries,
  };
}

/** Leads and conversions of all segments. */
function countSegments(fields: readonly CountedField[]): { leads: Uint32Array; conversions: Uint32Array } {
  const count = fields.reduce((sum, { fold }) => sum + fold.names.length, 0);
  const [leads, conversions] = [new Uint32Array(count), new Uint32Array(count)];
  let first = 0;
  for (const { fold, ...counted } of fields) {
    leads.set(sumByCode(counted.leads, fold.codeOf, fold.names.length), first);
    conversions.set(sumByCode(counted.conversions, fold.codeOf, fold.names.length), first);
    first += fold.names.length;
  }
  return { leads, conversions };
}

/** The counts of segments with up to 180 leads have numbers below this. */
const SHARED_COUNTS = 2 ** 14;

/**
 * Groups segments with the same leads and conversions, and names the first segment of each group. Small counts are
 * identified by the number leads x (leads + 1) / 2 + conversions; each larger segment is a group of its own.
 */
function groupByCounts(leads: Uint32Array, conversions: Uint32Array) {
  const groupOf = new Uint32Array(leads.length);
  const firsts = new Uint32Array(leads.length);
  // The group + 1 of each number; 0 until the number occurs.
  const numbered = new Uint32Array(SHARED_COUNTS);
  let groups = 0;
  for (let position = 0; position < leads.length; position++) {
    // The `!` here: each segment has both counts.
    const number = (leads[position]! * (leads[position]! + 1)) / 2 + conversions[position]!;
    let group = number < SHARED_COUNTS ? numbered[number]! : 0;
    if (group === 0) {
      firsts[groups] = position;
      group = ++groups;
      if (number < SHARED_COUNTS) numbered[number] = group;
    }
    groupOf[position] = group - 1;
  }
  return { groupOf, firsts: firsts.slice(0, groups) };
}
