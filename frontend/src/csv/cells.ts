import { readRow } from './read-row.ts';
import { TableCursor, type Table } from './table.ts';

export type { Table };

/** The text of one cell: trimmed, without its quotes. */
export function readCell(table: Table, row: number, column: number): string {
  const cursor = new TableCursor(table);
  cursor.moveTo(row, column);
  return cursor.text();
}

/** The rows in [from, to), each with one text per column. */
export function readRows(table: Table, from: number, to: number): string[][] {
  const cursor = new TableCursor(table);
  const rows: string[][] = [];
  for (let row = from; row < Math.min(to, table.rowCount); row++) {
    rows.push(readRow({ index: table, cursor, row }, table.columnCount));
  }
  return rows;
}
