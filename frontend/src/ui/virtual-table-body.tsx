import type { ReactNode, Ref, RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

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

/** A table body that draws only the rows in view, between two empty rows that hold the place of the others. */
export function VirtualTableBody(props: VirtualTableBodyProps) {
  const { scrollRef, count, rowHeight, hasUnevenRows, columnCount, renderRow } = props;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 960, height: 600 },
  });
  const rows = virtualizer.getVirtualItems();
  const above = rows[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <tbody>
      {above > 0 && <Gap height={above} columnCount={columnCount} />}
      {rows.map(({ index }) =>
        renderRow(index, hasUnevenRows ? { ref: virtualizer.measureElement, 'data-index': index } : {}),
      )}
      {below > 0 && <Gap height={below} columnCount={columnCount} />}
    </tbody>
  );
}

function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    <tr aria-hidden data-gap>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell for its height only */}
      <td colSpan={columnCount} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
