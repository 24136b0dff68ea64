import { elementScroll, measureElement, type Rect, type Virtualizer } from '@tanstack/react-virtual';

type RowsIn = Virtualizer<HTMLElement, HTMLElement>;

/**
 * The height of a row. Before the page is laid out it is the usual height, since measuring each row at once would
 * force a layout in the middle of rendering; the observer then tells the true height in the same frame.
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
 * Tells the size of the scrolling element after each layout, without forcing one. Before the first it is the assumed
 * size.
 */
export function observeLaidOut({ scrollElement }: RowsIn, tell: (rect: Rect) => void): () => void {
  if (!scrollElement) return () => {};
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Scrolls, unless the rows are at the top already and are to go there: even that would force a layout. */
export function scrollRows(offset: number, options: Parameters<typeof elementScroll>[1], rows: RowsIn): void {
  const isThere = offset === 0 && rows.scrollOffset === 0 && !options.adjustments;
  if (!isThere) elementScroll(offset, options, rows);
}
