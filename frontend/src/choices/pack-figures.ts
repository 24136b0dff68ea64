import type { CorrelationTest } from '#contract/metrics.ts';
import type { MeasuredPair } from '#frontend/analysis/judge/interactions.ts';

/** The figures of a pair as they are stored. */
export function packPair(test: MeasuredPair['figures'] & { isSignificant: boolean }): CorrelationTest {
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

/** part / whole in percent. It multiplies first, so that 29 of 100 is 29 and not 28.999999999999996. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
