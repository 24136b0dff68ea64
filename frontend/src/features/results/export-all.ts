import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { exportFullAnalysis } from '#frontend/exports/downloads.ts';
import type { ExportFile } from '#frontend/exports/table.ts';
import { findBounds } from './kit/columns.tsx';
import { listLeftOut } from './kit/downloads.ts';
import type { ResultsTab } from './kit/tab.ts';

/** 'Export All', with the tables of all tabs. */
export function exportAll(
  tabs: readonly ResultsTab[],
  { analysis, context }: { analysis: Analysis; context: AnalysisContext },
  date: Date,
): ExportFile {
  const bounds = findBounds(context);
  return exportFullAnalysis(analysis, {
    context,
    sections: tabs.flatMap(({ exported }) => exported?.(analysis, bounds) ?? []),
    date,
    leftOut: listLeftOut(analysis.leftOut, context),
  });
}
