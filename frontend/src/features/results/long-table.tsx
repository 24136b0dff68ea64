import { useDeferredValue, useRef, type CSSProperties, type ReactNode, type Ref } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { Table, TableScroll } from '#frontend/ui/table.tsx';
import { firstRowsInView, RowsGap, VirtualTableBody } from '#frontend/ui/virtual-table-body.tsx';

/** Longer tables draw only the rows in view, so they scroll under their header. */
const LONGEST_PLAIN_TABLE = 200;

/** For the `tr`, so that its place is known where not all rows are drawn. */
export interface RowPlace {
  'aria-rowindex'?: number;
  'data-index'?: number;
  ref?: Ref<HTMLTableRowElement>;
}

/** Least width of a column in pixels, on narrow screens another one; 0 where the column is not shown there. */
export interface ColumnWidth {
  width: number;
  narrow?: number;
}

export interface LongTableProps<Item> {
  caption: string;
  /** Tables wider than these share what is left in proportion. */
  columns: readonly ColumnWidth[];
  header: ReactNode;
  items: readonly Item[];
  /** Height of a row in pixels; usual height where rows differ. */
  rowHeight: number;
  /** From more rows than these on the table scrolls under its header. */
  maxOpenRows?: number;
  /** Rows may be higher than `rowHeight`. */
  hasUnevenRows?: boolean;
  /** A `tr` with its key. */
  renderRow(item: Item, place: RowPlace): ReactNode;
}

/** A table of any length. Its columns have fixed widths, so that nothing moves as rows come and go. */
export function LongTable<Item>(props: LongTableProps<Item>) {
  const { caption, columns, header, items, rowHeight, maxOpenRows, hasUnevenRows, renderRow } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isLong = items.length > LONGEST_PLAIN_TABLE;
  const scrolls = items.length > (maxOpenRows ?? LONGEST_PLAIN_TABLE);
  // What is out of view comes after the first paint.
  const isWhole = useDeferredValue(true, false);
  const drawn = isWhole ? items : items.slice(0, firstRowsInView(rowHeight));
  return (
    <TableScroll label={caption} scrollRef={scrollRef} className={scrolls ? 'max-h-[60vh]' : undefined}>
      <Table
        caption={caption}
        className="min-w-(--wide) table-fixed max-md:min-w-(--narrow)"
        style={toVariables(sumWidths(columns))}
        aria-rowcount={isLong ? items.length + 1 : undefined}
      >
        <colgroup>
          {columns.map((column, position) => (
            <col
              // oxlint-disable-next-line react/no-array-index-key -- a column is its position
              key={position}
              style={toVariables(column)}
              className={cx('w-(--wide) max-md:w-(--narrow)', column.narrow === 0 && NARROW_HIDDEN)}
            />
          ))}
        </colgroup>
        <thead>{header}</thead>
        {isLong ? (
          <VirtualTableBody
            scrollRef={scrollRef}
            count={items.length}
            rowHeight={rowHeight}
            hasUnevenRows={hasUnevenRows}
            columnCount={columns.length}
            renderRow={(index, measure) => {
              const item = items[index];
              return item !== undefined && renderRow(item, { 'aria-rowindex': index + 2, ...measure });
            }}
          />
        ) : (
          <tbody>
            {drawn.map((item) => renderRow(item, {}))}
            {drawn.length < items.length && (
              <RowsGap height={(items.length - drawn.length) * rowHeight} columnCount={columns.length} />
            )}
          </tbody>
        )}
      </Table>
    </TableScroll>
  );
}

/** For the cells of a column that narrow screens do not show. */
export const NARROW_HIDDEN = 'max-md:hidden';

function sumWidths(columns: readonly ColumnWidth[]): Required<ColumnWidth> {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    width: sum(columns.map(({ width }) => width)),
    narrow: sum(columns.map(({ width, narrow }) => narrow ?? width)),
  };
}

function toVariables({ width, narrow = width }: ColumnWidth): CSSProperties {
  // CSS variables, which the type does not list.
  return { '--wide': `${width}px`, '--narrow': `${narrow}px` } as CSSProperties;
}
