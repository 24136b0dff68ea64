import { rangeLabel, type Range } from '#frontend/analysis/binning.ts';
import { listValues, type ListedValue } from '#frontend/analysis/mapping.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';

/** The values that step 3 shows for a column: most leads first, or the ranges in their own order. */
export function listColumnValues(detail: ColumnDetail, ranges: readonly Range[] | null): ListedValue[] {
  const listed = listValues(detail.values, detail.leads, ranges);
  if (ranges === null) return listed;
  const labels = ranges.map(rangeLabel);
  const place = ({ value }: ListedValue) => {
    const index = labels.indexOf(value);
    return index === -1 ? labels.length : index;
  };
  return listed.sort((a, b) => place(a) - place(b));
}
