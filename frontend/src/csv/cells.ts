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

export interface ColumnSample {
  /** The first distinct texts, blanks aside. */
  samples: string[];
  hasBlanks: boolean;
}

/**
 * The first `limit` distinct texts of every column, and whether any of its cells is blank. One walk along the rows: much
 * faster than column by column, as the file is gone through once.
 */
export function sampleColumns(table: Table, limit: number): ColumnSample[] {
  const cursor = new TableCursor(table);
  const found = table.headers.map((_, column) => ({ column, texts: new TextDictionary(), hasBlanks: false }));
  for (let row = 0; row < table.rowCount; row++) {
    for (const sample of found) {
      const isFull = sample.texts.size >= limit;
      if (isFull && (sample.hasBlanks || cursor.beginsWithText(row, sample.column))) continue;
      cursor.moveTo(row, sample.column);
      if (cursor.isBlank) sample.hasBlanks = true;
      else if (!isFull) sample.texts.codeOf(cursor);
    }
  }
  return found.map(({ texts, hasBlanks }) => ({ samples: texts.texts(), hasBlanks }));
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
