import { MIN_TESTED_LEADS } from './constants.ts';
import { adjustLift, measureConfidence, measureLift, measureRate, type Counts } from './lift.ts';
import { compareNames } from './order.ts';
import { chiSquare2x2, chiSquareTail } from './stats/chi-square.ts';

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
}

/** The figures of segments in arrays, which one thread can transfer to another without copying. */
export interface SegmentFigures {
  leads: Uint32Array;
  conversions: Uint32Array;
  conversionRates: Float64Array;
  lifts: Float64Array;
  confidences: Float64Array;
  adjustedLifts: Float64Array;
  chiSquares: Float64Array;
  pValues: Float64Array;
}

/**
 * The figures of segments with these counts. The test compares a segment with all other leads: chi-square of the 2x2
 * table without continuity correction; the p-value is its exact tail. Under 10 leads, or where the table has an empty
 * margin (all leads in the segment, none or all converted), p is 1.
 * Example: 30 conversions of 100 leads in a dataset of 200 of 1,000: lift 1.5, adjusted lift 4/3, chi-square 1000 x
 * (30 x 730 - 70 x 170)² / (100 x 900 x 200 x 800) = 6.9444, p 0.00841.
 *
 * @param leads per segment
 */
export function measureFigures(leads: Uint32Array, conversions: Uint32Array, total: Counts): SegmentFigures {
  const figures: SegmentFigures = {
    leads,
    conversions,
    conversionRates: new Float64Array(leads.length),
    lifts: new Float64Array(leads.length),
    confidences: new Float64Array(leads.length),
    adjustedLifts: new Float64Array(leads.length),
    chiSquares: new Float64Array(leads.length),
    pValues: new Float64Array(leads.length),
  };
  for (let at = 0; at < leads.length; at++) {
    const part = { leads: leads[at]!, conversions: conversions[at]! }; // below the length
    const chiSquare = testAgainstRest(part, total);
    figures.conversionRates[at] = measureRate(part);
    figures.lifts[at] = measureLift(part, total);
    figures.confidences[at] = measureConfidence(part.leads);
    figures.adjustedLifts[at] = adjustLift(part, total);
    figures.chiSquares[at] = chiSquare;
    figures.pValues[at] = part.leads < MIN_TESTED_LEADS ? 1 : chiSquareTail(chiSquare);
  }
  return figures;
}

function testAgainstRest(part: Counts, total: Counts): number {
  return chiSquare2x2({
    a: part.conversions,
    b: part.leads - part.conversions,
    c: total.conversions - part.conversions,
    d: total.leads - total.conversions - (part.leads - part.conversions),
  });
}

/** The order of segments where their figures are equal: field order, then name, '(Blank)' last. */
export function compareSegments(a: Segment, b: Segment): number {
  return a.field - b.field || compareNames(a.value, b.value);
}
