import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { sortRows } from '#frontend/analysis/order.ts';
import { compareSegments } from '#frontend/analysis/segments.ts';
import type { SortDirection } from '#frontend/ui/table.tsx';
import type { Columns } from '../columns.tsx';

/** The order and the open parts of the Segment Details tab. */
export interface SegmentView {
  /** The key of the column that both tables are sorted by. */
  column: string;
  direction: SortDirection;
  isRestShown: boolean;
}

const ADJUSTED_LIFT = 'adjustedLift';

export const FIRST_SEGMENT_VIEW: SegmentView = {
  column: ADJUSTED_LIFT,
  direction: 'descending',
  isRestShown: false,
};

/** The view after a click on a heading: the same column changes its direction, another one starts descending. */
export function sortByColumn(view: SegmentView, column: string): SegmentView {
  const isTurned = view.column === column && view.direction === 'descending';
  return { ...view, column, direction: isTurned ? 'ascending' : 'descending' };
}

/** The key of the column that sorts the tables: adjusted lift where the chosen column is not on the page. */
export function sortedColumn({ column }: SegmentView, columns: Columns<JudgedSegment>): string {
  return columns.some(({ key, screen }) => key === column && screen) ? column : ADJUSTED_LIFT;
}

const { compare: compareText } = new Intl.Collator(undefined, { numeric: true });

/**
 * Segments in the order of the view: numbers by value, text by the reader's locale, '(Blank)' last.
 *
 * @param segments by adjusted lift descending
 */
export function sortSegments(
  segments: readonly JudgedSegment[],
  view: SegmentView,
  columns: Columns<JudgedSegment>,
): readonly JudgedSegment[] {
  const sorted = sortedColumn(view, columns);
  // The column on the page may have a counterpart in files under the same key.
  const valueOf = columns.find(({ key, exported }) => key === sorted && exported)?.exported;
  if (!valueOf || (sorted === ADJUSTED_LIFT && view.direction === 'descending')) return segments;
  return sortRows(segments, {
    valueOf,
    direction: view.direction,
    compareText,
    compareTies: compareSegments,
  });
}
