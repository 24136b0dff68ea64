import { useRef, type ReactNode, type Ref } from 'react';
import { Table, TableScroll } from '#frontend/ui/table.tsx';
import { VirtualTableBody } from '#frontend/ui/virtual-table-body.tsx';

/** Longer tables scroll under their header and draw only the rows in view. */
const LONGEST_PLAIN_TABLE = 200;

/** For the `tr`, so that its place is known where not all rows are drawn. */
export interface RowPlace {
  'aria-rowindex'?: number;
  'data-index'?: number;
  ref?: Ref<HTMLTableRowElement>;
}

export interface LongTableProps<Item> {
  caption: string;
  /** Widths of the columns in pixels at least; wider tables share what is left in proportion. */
  widths: readonly number[];
  header: ReactNode;
  items: readonly Item[];
  /** Height of a row in pixels; usual height where rows differ. */
  rowHeight: number;
  /** Rows may be higher than `rowHeight`. */
  hasUnevenRows?: boolean;
  /** A `tr` with its key. */
  renderRow(item: Item, place: RowPlace): ReactNode;
}

/** A table of any length. Its columns have fixed widths, so that nothing moves as rows come and go. */
export function LongTable<Item>(props: LongTableProps<Item>) {
  const { caption, widths, header, items, rowHeight, hasUnevenRows, renderRow } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isLong = items.length > LONGEST_PLAIN_TABLE;
  const minWidth = widths.reduce((sum, width) => sum + width, 0);
  return (
    <TableScroll label={caption} scrollRef={scrollRef} className={isLong ? 'max-h-[70vh]' : undefined}>
      <Table
        caption={caption}
        className="table-fixed"
        style={{ minWidth }}
        aria-rowcount={isLong ? items.length + 1 : undefined}
      >
        <colgroup>
          {widths.map((width, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position
            <col key={column} style={{ width: `${(100 * width) / minWidth}%` }} />
          ))}
        </colgroup>
        <thead>{header}</thead>
        {isLong ? (
          <VirtualTableBody
            scrollRef={scrollRef}
            count={items.length}
            rowHeight={rowHeight}
            hasUnevenRows={hasUnevenRows}
            columnCount={widths.length}
            renderRow={(index, measure) => {
              const item = items[index];
              return item !== undefined && renderRow(item, { 'aria-rowindex': index + 2, ...measure });
            }}
          />
        ) : (
          <tbody>{items.map((item) => renderRow(item, {}))}</tbody>
        )}
      </Table>
    </TableScroll>
  );
}
