import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { exportFullAnalysis } from '#frontend/exports/downloads.ts';
import { listLeftOutRows, type Section, type SectionsFile } from '#frontend/exports/table.ts';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import { findBounds } from './columns.tsx';
import { type CurrencyNote, listCurrencyRows } from './currency-note.ts';
import { listLeftOut } from './downloads.ts';
import type { ResultsTab } from './tab.tsx';

interface FullSource {
  analysis: Analysis;
  context: AnalysisContext;
  /** Absent if the currency is not known. */
  currency?: CurrencyNote;
  /** Finds what the plans enter; absent or null without plans. */
  toEnterOf?: ToEnterOf | null;
  /** Tables of views, which stand behind those of the tabs. */
  added?: readonly Section[];
}

/** 'Export All', with the tables of all tabs. */
export function exportAll(
  tabs: readonly ResultsTab[],
  { analysis, context, currency, toEnterOf = null, added = [] }: FullSource,
  date: Date,
): SectionsFile {
  const bounds = findBounds(context);
  return exportFullAnalysis(analysis, {
    context,
    sections: [...tabs.flatMap(({ exported }) => exported?.(analysis, bounds, toEnterOf) ?? []), ...added],
    date,
    notes: [
      ...(currency ? listCurrencyRows(currency) : []),
      ...listLeftOutRows(listLeftOut(analysis.leftOut, context)),
    ],
  });
}
