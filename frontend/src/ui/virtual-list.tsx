import { useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { cx } from '#frontend/lib/class-names.ts';

export interface VirtualListProps {
  label: string;
  count: number;
  /** The usual height of a row in pixels; rows may differ. */
  rowHeight: number;
  keyOf(index: number): string;
  renderRow(index: number): ReactNode;
  /** Class names that limit the height, such as 'max-h-96'. */
  className?: string;
}

/** A list that draws only the rows in view. */
export function VirtualList({ label, count, rowHeight, keyOf, renderRow, className }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 8,
    initialRect: { width: 720, height: 480 },
  });
  return (
    <div ref={scroller} className={cx('overflow-y-auto', className)}>
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={count}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            {renderRow(row.index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
