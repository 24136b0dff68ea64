import { rangeLabel, type Range } from '#frontend/analysis/binning.ts';
import { listValues, type ListedValue } from '#frontend/analysis/mapping.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';

// What is listed of tens of thousands of values takes a while, and the column stays.
const whole = new WeakMap<ColumnDetail, ListedValue[]>();

/** The values of a column without ranges; listed at the first call, which may be ahead of their step. */
export function listWholeColumn(detail: ColumnDetail): readonly ListedValue[] {
  const listed = whole.get(detail) ?? listValues(detail.values, detail.leads, null);
  whole.set(detail, listed);
  return listed;
}

/** The values that step 3 shows for a column: most leads first, or the ranges in their own order. */
export function listColumnValues(
  detail: ColumnDetail,
  ranges: readonly Range[] | null,
): readonly ListedValue[] {
  if (ranges === null) return listWholeColumn(detail);
  const listed = listValues(detail.values, detail.leads, ranges);
  const labels = ranges.map(rangeLabel);
  const place = ({ value }: ListedValue) => {
    const index = labels.indexOf(value);
    return index === -1 ? labels.length : index;
  };
  return listed.sort((a, b) => place(a) - place(b));
}
