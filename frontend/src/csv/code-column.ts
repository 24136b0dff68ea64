import { TableCursor, type Table } from './table.ts';
import { TextDictionary } from './text-dictionary.ts';

/**
 * One column as a code per row and the text that each code stands for, in order of first appearance. '' is the blank.
 * Cells are told apart by their trimmed text, however it is quoted or padded in the file.
 */
export function codeColumn(table: Table, column: number): { codes: Uint32Array; categories: string[] } {
  const codes = new Uint32Array(table.rowCount);
  const cursor = new TableCursor(table);
  const dictionary = new TextDictionary();
  for (let row = 0; row < table.rowCount; row++) {
    cursor.moveTo(row, column);
    codes[row] = dictionary.codeOf(cursor);
  }
  return { codes, categories: dictionary.texts() };
}
