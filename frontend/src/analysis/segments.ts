import { MIN_TESTED_LEADS } from './constants.ts';
import { adjustLift, measureConfidence, measureLift, measureRate, type Counts } from './lift.ts';
import { sumByCode } from './coding.ts';
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

type SegmentName = Pick<Segment, 'field' | 'fieldName' | 'value'>;

/**
 * Every segment of every field with its figures, in field order, then in the order of its values. The test is the
 * segment against all other leads: chi-square of the 2x2 table without continuity correction, p-value its
 * exact tail. Under 10 leads, or where the table has an empty margin (all leads in the segment, none or all
 * converted), p is 1.
 * Example: 30 conversions of 100 leads in a dataset of 200 of 1,000: lift 1.5, adjusted lift 4/3, chi-square
 * 1000 x (30 x 730 - 70 x 170)² / (100 x 900 x 200 x 800) = 6.9444, p 0.00841.
 */
export function measureSegments(tally: Tally): Segment[] {
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  return tally.fields.flatMap(({ name, values }, field) => {
    const codes = tally.codes[field] ?? new Uint32Array();
    const leads = sumByCode(tally.leads, codes, values.length);
    const conversions = sumByCode(tally.conversions, codes, values.length);
    return values.map((value, code) => {
      const part = { leads: leads[code] ?? 0, conversions: conversions[code] ?? 0 };
      return measureSegment({ field, fieldName: name, value }, part, total);
    });
  });
}

function measureSegment(name: SegmentName, part: Counts, total: Counts): Segment {
  const chiSquare = chiSquare2x2({
    a: part.conversions,
    b: part.leads - part.conversions,
    c: total.conversions - part.conversions,
    d: total.leads - total.conversions - (part.leads - part.conversions),
  });
  const pValue = part.leads < MIN_TESTED_LEADS ? 1 : chiSquareTail(chiSquare);
  return measurePart(name, { part, total }, { chiSquare, pValue });
}

/** A segment that was tested already, with the figures that follow from its counts. */
export function measurePart(
  name: SegmentName,
  { part, total }: { part: Counts; total: Counts },
  test: Pick<Segment, 'chiSquare' | 'pValue'>,
): Segment {
  // Written out: spreads take several times as long, and there may be 100,000 segments.
  return {
    field: name.field,
    fieldName: name.fieldName,
    value: name.value,
    leads: part.leads,
    conversions: part.conversions,
    conversionRate: measureRate(part),
    lift: measureLift(part, total),
    confidence: measureConfidence(part.leads),
    adjustedLift: adjustLift(part, total),
    chiSquare: test.chiSquare,
    pValue: test.pValue,
  };
}

/** The order of segments where their figures are equal: field order, then name, '(Blank)' last. */
export function compareSegments(a: Segment, b: Segment): number {
  return a.field - b.field || compareNames(a.value, b.value);
}
