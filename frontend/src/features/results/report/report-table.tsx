import { formatCount } from '#frontend/lib/format.ts';
import { HeadingText } from '#frontend/ui/column-table.tsx';
import type { Columns } from '../columns.tsx';

export interface ReportTableProps<Item> {
  title: string;
  Heading?: 'h2' | 'h3';
  columns: Columns<Item>;
  items: readonly Item[];
  /** Number of all rows, if `items` holds only the first of them. */
  total?: number;
  /** Shown instead of a table without rows. */
  empty?: string;
}

/** Nobody reads longer tables on paper. */
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
              // oxlint-disable-next-line react/no-array-index-key -- a page that is printed does not change
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
