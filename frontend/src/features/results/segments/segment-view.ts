import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { sortRows } from '#frontend/analysis/order.ts';
import { compareSegments } from '#frontend/analysis/segments.ts';
import { segmentColumns } from '#frontend/exports/segments.ts';
import type { SortDirection } from '#frontend/ui/table.tsx';

/** What the reader has opened and sorted in the Segment Details tab. */
export interface SegmentView {
  /** The title of the column that both tables are sorted by. */
  column: string;
  direction: SortDirection;
  isRestShown: boolean;
}

const ADJUSTED_LIFT = 'Adjusted Lift';

export const FIRST_SEGMENT_VIEW: SegmentView = {
  column: ADJUSTED_LIFT,
  direction: 'descending',
  isRestShown: false,
};

/** After a click on a header: the same column turns round, another one starts descending. */
export function sortByColumn(view: SegmentView, column: string): SegmentView {
  const isTurned = view.column === column && view.direction === 'descending';
  return { ...view, column, direction: isTurned ? 'ascending' : 'descending' };
}

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true });

/** The column that the tables are really sorted by: adjusted lift, where the chosen one is not on the screen. */
export function sortedColumn(view: SegmentView, conversionValue: number): string {
  const isShown = segmentColumns(conversionValue).some(({ title }) => title === view.column);
  return isShown ? view.column : ADJUSTED_LIFT;
}

/**
 * Segments in the order of the view: numbers by value, text by the reader's locale, '(Blank)' last.
 *
 * @param segments by adjusted lift descending
 */
export function sortSegments(
  segments: readonly JudgedSegment[],
  view: SegmentView,
  conversionValue: number,
): readonly JudgedSegment[] {
  const title = sortedColumn(view, conversionValue);
  if (title === ADJUSTED_LIFT && view.direction === 'descending') return segments;
  const column = segmentColumns(conversionValue).find((other) => other.title === title);
  if (!column) return segments;
  return sortRows(segments, {
    valueOf: column.cell,
    direction: view.direction,
    compareText,
    compareTies: compareSegments,
  });
}
