import type { ReactNode } from 'react';
import { formatCount } from '#frontend/lib/format.ts';
import { TitleText } from '../title-text.tsx';

export interface ReportColumn<Item> {
  title: string;
  cell(item: Item): ReactNode;
  isText?: boolean;
  /** One short word in each row. */
  isShort?: boolean;
}

export interface ReportTableProps<Item> {
  caption: string;
  columns: readonly ReportColumn<Item>[];
  items: readonly Item[];
  /** All there are, where more than `items`. */
  total?: number;
}

/** Longer tables are of no use on paper. */
export const MOST_REPORT_ROWS = 150;

/** A table for paper: its header again on each page, its first rows with a word about the rest. */
export function ReportTable<Item>({ caption, columns, items, total = items.length }: ReportTableProps<Item>) {
  const shown = items.slice(0, MOST_REPORT_ROWS);
  return (
    <>
      <table className="ui-report-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isText, isShort }) => (
              <th key={title} scope="col" data-numeric={isText ? undefined : true} data-short={isShort}>
                <TitleText title={title} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((item, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- a page that is printed does not change
            <tr key={row}>
              {columns.map(({ title, isText, isShort, cell }) => (
                <td key={title} data-numeric={isText ? undefined : true} data-short={isShort}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > shown.length && (
        <p className="mt-2 text-muted">
          The first {formatCount(shown.length)} of {formatCount(total)} rows; the CSV exports have more.
        </p>
      )}
    </>
  );
}
