import type { NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';

/** Leads of a numeric column whose cell is no number: blank ones, and ones with text. */
export function countOtherCells(
  { values, leads }: ColumnDetail,
  summary: NumericSummary,
): { blank: number; text: number } {
  let total = 0;
  let blank = 0;
  values.forEach((value, code) => {
    total += leads[code] ?? 0;
    if (value.trim() === '') blank += leads[code] ?? 0;
  });
  const numeric = summary.leads.reduce((sum, count) => sum + count, 0);
  return { blank, text: total - blank - numeric };
}
