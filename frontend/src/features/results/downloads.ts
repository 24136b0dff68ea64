import { useSyncExternalStore } from 'react';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import type { LeftOutLeads } from '#frontend/analysis/counts/mapping.ts';
import { type CsvFormat, writeCsv } from '#frontend/csv/write.ts';
import type { ExportFile, LeftOutCount } from '#frontend/exports/table.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { formatDay } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { browserStorage } from '#frontend/lib/storage.ts';

export function downloadExport({ fileName, rows }: ExportFile): void {
  downloadText(fileName, writeCsv(rows, readExportFormat()));
}

const KEY = 'export-format';
const listeners = new Set<() => void>();
let unsavedChoice: CsvFormat = 'comma';

/** The format of CSV exports and of Copy that was chosen in this browser; 'comma' by default. */
export function readExportFormat(): CsvFormat {
  return browserStorage.read(KEY) === 'semicolon' ? 'semicolon' : unsavedChoice;
}

/** Stores the choice in this browser. */
export function chooseExportFormat(format: CsvFormat): void {
  // Where storage is forbidden the choice lasts as long as the page.
  unsavedChoice = browserStorage.keep(KEY, format) ? 'comma' : format;
  tellListeners();
}

export function useExportFormat(): CsvFormat {
  return useSyncExternalStore(subscribe, readExportFormat, () => 'comma');
}

/** Follows the other tabs while there is a listener. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', tellListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', tellListeners);
  };
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** The reasons for which leads are left out; empty if all leads count. */
export function listLeftOut(
  leftOut: LeftOutLeads | undefined,
  { leads: chosen }: Pick<AnalysisContext, 'leads'>,
): LeftOutCount[] {
  if (!leftOut) return [];
  const { from = null, to = null, youngerThanDays = null, column = '' } = chosen?.date ?? {};
  const reasons = [
    { leads: leftOut.byStatus, reason: `by status (${(chosen?.leftOutStatuses ?? []).join(', ')})` },
    { leads: leftOut.unreadableDate, reason: `without a date in ${column}` },
    { leads: leftOut.byDate, reason: describeDays(from, to) },
    { leads: leftOut.young, reason: `younger than ${countNoun(youngerThanDays ?? 0, 'day')}` },
  ];
  return reasons.filter(({ leads }) => leads > 0);
}

function describeDays(from: number | null, to: number | null): string {
  if (from === null) return to === null ? '' : `after ${formatDay(to)}`;
  return to === null ? `before ${formatDay(from)}` : `not from ${formatDay(from)} to ${formatDay(to)}`;
}

/** '412 leads left out: 400 by status (Open), 12 younger than 28 days.'; null if all leads count. */
export function describeLeftOut(reasons: readonly LeftOutCount[]): string | null {
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, { leads }) => sum + leads, 0);
  const parts = reasons.map(({ leads, reason }) => `${formatCount(leads)} ${reason}`);
  return `${countNoun(all, 'lead')} left out: ${parts.join(', ')}.`;
}
