import type { Analysis } from '#frontend/analysis/analyse.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import type { ExportFile } from '#frontend/exports/file-name.ts';
import { exportFullAnalysis } from '#frontend/exports/full-analysis.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { correlationColumns } from './correlations/correlation-columns.tsx';
import { segmentColumns } from './segments/segment-columns.tsx';
import { ruleColumns } from './value-rules/rule-columns.tsx';

export function downloadExport({ fileName, rows }: ExportFile): void {
  downloadText(fileName, writeCsv(rows));
}

/** 'Export All', with the columns of all tables. */
export function exportAll(analysis: Analysis, context: AnalysisContext, date: Date): ExportFile {
  return exportFullAnalysis(analysis, {
    context,
    valueRules: ruleColumns(analysis),
    // Each section has either the significant segments or the others, so the column says nothing.
    segments: segmentColumns(analysis.settings).filter(({ key }) => key !== 'Significant'),
    correlations: correlationColumns,
    date,
  });
}
