import { useCallback, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { NARROW, useMedia } from './layout-hooks.ts';
import { SortTh, Table, TableScroll, Th, type SortDirection } from './table.tsx';
import { AllRows, type RowAttributes, RowsInView, type RowsProps } from './table-rows.tsx';
import { Term } from './tooltip.tsx';

/** For tables with a control in each row: Tab reaches the control of one row, arrow keys reach the others. */
export interface TabStop {
  isTabStop: boolean;
  onFocus(): void;
}

export interface ColumnOnScreen<Item> {
  /**
   * The least width in pixels. A wider table gives each column its share of the rest. Narrow screens hide a column of
   * width 0.
   */
  width: number | { wide: number; narrow: number };
  cell(item: Item, stop: TabStop): ReactNode;
  /** The column takes all of the remaining width. */
  grows?: true;
  /** The cell names its row, and stays in view on narrow screens. */
  isRowName?: true;
  /** Aligns figures to the left. */
  isLeft?: true;
  className?: string;
  /** Adds to the heading, or replaces it. */
  header?(heading: ReactNode): ReactNode;
  /** A word or two in small letters under the heading. */
  note?: string;
}

/** One column of a table: its heading and its cells. */
export interface TableColumn<Item> {
  /** Stays the same if settings change the heading. */
  key: string;
  heading: string;
  /** Explains the column in one or two plain sentences; null if the heading says enough. */
  meaning: string | null;
  isNumeric: boolean;
  /** Null for a column that is not on the page. */
  screen: ColumnOnScreen<Item> | null;
}

/** The part that opens below a row. The button that opens it is in one of the cells of the row. */
export interface RowDetail<Item> {
  /** The keys of the open rows. Must stay the same set while no row opens or closes. */
  open: ReadonlySet<string>;
  draw(item: Item): ReactNode;
  /** The key of the row to bring into view, each time that it is another object. Short tables show all of their rows anyway. */
  sought: { key: string } | null;
}

export interface ColumnTableProps<Item> {
  caption: string;
  columns: readonly TableColumn<Item>[];
  items: readonly Item[];
  /** Must stay the same function in a table with `detail`. */
  keyOf: (item: Item) => string;
  /** The height of a row in pixels. Rows with more content are higher. */
  rowHeight: number;
  /** Rows with less content are lower: `rowHeight` is only the usual height. */
  hasLowRows?: boolean;
  /** A table of more rows scrolls under its header. */
  maxOpenRows?: number;
  /** Row count of the tables above; the first paint draws that many fewer rows. */
  rowsAbove?: number;
  detail?: RowDetail<Item>;
  /** `column` is the key of the column that sorts the rows. */
  sort?: { column: string; direction: SortDirection; onSort(column: string): void };
  className?: string;
}

type ShownColumn<Item> = TableColumn<Item> & { screen: ColumnOnScreen<Item> };

/** A longer table scrolls under its header, and draws only the rows in view. */
const LONGEST_PLAIN_TABLE = 200;

/** A table of any length. Its columns have fixed widths, so that nothing moves when other rows are drawn. */
export function ColumnTable<Item>(props: ColumnTableProps<Item>) {
  const {
    caption,
    items,
    keyOf,
    rowHeight,
    hasLowRows,
    maxOpenRows = LONGEST_PLAIN_TABLE,
    detail,
    sort,
  } = props;
  const columns = props.columns.filter((column): column is ShownColumn<Item> => column.screen !== null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const tabStopOf = useTabStops(items, keyOf);
  const { count, rowAt, ...inView } = useRows(items, keyOf, detail);
  const isLong = items.length > LONGEST_PLAIN_TABLE;
  const drawItem = (item: Item, attributes?: RowAttributes) => {
    const [key, stop] = [keyOf(item), tabStopOf(item)];
    return (
      <tr
        key={key}
        data-row={key}
        data-open={detail?.open.has(key) || undefined}
        {...attributes}
        style={hasLowRows ? undefined : { height: rowHeight }}
      >
        {columns.map((column) => (
          <BodyCell key={column.key} column={column}>
            {column.screen.cell(item, stop)}
          </BodyCell>
        ))}
      </tr>
    );
  };
  const isNarrow = useMedia(NARROW);
  // Hidden columns count too, and would get a width.
  const columnCount = columns.filter(({ screen }) => !isNarrow || !hideNarrow(screen)).length;
  const drawDetail = (item: Item, attributes?: RowAttributes) => (
    <tr key={`${keyOf(item)} detail`} data-detail {...attributes}>
      <td colSpan={columnCount}>{detail?.draw(item)}</td>
    </tr>
  );
  const body: RowsProps = {
    count,
    rowHeight,
    rowsAbove: props.rowsAbove ?? 0,
    columnCount,
    renderRow: (index, attributes) => {
      const row = rowAt(index);
      return row && (row.isDetail ? drawDetail : drawItem)(row.item, attributes);
    },
  };
  return (
    <TableScroll
      label={caption}
      scrollRef={scrollRef}
      className={items.length > maxOpenRows ? 'max-h-[max(60vh,20rem)]' : undefined}
    >
      <Table
        caption={caption}
        className={cx('min-w-(--wide) table-fixed max-md:min-w-(--narrow)', props.className)}
        style={toVariables(sumWidths(columns))}
        aria-rowcount={isLong ? count + 1 : undefined}
      >
        <colgroup>
          {columns.map(({ key, screen }) => (
            <col
              key={key}
              style={screen.grows ? undefined : toVariables(widthsOf(screen))}
              className={cx(!screen.grows && 'w-(--wide) max-md:w-(--narrow)', hideNarrow(screen))}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {isLong ? <RowsInView {...body} {...inView} scrollRef={scrollRef} /> : <AllRows {...body} />}
      </Table>
    </TableScroll>
  );
}

/** The row of an item, or the row below it with its detail. */
interface Row<Item> {
  item: Item;
  isDetail: boolean;
}

/** The rows of all items, each open one followed by its detail. Items are only listed where one is open, since they may be made lazily. */
function useRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { open, sought = null }: Partial<RowDetail<Item>> = {},
) {
  const listed = useMemo(
    () =>
      open &&
      open.size > 0 &&
      items.flatMap((item): Row<Item>[] => {
        const row = { item, isDetail: false };
        return open.has(keyOf(item)) ? [row, { item, isDetail: true }] : [row];
      }),
    [items, keyOf, open],
  );
  const rowAt = useCallback(
    (index: number): Row<Item> | undefined => {
      if (listed) return listed[index];
      const item = items[index];
      return item === undefined ? undefined : { item, isDetail: false };
    },
    [listed, items],
  );
  const keyAt = useCallback(
    (index: number) => {
      const row = rowAt(index);
      return row ? `${keyOf(row.item)}${row.isDetail ? ' detail' : ''}` : '';
    },
    [rowAt, keyOf],
  );
  return { count: listed ? listed.length : items.length, rowAt, keyAt: open && keyAt, sought };
}

/** Tab reaches the control that had the focus last, at first the one of the first row. */
function useTabStops<Item>(items: readonly Item[], keyOf: (item: Item) => string): (item: Item) => TabStop {
  const [last, setLast] = useState<string | null>(null);
  const isThere = last !== null && items.some((item) => keyOf(item) === last);
  const stop = isThere ? last : items[0] && keyOf(items[0]);
  return (item) => {
    const key = keyOf(item);
    return { isTabStop: key === stop, onFocus: () => setLast(key) };
  };
}

const LINE_ONCE_SCROLLED = 'max-md:in-data-before:shadow-[1px_0_0_var(--strong)]';
/** Keeps the name of a row in view, also where the columns before it are hidden. */
const PINNED = `max-md:sticky max-md:left-0 max-md:z-1 ${LINE_ONCE_SCROLLED}`;
/** The style sheet makes headers sticky. */
const PINNED_HEADER = `max-md:left-0 max-md:z-3! ${LINE_ONCE_SCROLLED}`;

function HeaderCell<Item>({
  column,
  sort,
}: Pick<ColumnTableProps<Item>, 'sort'> & { column: ShownColumn<Item> }) {
  const { key, heading, meaning, isNumeric, screen } = column;
  const numeric = isNumeric && !screen.isLeft;
  const className = cx(hideNarrow(screen), screen.isRowName && PINNED_HEADER);
  const text = <HeadingText heading={heading} />;
  const note = screen.note && (
    <>
      {' '}
      <span className="block text-12 font-normal text-muted">{screen.note}</span>
    </>
  );
  if (sort) {
    return (
      <SortTh
        numeric={numeric}
        explanation={meaning ?? undefined}
        direction={key === sort.column ? sort.direction : null}
        onSort={() => sort.onSort(key)}
        className={cx('whitespace-normal!', className)}
      >
        <span>
          {text}
          {note}
        </span>
      </SortTh>
    );
  }
  const explained = meaning ? (
    <Term explanation={meaning} className={numeric ? 'text-right!' : undefined}>
      {text}
    </Term>
  ) : (
    text
  );
  return (
    <Th numeric={numeric} className={cx(!meaning && 'whitespace-normal!', className) || undefined}>
      {screen.header ? screen.header(explained) : explained}
      {note}
    </Th>
  );
}

/**
 * A heading breaks between words, but not at the hyphen of 'P-Value' and, on a screen, not before the unit of 'Value ($)'.
 * Paper is narrow, so a unit may have its own line there.
 */
export function HeadingText({ heading }: { heading: string }) {
  return heading.split(/(\S*-\S*|\S+ \(\S+\)$)/).map((words) =>
    /-|\)$/.test(words) ? (
      <span
        key={words}
        className={words.endsWith(')') ? 'whitespace-nowrap print:whitespace-normal' : 'whitespace-nowrap'}
      >
        {words}
      </span>
    ) : (
      words
    ),
  );
}

function BodyCell<Item>({ column, children }: { column: ShownColumn<Item>; children: ReactNode }) {
  const { isNumeric, screen } = column;
  const Cell = screen.isRowName ? 'th' : 'td';
  return (
    <Cell
      scope={screen.isRowName && 'row'}
      data-numeric={(isNumeric && !screen.isLeft) || undefined}
      className={cx(hideNarrow(screen), screen.isRowName && PINNED, screen.className) || undefined}
    >
      {children}
    </Cell>
  );
}

function widthsOf({ width }: ColumnOnScreen<never>): { wide: number; narrow: number } {
  return typeof width === 'number' ? { wide: width, narrow: width } : width;
}

function hideNarrow(screen: ColumnOnScreen<never>): string | false {
  return widthsOf(screen).narrow === 0 && 'max-md:hidden';
}

function sumWidths(columns: readonly ShownColumn<never>[]): { wide: number; narrow: number } {
  const widths = columns.map(({ screen }) => widthsOf(screen));
  const sum = (side: 'wide' | 'narrow') => widths.reduce((total, width) => total + width[side], 0);
  return { wide: sum('wide'), narrow: sum('narrow') };
}

function toVariables({ wide, narrow }: { wide: number; narrow: number }): CSSProperties {
  // The type does not list CSS variables.
  return { '--wide': `${wide}px`, '--narrow': `${narrow}px` } as CSSProperties;
}
