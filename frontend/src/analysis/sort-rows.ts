import { BLANK_LABEL } from './columns.ts';

/** What a table is sorted by: one column's figure or text, up or down. */
export interface SortOrder<Row> {
  valueOf: (row: Row) => number | string;
  direction: 'ascending' | 'descending';
  /** Order of texts, usually the reader's locale: `new Intl.Collator(...).compare`. */
  compareText: (a: string, b: string) => number;
  /** Order of rows where the values are equal, in either direction; for segments `compareSegments`. */
  compareTies: (a: Row, b: Row) => number;
}

/** Rows in the order of a table: numbers by value, text by locale, '(Blank)' last in both directions. */
export function sortRows<Row>(rows: readonly Row[], order: SortOrder<Row>): Row[] {
  const sign = order.direction === 'ascending' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, value: order.valueOf(row) }));
  keyed.sort(
    (a, b) =>
      Number(a.value === BLANK_LABEL) - Number(b.value === BLANK_LABEL) ||
      sign * compareValues(a.value, b.value, order.compareText) ||
      order.compareTies(a.row, b.row),
  );
  return keyed.map(({ row }) => row);
}

/** Numbers by value, before all text. */
function compareValues(
  a: number | string,
  b: number | string,
  compareText: (a: string, b: string) => number,
): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : 1;
  return typeof b === 'string' ? -1 : a - b;
}
