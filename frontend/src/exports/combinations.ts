import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { bestCombinations, countCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import type { Result } from '#frontend/csv/result.ts';
import { stampDate, type ExportFile } from './file-name.ts';
import { toRows, type Column } from './table.ts';

export interface TooManyCombinations {
  reason: 'too-many-combinations';
  combinations: number;
}

/** 'All Lead Value Combinations' as on the screen: a column per attribute, then the lead value. */
export function combinationColumns(analysis: Analysis): readonly Column<LeadValue>[] {
  const attributes = analysis.fields.map(({ name }, field) => ({
    title: name,
    cell: ({ values }: LeadValue) => values[field] ?? '',
  }));
  return [...attributes, { title: 'Lead Value ($)', cell: ({ leadValue }) => leadValue }];
}

/** 'Export All Combinations': every combination, highest lead value first; refused above 5,000. */
export function exportCombinations(analysis: Analysis, date: Date): Result<ExportFile, TooManyCombinations> {
  const combinations = countCombinations(analysis);
  if (combinations > MAX_EXPORTED_COMBINATIONS) {
    return { ok: false, error: { reason: 'too-many-combinations', combinations } };
  }
  const rows = toRows(combinationColumns(analysis), bestCombinations(analysis, combinations));
  return { ok: true, value: { fileName: `lead_value_combinations_${stampDate(date)}.csv`, rows } };
}
