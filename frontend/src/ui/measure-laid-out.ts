import { elementScroll, measureElement, type Rect, type Virtualizer } from '@tanstack/react-virtual';

type RowsIn = Virtualizer<HTMLElement, HTMLElement>;

/**
 * The height of a row as the browser tells it once the page is laid out, in the same frame. Before that it is the usual
 * one: to ask at once, for each row, makes the browser lay out the page in the middle of the work on it.
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

/** The room that rows scroll in, as the browser tells it; before that the one that was assumed. */
export function observeLaidOut({ scrollElement }: RowsIn, tell: (rect: Rect) => void): () => void {
  if (!scrollElement) return () => {};
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Scrolls; but not to the top what stands there: also that would have the page laid out at once. */
export function scrollRows(offset: number, options: Parameters<typeof elementScroll>[1], rows: RowsIn): void {
  const isThere = offset === 0 && rows.scrollOffset === 0 && !options.adjustments;
  if (!isThere) elementScroll(offset, options, rows);
}
