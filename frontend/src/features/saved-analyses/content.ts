import type { ChosenLeads } from '#frontend/analysis/analysis-context.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';

/**
 * Everything in a saved analysis that the user can change without another file, as one text: two works of one file with
 * the same text are saved alike.
 */
export function contentOf({ context, settings }: Pick<WorkToSave, 'context' | 'settings'>): string {
  const { statusColumn, qualifiedValues, attributes, leads } = context;
  return JSON.stringify([
    statusColumn,
    qualifiedValues.toSorted(),
    attributes.map(({ field, ranges, mapping, dates }) => [
      field,
      (ranges ?? []).map(({ min, max, label }) => [min, max, label]),
      [...mapping],
      dates ? [dates.preset, dates.format] : [],
    ]),
    settings.conversionValue,
    settings.thresholdPercent,
    leads ? [leads.leftOutStatuses.toSorted(), listDates(leads.date)] : [],
  ]);
}

function listDates(date: ChosenLeads['date']) {
  return date && [date.column, date.dateFormat, date.from, date.to, date.youngerThanDays];
}
