import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';

/**
 * Everything in a saved analysis that the user can change without another file, as one text: two works of one file with
 * the same text are saved alike.
 */
export function contentOf({ context, settings }: Pick<WorkToSave, 'context' | 'settings'>): string {
  const { statusColumn, qualifiedValues, attributes } = context;
  const { currency = DEFAULT_CURRENCY } = settings;
  return JSON.stringify([
    statusColumn,
    qualifiedValues.toSorted(),
    attributes.map(({ field, ranges, mapping, numberFormat }) => [
      field,
      (ranges ?? []).map(({ min, max, label }) => [min, max, label]),
      [...mapping],
      // Works that were saved before this choice existed stay the same.
      ...(numberFormat ? [numberFormat] : []),
    ]),
    settings.conversionValue,
    settings.thresholdPercent,
    ...(currency === DEFAULT_CURRENCY ? [] : [currency]),
  ]);
}
