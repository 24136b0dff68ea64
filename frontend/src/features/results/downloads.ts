import type { Analysis } from '#frontend/analysis/analyse.ts';
import { toFieldValue } from '#frontend/analysis/interactions.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { ExportFile } from '#frontend/exports/file-name.ts';
import { exportFullAnalysis } from '#frontend/exports/downloads.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { readExportFormat } from './export-format.ts';
import { listLeftOut } from './left-out-words.ts';
import { findBounds, withRange } from './ranges.ts';
import { correlationColumns } from './correlations/correlation-columns.tsx';
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
