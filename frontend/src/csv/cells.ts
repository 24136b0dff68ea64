import { readRow } from './read-row.ts';
import { TableCursor, type Table } from './table.ts';
import { TextDictionary } from './text-dictionary.ts';

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

/** The first `limit` distinct texts of a column, blanks aside, and whether any of its cells is blank. */
export function sampleColumn(
  table: Table,
  column: number,
  limit: number,
): { samples: string[]; hasBlanks: boolean } {
  const cursor = new TableCursor(table);
  const dictionary = new TextDictionary();
  let hasBlanks = false;
  for (let row = 0; row < table.rowCount && !(hasBlanks && dictionary.size >= limit); row++) {
    if (dictionary.size >= limit && cursor.beginsWithText(row, column)) continue;
    cursor.moveTo(row, column);
    if (cursor.isBlank) hasBlanks = true;
    else if (dictionary.size < limit) dictionary.codeOf(cursor);
  }
  return { samples: dictionary.texts(), hasBlanks };
}

/** How many distinct texts a column has, blanks aside; counts to `limit` + 1 and no further. */
export function countDistinct(table: Table, column: number, limit: number): number {
  const cursor = new TableCursor(table);
  const dictionary = new TextDictionary();
  for (let row = 0; row < table.rowCount && dictionary.size <= limit; row++) {
    cursor.moveTo(row, column);
    if (!cursor.isBlank) dictionary.codeOf(cursor);
  }
  return dictionary.size;
}
