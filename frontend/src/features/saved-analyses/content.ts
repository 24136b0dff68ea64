import type { WorkToSave } from '#frontend/thread/work.ts';

/**
 * Everything in a saved analysis that the user can change without another file, as one text: two works of one file with
 * the same text are saved alike.
 */
export function contentOf({
  context,
  settings,
  basis,
}: Pick<WorkToSave, 'context' | 'settings' | 'basis'>): string {
  const { statusColumn, qualifiedValues, attributes, worth } = context;
  return JSON.stringify([
    statusColumn,
    qualifiedValues.toSorted(),
    attributes.map(({ field, ranges, mapping }) => [
      field,
      (ranges ?? []).map(({ min, max, label }) => [min, max, label]),
      [...mapping],
    ]),
    settings.conversionValue,
    settings.thresholdPercent,
    worth && [worth.kind, worth.kind === 'column' ? worth.column : [...worth.amounts], basis],
  ]);
}
