import {
  useDeferredValue,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { cx } from '#frontend/lib/class-names.ts';
import { measureLaidOut, observeLaidOut, scrollRows } from './virtual-list.tsx';
import { SortTh, Table, TableScroll, Th, type SortDirection } from './table.tsx';
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

export interface ColumnTableProps<Item> {
  caption: string;
  columns: readonly TableColumn<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string;
  /** The height of a row in pixels. Rows with more content are higher. */
  rowHeight: number;
  /** Rows with less content are lower: `rowHeight` is only the usual height. */
  hasLowRows?: boolean;
  /** A table of more rows scrolls under its header. */
  maxOpenRows?: number;
  /** Row count of the tables above; the first paint draws that many fewer rows. */
  rowsAbove?: number;
  /** `column` is the key of the column that sorts the rows. */
  sort?: { column: string; direction: SortDirection; onSort(column: string): void };
  className?: string;
}

type ShownColumn<Item> = TableColumn<Item> & { screen: ColumnOnScreen<Item> };

/** A longer table scrolls under its header, and draws only the rows in view. */
const LONGEST_PLAIN_TABLE = 200;

/** A table of any length. Its columns have fixed widths, so that nothing moves when other rows are drawn. */
export function ColumnTable<Item>(props: ColumnTableProps<Item>) {
  const { caption, items, keyOf, rowHeight, hasLowRows, maxOpenRows = LONGEST_PLAIN_TABLE, sort } = props;
  const columns = props.columns.filter((column): column is ShownColumn<Item> => column.screen !== null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const tabStopOf = useTabStops(items, keyOf);
  const isLong = items.length > LONGEST_PLAIN_TABLE;
  const body: RowsProps<Item> = {
    items,
    rowHeight,
    rowsAbove: props.rowsAbove ?? 0,
    columnCount: columns.length,
    renderRow: (item, attributes) => {
      const stop = tabStopOf(item);
      return (
        <tr
          key={keyOf(item)}
          data-row={keyOf(item)}
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
        aria-rowcount={isLong ? items.length + 1 : undefined}
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
        {isLong ? <RowsInView {...body} scrollRef={scrollRef} /> : <AllRows {...body} />}
      </Table>
    </TableScroll>
  );
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

interface RowsProps<Item> {
  items: readonly Item[];
  rowHeight: number;
  rowsAbove: number;
  columnCount: number;
  /** Returns a `tr` with its key. It gets `attributes` if only the rows in view are drawn. */
  renderRow(item: Item, attributes?: RowAttributes): ReactNode;
}

interface RowAttributes {
  'aria-rowindex': number;
  'data-index': number;
  ref: Ref<HTMLTableRowElement>;
}

/** Before the page is laid out, a table is assumed to have this share of the window's height. */
const TABLE_SHARE = 0.6;

/** Draws all rows. Rows out of view are drawn after the first paint. */
function AllRows<Item>({ items, rowHeight, rowsAbove, columnCount, renderRow }: RowsProps<Item>) {
  const isWhole = useDeferredValue(true, false);
  const rowsInView = Math.ceil((window.innerHeight * TABLE_SHARE) / rowHeight);
  const drawn = isWhole ? items : items.slice(0, Math.max(0, rowsInView - rowsAbove));
  return (
    <tbody>
      {drawn.map((item) => renderRow(item))}
      <RowsGap height={(items.length - drawn.length) * rowHeight} columnCount={columnCount} />
    </tbody>
  );
}

const OVERSCAN = 12;

/** Draws the rows in view. One empty row stands for those above, another for those below. */
function RowsInView<Item>({
  scrollRef,
  items,
  rowHeight,
  columnCount,
  renderRow,
}: RowsProps<Item> & { scrollRef: RefObject<HTMLDivElement | null> }) {
  // The first paint draws hardly any rows out of view.
  const overscan = useDeferredValue(OVERSCAN, 1);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    measureElement: measureLaidOut,
    observeElementRect: observeLaidOut,
    scrollToFn: scrollRows,
    overscan,
    initialRect: { width: 960, height: window.innerHeight * TABLE_SHARE },
  });
  const rows = virtualizer.getVirtualItems();
  return (
    <tbody>
      <RowsGap height={rows[0]?.start ?? 0} columnCount={columnCount} />
      {rows.map(({ index }) => {
        const item = items[index];
        // The header is row 1.
        const attributes = {
          'aria-rowindex': index + 2,
          'data-index': index,
          ref: virtualizer.measureElement,
        };
        return item !== undefined && renderRow(item, attributes);
      })}
      <RowsGap height={virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0)} columnCount={columnCount} />
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
