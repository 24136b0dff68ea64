import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '../constants.ts';
import {
  adjustLift,
  measureConfidence,
  measureLift,
  measureLiftInterval,
  measureRate,
  tableAgainstRest,
} from './lift.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { compareNames } from '../columns/order.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { fisherExact } from '../stats/fisher.ts';
import type { Interval } from '../stats/intervals.ts';

/** All leads that share one value of one field. Rates are fractions, lifts are ratios with 1 = no effect. */
export interface Segment {
  /** Index into the fields. */
  field: number;
  fieldName: string;
  value: string;
  leads: number;
  conversions: number;
  conversionRate: number;
  /** Conversion rate / baseline rate. */
  lift: number;
  /** leads / (leads + 50). */
  confidence: number;
  /** Lift shrunk towards 1 by confidence. */
  adjustedLift: number;
  chiSquare: number;
  pValue: number;
  /** The share of chance findings among all segments at least as clear as this one; 1 under 10 leads. */
  q: number;
  /** 95% interval of the lift. */
  interval: Interval;
  /** The multiplier that the data support at least: see `chooseCautiousMultiplier`. */
  cautiousMultiplier: number;
}

/** Figures that follow from the counts of a segment, in arrays, which one thread can transfer without copying. */
export interface CountedFigures {
  leads: Uint32Array;
  conversions: Uint32Array;
  conversionRates: Float64Array;
  lifts: Float64Array;
  confidences: Float64Array;
  adjustedLifts: Float64Array;
  chiSquares: Float64Array;
  pValues: Float64Array;
  /** The p-values that q comes from: Fisher's exact test; by value see `measureValues`. */
  discoveryPValues: Float64Array;
  intervalLows: Float64Array;
  intervalHighs: Float64Array;
}

/** The figures of segments, also those that depend on all segments. */
export interface SegmentFigures extends CountedFigures {
  qValues: Float64Array;
}

/**
 * The figures of segments with these counts. The test compares a segment with all other leads: chi-square of the 2x2
 * table without continuity correction; the p-value is its exact tail. Under 10 leads, or where the table has an empty
 * margin (all leads in the segment, none or all converted), p is 1. The exact p-value is Fisher's of the same table.
 * Example: 30 conversions of 100 leads in a dataset of 200 of 1,000: lift 1.5, adjusted lift 4/3, chi-square 1000 x
 * (30 x 730 - 70 x 170)² / (100 x 900 x 200 x 800) = 6.9444, p 0.00841.
 *
 * @param leads per segment
 */
export function measureFigures(leads: Uint32Array, conversions: Uint32Array, total: Counts): CountedFigures {
  const figures: CountedFigures = {
    leads,
    conversions,
    conversionRates: new Float64Array(leads.length),
    lifts: new Float64Array(leads.length),
    confidences: new Float64Array(leads.length),
    adjustedLifts: new Float64Array(leads.length),
    chiSquares: new Float64Array(leads.length),
    pValues: new Float64Array(leads.length).fill(1),
    discoveryPValues: new Float64Array(leads.length).fill(1),
    intervalLows: new Float64Array(leads.length),
    intervalHighs: new Float64Array(leads.length),
  };
  for (let at = 0; at < leads.length; at++) {
    const part = { leads: leads[at]!, conversions: conversions[at]! }; // below the length
    const table = tableAgainstRest(part, total);
    const { low, high } = measureLiftInterval(part, total);
    figures.conversionRates[at] = measureRate(part);
    figures.lifts[at] = measureLift(part, total);
    figures.confidences[at] = measureConfidence(part.leads);
    figures.adjustedLifts[at] = adjustLift(part, total);
    figures.chiSquares[at] = chiSquare2x2(table);
    figures.intervalLows[at] = low;
    figures.intervalHighs[at] = high;
    if (part.leads < MIN_TESTED_LEADS) continue;
    figures.pValues[at] = chiSquareTail(figures.chiSquares[at]!);
    figures.discoveryPValues[at] = fisherExact(table);
  }
  return figures;
}

/** How many segments are tested, and how many of them are found: q below 0.05, whatever the threshold. */
export interface Found {
  tested: number;
  found: number;
}

/** The tests of the segments on the screen alone. */
export interface Discoveries extends Found {
  /** Together with the segments of all other candidate columns; absent where q is that of the screen alone. */
  all?: Found;
}

/**
 * The q-values of segments: Benjamini-Hochberg over `discoveryPValues` of all segments with at least 10 leads,
 * '(Blank)' and '(Out of range)' included.
 *
 * @param figureOf index of the figures of each segment
 */
export function findDiscoveries(
  { leads, discoveryPValues }: CountedFigures,
  figureOf: Uint32Array,
): { qValues: Float64Array; discoveries: Discoveries } {
  const repeats = new Uint32Array(leads.length);
  // The `!` here: every segment has figures.
  for (const at of figureOf) if (leads[at]! >= MIN_TESTED_LEADS) repeats[at]!++;
  const qValues = benjaminiHochberg(discoveryPValues, repeats);
  const discoveries = { tested: 0, found: 0 };
  for (const [at, count] of repeats.entries()) {
    discoveries.tested += count;
    if (qValues[at]! < MAX_FALSE_DISCOVERY_RATE) discoveries.found += count;
  }
  return { qValues, discoveries };
}

/** The counts of segments with up to 180 leads have numbers below this. */
const SHARED_COUNTS = 2 ** 14;

/**
 * Groups segments with the same leads and conversions, and names the first segment of each group. Small counts are
 * identified by the number leads x (leads + 1) / 2 + conversions; each larger segment is a group of its own.
 *
 * @param sums segments whose sum is not 0 are groups of their own too
 */
export function groupByCounts(
  leads: Uint32Array,
  conversions: Uint32Array,
  sums: Float64Array | null = null,
): { groupOf: Uint32Array; firsts: Uint32Array } {
  const groupOf = new Uint32Array(leads.length);
  const firsts = new Uint32Array(leads.length);
  // The group + 1 of each number; 0 until the number occurs.
  const numbered = new Uint32Array(SHARED_COUNTS);
  let groups = 0;
  for (let position = 0; position < leads.length; position++) {
    // The `!` here: each segment has both counts.
    const number = (leads[position]! * (leads[position]! + 1)) / 2 + conversions[position]!;
    const isShared = number < SHARED_COUNTS && !sums?.[position];
    let group = isShared ? numbered[number]! : 0;
    if (group === 0) {
      firsts[groups] = position;
      group = ++groups;
      if (isShared) numbered[number] = group;
    }
    groupOf[position] = group - 1;
  }
  return { groupOf, firsts: firsts.slice(0, groups) };
}

/** The order of segments where their figures are equal: field order, then name, '(Blank)' last. */
export function compareSegments(a: Segment, b: Segment): number {
  return a.field - b.field || compareNames(a.value, b.value);
}
