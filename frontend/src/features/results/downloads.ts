import { useSyncExternalStore } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { toFieldValue } from '#frontend/analysis/interactions.ts';
import { type CsvFormat, writeCsv } from '#frontend/csv/write.ts';
import { exportFullAnalysis } from '#frontend/exports/downloads.ts';
import type { ExportFile } from '#frontend/exports/file-name.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { correlationColumns } from './correlations/correlation-columns.tsx';
import { listLeftOut } from './left-out-words.ts';
import { findBounds, withRange } from './ranges.ts';
import { segmentColumns } from './segments/segment-columns.tsx';
import { ruleColumns } from './value-rules/rule-columns.tsx';

export function downloadExport({ fileName, rows }: ExportFile): void {
  downloadText(fileName, writeCsv(rows, readExportFormat()));
}

/** 'Export All', with the columns of all tables. */
export function exportAll(analysis: Analysis, context: AnalysisContext, date: Date): ExportFile {
  const bounds = findBounds(context);
  // Each section has either the significant segments or the others, so the column says nothing.
  const segments = segmentColumns(analysis).filter(({ key }) => key !== 'Significant');
  return exportFullAnalysis(analysis, {
    context,
    valueRules: withRange(ruleColumns(analysis), bounds, ({ segment }) => [toFieldValue(segment)]),
    segments: withRange(segments, bounds, (segment) => [toFieldValue(segment)]),
    correlations: withRange(correlationColumns(analysis), bounds, ({ attributes }) => attributes),
    date,
    leftOut: listLeftOut(analysis.leftOut, context),
  });
}

const KEY = 'export-format';
const listeners = new Set<() => void>();
let unsavedChoice: CsvFormat = 'comma';

/** The format of CSV exports that was chosen in this browser; 'comma' by default. */
function readExportFormat(): CsvFormat {
  try {
    return localStorage.getItem(KEY) === 'semicolon' ? 'semicolon' : 'comma';
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
    return unsavedChoice;
  }
}

/** Keeps the choice in this browser. */
export function chooseExportFormat(format: CsvFormat): void {
  unsavedChoice = format;
  try {
    localStorage.setItem(KEY, format);
  } catch {
    // See readExportFormat.
  }
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
