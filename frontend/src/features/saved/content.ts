import type { AnalysisSummary } from '#contract/answers.ts';
import { DEFAULT_CURRENCY, TOP_SEGMENTS } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';
import type { ChosenLeads, NamedWorth } from '#frontend/analysis/counts/analysis-context.ts';
import type { WorkToSave } from '#frontend/thread/work.ts';

/**
 * Everything in a saved analysis that the user can change without another file, as one text: two works of one file with
 * the same text are saved alike.
 */
export function contentOf({ context, settings }: Pick<WorkToSave, 'context' | 'settings'>): string {
  const { statusColumn, qualifiedValues, attributes, worth, basis, conversionAction, leads } = context;
  const { currency = DEFAULT_CURRENCY } = settings;
  // Later choices are named only where they were made, so that the text of an earlier release stays the same.
  return JSON.stringify([
    statusColumn,
    qualifiedValues.toSorted(),
    attributes.map(({ field, ranges, mapping, numberFormat, dates }) => [
      field,
      (ranges ?? []).map(({ min, max, label }) => [min, max, label]),
      sortEntries(mapping),
      ...(numberFormat ? [numberFormat] : []),
      ...(dates ? [dates.preset, dates.format] : []),
    ]),
    settings.conversionValue,
    settings.thresholdPercent,
    ...(currency === DEFAULT_CURRENCY ? [] : [currency]),
    ...(worth ? [nameWorth(worth), basis] : []),
    ...(conversionAction ? [conversionAction] : []),
    ...(leads ? [leads.leftOutStatuses.toSorted(), listDates(leads.date)] : []),
  ]);
}

/** Choices in one order: the order of typing is no choice, and an object's keys that look like numbers come first. */
const sortEntries = <T>(entries: ReadonlyMap<string, T>): [string, T][] =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));

function nameWorth(worth: NamedWorth): unknown[] {
  if (worth.kind === 'per-status') return sortEntries(worth.amounts);
  const currencyColumn = worth.currency?.column;
  return [worth.column, worth.numberFormat, ...(currencyColumn === undefined ? [] : [currencyColumn])];
}

function listDates(date: ChosenLeads['date']) {
  return date && [date.column, date.dateFormat, date.from, date.to, date.youngerThanDays];
}

/** The best converting segments: above the overall rate, highest rate first, at most `TOP_SEGMENTS`. */
export function topSegments({ metrics, overallRate }: AnalysisSummary['analysisData']): Metric[] {
  return metrics
    .filter(({ conversionRate }) => conversionRate > overallRate)
    .toSorted((a, b) => b.conversionRate - a.conversionRate)
    .slice(0, TOP_SEGMENTS);
}

/** The query of the address of a saved analysis that asks whether its link shall show the current figures. */
export const ASKS_TO_PUBLISH = '?share=update';
