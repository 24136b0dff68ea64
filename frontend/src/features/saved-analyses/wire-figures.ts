import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';

/** A segment as it is stored. */
export function packSegment(segment: JudgedSegment): Metric {
  return {
    fieldName: segment.fieldName,
    fieldValue: segment.value,
    totalLeads: segment.leads,
    qualifiedLeads: segment.conversions,
    conversionRate: percentOf(segment.conversions, segment.leads),
    confidence: 100 * segment.confidence,
    rawLift: segment.lift,
    adjustedLift: segment.adjustedLift,
    pValue: segment.pValue,
  };
}

/** A test of two values as it is stored. */
export function packInteraction(test: InteractionTest): CorrelationTest {
  const [{ field, value }, other] = test.attributes;
  return {
    attributes: [
      { field, value },
      { field: other.field, value: other.value },
    ],
    leads: test.leads,
    qualifiedLeads: test.conversions,
    conversionRate: percentOf(test.conversions, test.leads),
    confidence: test.confidencePercent,
    predictedLift: test.predictedLift,
    actualLift: test.actualLift,
    difference: test.difference,
    chiSquare: test.chiSquare,
    pValue: test.pValue,
    isSignificant: test.isSignificant,
  };
}

/** One division of whole numbers, so that 29 of 100 is 29 and not 28.999999999999996. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
