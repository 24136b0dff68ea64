import { groupItems, pick, sumByCode } from './coding.ts';
import { SIGNIFICANT_P_VALUE } from './constants.ts';
import { measurePairs, type MeasuredPair } from './interactions.ts';
import type { CountedField, Items } from './items.ts';
import { orderDescending } from './order.ts';
import { measureFigures, type Segment, type SegmentFigures } from './segments.ts';

/**
 * All figures that do not depend on the settings. A segment is known by its position: in field order, then in the order
 * of the names of its field's values, '(Blank)' last. Plain data, that any thread can hand to another.
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
  /** Those with p < 0.05, which some threshold makes significant, in the same order. */
  candidates: Uint32Array;
  pairs: readonly MeasuredPair[];
}

/**
 * The figures of everything that was counted. Takes time by the number of values, and by the items once for each two
 * fields that both have a segment worth a test. Where values are many most segments are small, and equal in their
 * counts: each counts that occur are measured once.
 * Example: items 'a', 'a', 'b' of one lead each, the first converted: segments a with 1 of 2 and b with 0 of 1.
 */
export function measureFields(fields: readonly CountedField[], items: Items): Measurement {
  const counts = countSegments(fields);
  const groups = groupItems([codesOf(counts.leads), codesOf(counts.conversions)]);
  const figures = measureFigures(
    pick(counts.leads, groups.firstItems),
    pick(counts.conversions, groups.firstItems),
    items.total,
  );
  const segments = arrangeSegments(figures, groups.codes);
  return {
    ...segments,
    fields: fields.map(({ name, fold }) => ({ name, values: fold.names })),
    totalLeads: items.total.leads,
    totalConversions: items.total.conversions,
    pairs: measurePairs(fields, items, segments),
  };
}

/** Orders the segments of these figures and picks the candidates. */
export function arrangeSegments(
  figures: SegmentFigures,
  figureOf: Uint32Array,
): Pick<Measurement, 'figures' | 'figureOf' | 'byLift' | 'candidates'> {
  const byLift = orderDescending(figures.adjustedLifts, figureOf);
  const candidates = new Uint32Array(byLift.length);
  let count = 0;
  for (let place = 0; place < byLift.length; place++) {
    const position = byLift[place]!; // below the length
    if (figures.pValues[figureOf[position]!]! < SIGNIFICANT_P_VALUE) candidates[count++] = position; // has figures
  }
  return { figures, figureOf, byLift, candidates: candidates.slice(0, count) };
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

/** Counts as codes: up to their largest. */
function codesOf(counts: Uint32Array): { codes: Uint32Array; count: number } {
  let largest = 0;
  for (let at = 0; at < counts.length; at++) largest = Math.max(largest, counts[at]!); // below the length
  return { codes: counts, count: largest + 1 };
}

/** The segment at a position, as an object. */
export function segmentAt({ fields, figureOf, figures }: Measurement, position: number): Segment {
  let field = 0;
  let code = position;
  // The `!` here: a position belongs to a field and has figures.
  while (code >= fields[field]!.values.length) code -= fields[field++]!.values.length;
  const { name, values } = fields[field]!;
  const at = figureOf[position]!;
  return {
    field,
    fieldName: name,
    value: values[code]!,
    leads: figures.leads[at]!,
    conversions: figures.conversions[at]!,
    conversionRate: figures.conversionRates[at]!,
    lift: figures.lifts[at]!,
    confidence: figures.confidences[at]!,
    adjustedLift: figures.adjustedLifts[at]!,
    chiSquare: figures.chiSquares[at]!,
    pValue: figures.pValues[at]!,
  };
}
