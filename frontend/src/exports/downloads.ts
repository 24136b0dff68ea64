import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MAX_EXPORTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { bestCombinations, countCombinations, type LeadValue } from '#frontend/analysis/lead-values.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import type { Result } from '#frontend/csv/result.ts';
import { stampDate, type ExportFile } from './file-name.ts';
import { toRows, type Columns } from './table.ts';

/** 'Download CSV' of the Value Rules tab. */
export function exportValueRules(analysis: Analysis, columns: Columns<ValueRule>, date: Date): ExportFile {
  return nameTable('practical_value_rules', toRows(columns, analysis.valueRules), date);
}

/** 'Download Analysis Results': all segments, highest adjusted lift first. */
export function exportSegments(analysis: Analysis, columns: Columns<JudgedSegment>, date: Date): ExportFile {
  return nameTable('lead_conversion_analysis', toRows(columns, analysis.segments), date);
}

/** 'Export All Combinations': every combination, highest lead value first; refused above 5,000. */
export function exportCombinations(
  analysis: Analysis,
  columns: Columns<LeadValue>,
  date: Date,
): Result<ExportFile, { reason: 'too-many-combinations'; combinations: number }> {
  const combinations = countCombinations(analysis);
  if (combinations > MAX_EXPORTED_COMBINATIONS) {
    return { ok: false, error: { reason: 'too-many-combinations', combinations } };
  }
  const rows = toRows(columns, bestCombinations(analysis, combinations));
  return { ok: true, value: nameTable('lead_value_combinations', rows, date) };
}

function nameTable(name: string, rows: ExportFile['rows'], date: Date): ExportFile {
  return { fileName: `${name}_${stampDate(date)}.csv`, rows };
}
