import { readColumnNumbers } from '#frontend/analysis/columns/columns.ts';
import { bestSplit, countPerNumber } from '#frontend/analysis/measure/best-split.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import { hasManyDuplicates } from '#frontend/analysis/judge/label-limits.ts';
import type { LabelLimits } from '#frontend/analysis/measure/measurement.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { haveSameRanges } from '#frontend/analysis/counts/range-presets.ts';
import type { FileTable } from '#frontend/csv/table.ts';
import { conversionsPerValue, convertedOf } from './cached-counts.ts';
import { findFileFaults } from './inspect-rows.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';

interface WholeFile {
  /** All leads of the file. */
  table: FileTable;
  onSlice(): Promise<void>;
}

/**
 * Reasons for which labels of a plan are at most Test: ranges that the outcome chose, and duplicates in the file. Null without any.
 *
 * @param view the leads that count
 */
export async function findLabelLimits(
  view: LoadedFile,
  plan: Plan,
  { table, onSlice }: WholeFile,
): Promise<LabelLimits | null> {
  const { duplicates } = await findFileFaults(table, onSlice);
  const limits = {
    splitFields: plan.attributes.flatMap((attribute, field) =>
      isSplit(view, plan, attribute) ? [field] : [],
    ),
    hasManyDuplicates: hasManyDuplicates(duplicates?.leads ?? 0, table.rowCount),
  };
  return limits.hasManyDuplicates || limits.splitFields.length > 0 ? limits : null;
}

/** Analyses of earlier releases do not say how ranges were found, so their best split is recognised by its bounds. */
function isSplit(
  view: LoadedFile,
  plan: Plan,
  { column, dates, ranges, rangesBy, numberFormat }: AttributePlan,
): boolean {
  if (dates || !ranges || ranges.length === 0) return false;
  if (rangesBy === 'best-split') return true;
  if (ranges.some(({ label }) => label !== '')) return false;
  return haveSameRanges(ranges, splitOf(view, plan, { column, numberFormat })?.ranges ?? []);
}

/** The best split of the leads that count by a column of numbers: no ranges where none holds; null for other columns. */
export function splitOf(
  view: LoadedFile,
  plan: Plan,
  { column, numberFormat }: Pick<AttributePlan, 'column' | 'numberFormat'>,
): { numbers: number; ranges: readonly Range[] } | null {
  const { categories, leads } = codedColumn(view, column);
  const { numeric, numberFormat: format } = readColumnNumbers(categories, leads, numberFormat);
  if (!numeric) return null;
  const perValue = conversionsPerValue(view, convertedOf(view, plan), column);
  const conversions = countPerNumber(categories, perValue, { values: numeric.values, format });
  return { numbers: numeric.values.length, ranges: bestSplit(numeric, conversions) ?? [] };
}
