import { MIN_TESTED_LEADS } from './constants.ts';
import { adjustLift, measureConfidence, measureLift, measureRate, type Counts } from './lift.ts';
import { compareNames } from './names.ts';
import { chiSquare2x2, chiSquareTail } from './stats/chi-square.ts';
import type { Tally } from './tally.ts';

/** All leads that share one value of one field. Rates are fractions, lifts are ratios with 1 = no effect. */
export interface Segment {
  /** Index into the fields of the tally. */
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

/**
 * Every segment of every field with its figures, in field order, then by name, '(Blank)' last. The test is the
 * segment against all other leads: chi-square of the 2x2 table without continuity correction, p-value its
 * exact tail. Under 10 leads, or where the table has an empty margin (all leads in the segment, none or all
 * converted), p is 1.
 * Example: 30 conversions of 100 leads in a dataset of 200 of 1,000: lift 1.5, adjusted lift 4/3, chi-square
 * 1000 x (30 x 730 - 70 x 170)² / (100 x 900 x 200 x 800) = 6.9444, p 0.00841.
 */
export function measureSegments(tally: Tally): Segment[] {
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  return tally.fields.flatMap(({ name, values }, field) => {
    const counts = countByValue(tally, field);
    return values.map((value, code) =>
      measureSegment({ field, fieldName: name, value }, counts[code], total),
    );
  });
}

function countByValue(tally: Tally, field: number): Counts[] {
  const counts = (tally.fields[field]?.values ?? []).map(() => ({ leads: 0, conversions: 0 }));
  tally.codes[field]?.forEach((code, combination) => {
    const count = counts[code];
    if (count === undefined) return;
    count.leads += tally.leads[combination] ?? 0;
    count.conversions += tally.conversions[combination] ?? 0;
  });
  return counts;
}

function measureSegment(
  name: Pick<Segment, 'field' | 'fieldName' | 'value'>,
  part: Counts = { leads: 0, conversions: 0 },
  total: Counts,
): Segment {
  const chiSquare = chiSquare2x2({
    a: part.conversions,
    b: part.leads - part.conversions,
    c: total.conversions - part.conversions,
    d: total.leads - total.conversions - (part.leads - part.conversions),
  });
  return {
    ...name,
    ...part,
    conversionRate: measureRate(part),
    lift: measureLift(part, total),
    confidence: measureConfidence(part.leads),
    adjustedLift: adjustLift(part, total),
    chiSquare,
    pValue: part.leads < MIN_TESTED_LEADS ? 1 : chiSquareTail(chiSquare),
  };
}

/** The order of segments where their figures are equal: field order, then name, '(Blank)' last. */
export function compareSegments(a: Segment, b: Segment): number {
  return a.field - b.field || compareNames(a.value, b.value);
}
