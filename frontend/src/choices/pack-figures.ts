import { MAX_ENTERED, MAX_LISTED_NAME_LENGTH, MAX_SMALL_BODY_BYTES } from '#contract/limits.ts';
import type { CorrelationTest, StoredSpreads, StoredToEnter } from '#contract/metrics.ts';
import type { ColumnSpreads } from '#frontend/analysis/measure/measurement.ts';
import type { MeasuredPair } from '#frontend/analysis/measure/interactions.ts';
import type { PlannedValue, ToEnter } from '#frontend/analysis/platforms/to-enter.ts';

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

/** How the values of each field are spread, as stored. */
export function packSpreads(
  fields: readonly { name: string }[],
  spreads: readonly ColumnSpreads[],
): StoredSpreads[] {
  return fields.map(({ name }, field) => {
    const { values, weights } = spreads[field]!; // each field has its spreads
    return { fieldName: name, values, weights: [...weights] };
  });
}

/** part / whole in percent. It multiplies first, so that 29 of 100 is 29 and not 28.999999999999996. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** The multipliers that the plans enter, of the values that get one. */
export function packToEnter(
  fields: readonly { name: string; values: readonly string[] }[],
  toEnterOf: (value: PlannedValue) => ToEnter,
): StoredToEnter[] {
  return fields.flatMap(({ name, values }, field) =>
    values.flatMap((value) => {
      const { figures, pairRules } = toEnterOf({ field, value });
      if (figures.length === 0 && pairRules === 0) return [];
      return [
        { fieldName: name, fieldValue: value, figures: [...figures], pairRules, estimate: 'main-effects' },
      ];
    }),
  );
}

/** The figures to keep with rules that come into use; undefined where they are not kept, or larger than a call may be. */
export function packEntered(...packed: Parameters<typeof packToEnter>): StoredToEnter[] | undefined {
  const entered = packToEnter(...packed);
  const bytes = new TextEncoder().encode(JSON.stringify(entered)).length;
  return areKept(entered) && 2 * bytes <= MAX_SMALL_BODY_BYTES ? entered : undefined;
}

/** Whether figures are kept with rules in use: not where they or their pairs are too many, or have very long names. */
export const areKept = (entered: readonly StoredToEnter[]): boolean => {
  const pairs = entered.flatMap((one) => one.pairs ?? []);
  return [entered, pairs].every(
    (named) =>
      named.length <= MAX_ENTERED &&
      named.every(
        ({ fieldName, fieldValue }) => fieldName.length + fieldValue.length <= MAX_LISTED_NAME_LENGTH,
      ),
  );
};
