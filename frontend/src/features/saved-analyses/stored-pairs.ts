import type { CorrelationTest } from '#contract/metrics.ts';
import type { Measurement } from '#frontend/analysis/analyse.ts';
import { MAX_PREDICTED_RATE } from '#frontend/analysis/constants.ts';
import { measureDifferenceInterval, type MeasuredPair } from '#frontend/analysis/interactions.ts';
import { measureRate, type Counts } from '#frontend/analysis/lift.ts';
import { chiSquareOfShare } from '#frontend/analysis/stats/chi-square.ts';

/** Restores the tests whose two segments are both stored, in the stored order. */
export function restorePairs(
  tests: readonly CorrelationTest[],
  fields: Measurement['fields'],
  total: Counts,
): MeasuredPair[] {
  const nameOf = (field: string, value: string) => JSON.stringify([field, value]);
  const names = fields.flatMap(({ name, values }) => values.map((value) => nameOf(name, value)));
  const positionOf = new Map(names.map((name, position) => [name, position]));
  return tests.flatMap((test) => {
    const [a, b] = test.attributes.map(({ field, value }) => positionOf.get(nameOf(field, value)));
    if (a === undefined || b === undefined) return [];
    return [{ positions: [a, b] as const, figures: restoreFigures(test, total) }];
  });
}

function restoreFigures(test: CorrelationTest, total: Counts): MeasuredPair['figures'] {
  const { leads, predictedLift, difference } = test;
  const conversions = Math.min(leads, test.qualifiedLeads);
  const predictedRate = Math.min(MAX_PREDICTED_RATE, measureRate(total) * predictedLift);
  return {
    attributes: test.attributes,
    leads,
    conversions,
    conversionRate: test.conversionRate / 100,
    confidencePercent: test.confidence,
    predictedLift,
    actualLift: test.actualLift,
    difference,
    interval: measureDifferenceInterval(difference, { leads, conversions }, total),
    pValue: test.pValue,
    chiSquare: test.chiSquare ?? chiSquareOfShare(conversions, leads, predictedRate),
  };
}
