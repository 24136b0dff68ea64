import { type ReactNode, type Ref, type RefObject, useDeferredValue, useEffect, useRef } from 'react';
import { defaultKeyExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { measureLaidOut, observeLaidOut, scrollRows } from './virtual-list.tsx';

export interface RowsProps {
  count: number;
  /** The usual height of a row in pixels. */
  rowHeight: number;
  rowsAbove: number;
  columnCount: number;
  /** Returns a `tr` with its key. It gets `attributes` if only the rows in view are drawn. */
  renderRow(index: number, attributes?: RowAttributes): ReactNode;
}

export interface RowAttributes {
  'aria-rowindex': number;
  'data-index': number;
  ref: Ref<HTMLTableRowElement>;
}

/** Before the page is laid out, a table is assumed to have this share of the window's height. */
const TABLE_SHARE = 0.6;

/** Draws all rows. Rows out of view are drawn after the first paint. */
export function AllRows({ count, rowHeight, rowsAbove, columnCount, renderRow }: RowsProps) {
  const rowsInView = Math.max(0, Math.ceil((window.innerHeight * TABLE_SHARE) / rowHeight) - rowsAbove);
  const isWhole = useDeferredValue(true, count <= rowsInView);
  const drawn = isWhole ? count : Math.min(count, rowsInView);
  return (
    <tbody>
      {Array.from({ length: drawn }, (_, index) => renderRow(index))}
      <RowsGap height={(count - drawn) * rowHeight} columnCount={columnCount} />
    </tbody>
  );
}

const OVERSCAN = 12;

interface RowsInViewProps extends RowsProps {
  scrollRef: RefObject<HTMLDivElement | null>;
  /** Needed where rows come and go, so that each keeps its measured height. Must stay the same function until then. */
  keyAt?: (index: number) => string;
  /** The row to scroll to, each time that it is another object. */
  sought: { key: string } | null;
}

/** Draws the rows in view. One empty row stands for those above, another for those below. */
export function RowsInView(props: RowsInViewProps) {
  const { scrollRef, count, rowHeight, columnCount, renderRow, keyAt = defaultKeyExtractor, sought } = props;
  // The first paint draws hardly any rows out of view.
  const overscan = useDeferredValue(OVERSCAN, 1);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: keyAt,
    measureElement: measureLaidOut,
    observeElementRect: observeLaidOut,
    scrollToFn: scrollRows,
    overscan,
    initialRect: { width: 960, height: window.innerHeight * TABLE_SHARE },
  });
  // A row that was sought before this table was drawn is not sought again.
  const lastSought = useRef(sought);
  useEffect(() => {
    if (!sought || sought === lastSought.current) return;
    lastSought.current = sought;
    const index = Array.from({ length: count }, (_, at) => keyAt(at)).indexOf(sought.key);
    if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' });
  }, [sought, count, keyAt, virtualizer]);
  const drawn = virtualizer.getVirtualItems();
  return (
    <tbody>
      <RowsGap height={drawn[0]?.start ?? 0} columnCount={columnCount} />
      {drawn.map(({ index }) => {
        // The header is row 1.
        const attributes = {
          'aria-rowindex': index + 2,
          'data-index': index,
          ref: virtualizer.measureElement,
        };
        return renderRow(index, attributes);
      })}
      <RowsGap height={virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)} columnCount={columnCount} />
    </tbody>
  );
}

/** An empty row as high as the rows that are not drawn. */
function RowsGap({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden data-gap>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell for its height only */}
      <td colSpan={columnCount} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
