import { rangeLabel, type Range } from '#frontend/analysis/binning.ts';
import { listValues, type ListedValue } from '#frontend/analysis/mapping.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';

/** The values that step 3 shows for a column: most leads first, or the ranges in their own order. */
export function listColumnValues(detail: ColumnDetail, ranges: readonly Range[] | null): ListedValue[] {
  const listed = listValues(detail.values, detail.leads, ranges);
  if (ranges === null) return listed;
  const order = new Map(ranges.map((range, index) => [rangeLabel(range), index]));
  const place = ({ value }: ListedValue) => order.get(value) ?? ranges.length;
  return listed.sort((a, b) => place(a) - place(b));
}
