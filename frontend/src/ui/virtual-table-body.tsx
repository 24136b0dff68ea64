import { useDeferredValue, type ReactNode, type Ref, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { measureLaidOut, observeLaidOut, scrollRows } from './measure-laid-out.ts';

/** For a `tr` whose height is measured. */
export interface MeasuredRow {
  ref?: Ref<HTMLTableRowElement>;
  'data-index'?: number;
}

export interface VirtualTableBodyProps {
  /** The element that scrolls: the ref given to TableScroll. */
  scrollRef: RefObject<HTMLDivElement | null>;
  count: number;
  /** The height of every row in pixels; the usual height of uneven ones. */
  rowHeight: number;
  /** Rows differ in height: each `tr` then carries what `renderRow` gets second. */
  hasUnevenRows?: boolean;
  columnCount: number;
  /** A `tr` with its key; give it aria-rowindex = index + 2 (the header is row 1) and the table aria-rowcount. */
  renderRow(index: number, measured: MeasuredRow): ReactNode;
}

const OVERSCAN = 12;

/** A table has at most about this share of the window's height in view, as far as is known before it is laid out. */
const TABLE_SHARE = 0.6;

/** So many rows of this height are in view at first. */
export function firstRowsInView(rowHeight: number): number {
  return Math.ceil((window.innerHeight * TABLE_SHARE) / rowHeight);
}

/** A table body that draws only the rows in view, between two empty rows that hold the place of the others. */
export function VirtualTableBody(props: VirtualTableBodyProps) {
  const { scrollRef, count, rowHeight, hasUnevenRows, columnCount, renderRow } = props;
  // What is out of view comes after the first paint.
  const overscan = useDeferredValue(OVERSCAN, 1);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    measureElement: measureLaidOut,
    observeElementRect: observeLaidOut,
    scrollToFn: scrollRows,
    overscan,
    initialRect: { width: 960, height: window.innerHeight * TABLE_SHARE },
  });
  const rows = virtualizer.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <tbody>
      {above > 0 && <RowsGap height={above} columnCount={columnCount} />}
      {rows.map(({ index }) =>
        renderRow(index, hasUnevenRows ? { ref: virtualizer.measureElement, 'data-index': index } : {}),
      )}
      {below > 0 && <RowsGap height={below} columnCount={columnCount} />}
    </tbody>
  );
}

/** Holds the place of rows that are not drawn. */
export function RowsGap({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    <tr aria-hidden data-gap>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell for its height only */}
      <td colSpan={columnCount} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
