import type { ReactNode } from 'react';
import { type ShownFigure, writeTsv } from '#frontend/csv/write.ts';
import { type Cell, toRows } from '#frontend/exports/table.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ColumnTable, type ColumnTableProps, HeadingText } from '#frontend/ui/column-table.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { SMALL, useMedia } from '#frontend/ui/layout-hooks.ts';
import type { Column, Columns } from './columns.tsx';
import { readExportFormat } from './downloads.ts';

interface TableSectionProps<Item> extends Omit<ColumnTableProps<Item>, 'caption'> {
  title: string;
  /** Its level within the page. */
  Heading?: 'h2' | 'h4';
  /** One line beside the title, or below it if there is too little room. */
  description: ReactNode;
  /** A line below the title. */
  status?: ReactNode;
  columns: Columns<Item>;
  /** Buttons before Copy. */
  actions?: ReactNode;
  /** Adds a button that shows and hides the rows. */
  disclosure?: { isShown: boolean; onChange(isShown: boolean): void };
  /** Content below the table, or instead of a table without rows. */
  children?: ReactNode;
}

/** The columns and rows of the page with its decimals, and the notes. @internal */
export function toCopiedRows<Item>(columns: Columns<Item>, items: readonly Item[]): (Cell | ShownFigure)[][] {
  const copied = columns.filter(({ screen, isCopied }) => screen || isCopied);
  return toRows<Item, Cell | ShownFigure>(copied.map(asCopied), items);
}

function asCopied<Item>({ copied, precisionOf, ...column }: Column<Item>) {
  const { heading, exported } = copied ?? column;
  if (!exported || !precisionOf) return { heading, exported };
  const write = (item: Item): Cell | ShownFigure => {
    const cell = exported(item);
    return typeof cell === 'number' ? { figure: cell, ...precisionOf(item) } : cell;
  };
  return { heading, exported: write };
}

/** A table with its heading and its buttons. */
export function TableSection<Item>(props: TableSectionProps<Item>) {
  const { title, Heading = 'h2', description, status, actions, disclosure, children, ...table } = props;
  const { columns, items } = table;
  const isShown = items.length > 0 && (disclosure?.isShown ?? true);
  const isSmall = useMedia(SMALL);
  const copy = () => writeTsv(toCopiedRows(columns, items), readExportFormat());
  const statusLine = status && <div className="empty:hidden">{status}</div>;
  const buttons = (actions || isShown) && (
    <div className="flex flex-wrap items-center gap-2">
      {actions}
      {isShown && <CopyButton getText={copy} />}
    </div>
  );
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <Heading className="text-16 font-semibold">{title}</Heading>
            <div className="text-13 text-muted">{description}</div>
          </div>
          {!isSmall && statusLine}
        </div>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {disclosure && (
            <Button
              size="small"
              aria-expanded={disclosure.isShown}
              onClick={() => disclosure.onChange(!disclosure.isShown)}
            >
              {disclosure.isShown ? 'Hide' : 'Show'}
            </Button>
          )}
          {!isSmall && buttons}
        </div>
      </div>
      {isShown && <ColumnTable {...table} caption={title} />}
      {children}
      {/* On small screens the rows come first. */}
      {isSmall && statusLine}
      {isSmall && buttons}
    </section>
  );
}

/** The first lines on paper: the date of printing and the title. */
export function PaperHead({ date, title }: { date: Date; title: string }) {
  return (
    <>
      <p className="text-muted">
        {PRODUCT_NAME} · {formatLongDateTime(date)}
      </p>
      <h1 className="mb-2 line-clamp-2 text-20 tracking-[-0.02em] wrap-anywhere">{title}</h1>
    </>
  );
}

interface ReportTableProps<Item> {
  title: string;
  Heading?: 'h2' | 'h3';
  columns: Columns<Item>;
  items: readonly Item[];
  /** The number of all rows, if `items` has only the first of them. */
  total?: number;
  /** Shown instead of a table without rows. */
  empty?: string;
}

/** A table on paper has at most this many rows. */
const MOST_ROWS = 150;

/** A table with its heading, for paper. A long table shows its first rows, and says how many there are. */
export function ReportTable<Item>(props: ReportTableProps<Item>) {
  const { title, Heading = 'h3', items, total = items.length, empty = 'None.' } = props;
  const shown = items.slice(0, MOST_ROWS);
  const columns = props.columns.flatMap(({ report, key, heading, isNumeric, isShort }) => {
    const look = { 'data-numeric': isNumeric || undefined, 'data-short': isShort };
    const isEmpty = report && shown.every((item) => report(item) === '');
    return report && !isEmpty ? [{ key, heading, look, cell: report }] : [];
  });
  return (
    <>
      <Heading>{title}</Heading>
      {shown.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <table className="ui-report-table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ key, heading, look }) => (
                <th key={key} scope="col" {...look}>
                  <HeadingText heading={heading} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- a printed page does not change
              <tr key={row}>
                {columns.map(({ key, look, cell }) => (
                  <td key={key} {...look}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {total > shown.length && (
        <p className="mt-2 text-muted">
          The first {formatCount(shown.length)} of {formatCount(total)} rows; the CSV exports have more.
        </p>
      )}
    </>
  );
}
