import {
  defaultRangeExtractor,
  elementScroll,
  measureElement,
  type Rect,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type FocusEvent, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

interface VirtualListProps {
  label: string;
  count: number;
  /** The usual height of a row in pixels; rows may differ. */
  rowHeight: number;
  keyOf(index: number): string;
  renderRow(index: number): ReactNode;
  /** Class names that limit the height, such as 'max-h-96'. */
  className?: string;
}

const OVERSCAN = 8;

/** A list that draws only the rows in view, and the row that has the focus. */
export function VirtualList({ label, count, rowHeight, keyOf, renderRow, className }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<FocusedRow | null>(null);
  const focusedRow =
    focused && focused.index < count && keyOf(focused.index) === focused.key ? focused.index : null;
  // Rows out of view are drawn after the first paint.
  const overscan = useDeferredValue(OVERSCAN, 1);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    measureElement: measureLaidOut,
    observeElementRect: observeLaidOut,
    scrollToFn: scrollRows,
    // If a row has another height than usual, the other rows move before the next paint.
    directDomUpdates: true,
    overscan,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), focusedRow),
    initialRect: { width: 720, height: 576 },
  });
  return (
    <div ref={scroller} className={cx('overflow-y-auto', className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only note which row has the focus */}
      <ul
        aria-label={label}
        ref={virtualizer.containerRef}
        className="relative"
        onFocus={(event) => {
          const index = rowOf(event);
          setFocused(index === null ? null : { index, key: keyOf(index) });
        }}
        onBlur={() => setFocused(null)}
      >
        {virtualizer.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={count}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
          >
            {renderRow(row.index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FocusedRow {
  index: number;
  key: string;
}

function rowOf({ target }: FocusEvent): number | null {
  const row = target.closest<HTMLElement>('li[data-index]');
  return row ? Number(row.dataset['index']) : null;
}

function withRow(rows: number[], row: number | null): number[] {
  if (row === null || rows.includes(row)) return rows;
  return [...rows, row].toSorted((a, b) => a - b);
}

type RowsIn = Virtualizer<HTMLElement, HTMLElement>;

/**
 * The height of a row. Before the page is laid out it is the usual height, since measuring would force a layout during
 * rendering; the observer reports the true height in the same frame.
 */
export function measureLaidOut(
  row: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  rows: RowsIn,
): number {
  if (entry) return measureElement(row, entry, rows);
  const index = rows.indexFromElement(row);
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index);
}

/**
 * Reports the size of the scrolling element after each layout, without forcing one. Before the first layout the assumed size
 * counts.
 */
export function observeLaidOut({ scrollElement }: RowsIn, tell: (rect: Rect) => void): () => void {
  if (!scrollElement) return () => {};
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Scrolls. It does nothing if the rows are at the top and shall go there, since scrolling would force a layout. */
export function scrollRows(offset: number, options: Parameters<typeof elementScroll>[1], rows: RowsIn): void {
  const isThere = offset === 0 && rows.scrollOffset === 0 && !options.adjustments;
  if (!isThere) elementScroll(offset, options, rows);
}
