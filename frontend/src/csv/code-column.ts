import { TableCursor, type Table } from './table.ts';
import { TextDictionary } from './text-dictionary.ts';

/**
 * A code per row; the text that each code stands for, in order of first appearance, '' being the blank; and how many rows
 * have each code.
 */
export interface CodedTexts {
  codes: Uint32Array;
  categories: string[];
  leads: Uint32Array;
}

/** One column, coded. Cells are told apart by their trimmed text, however it is quoted or padded in the file. */
export function codeColumn(table: Table, column: number): CodedTexts {
  const { codes, categories, leads } = codeUpTo(table, column, Infinity);
  return { codes, categories, leads };
}

/** The same where a column has at most `limit` distinct texts, blanks aside, else null: without going to its end. */
export function codeSmallColumn(table: Table, column: number, limit: number): CodedTexts | null {
  // One more may be the blank.
  const { codes, categories, leads, isWhole } = codeUpTo(table, column, limit + 1);
  if (!isWhole) return null;
  return categories.filter((text) => text !== '').length <= limit ? { codes, categories, leads } : null;
}

/** The first `limit` distinct texts of a column, blanks aside. */
export function sampleColumn(table: Table, column: number, limit: number): string[] {
  // One more may be the blank, one more still is where coding stops.
  const { categories } = codeUpTo(table, column, limit + 1);
  return categories.filter((text) => text !== '').slice(0, limit);
}

/** Codes the rows in turn, and stops where there are more than `most` texts: `isWhole` is false then, and codes and leads are of no use. */
function codeUpTo(table: Table, column: number, most: number): CodedTexts & { isWhole: boolean } {
  return table.compiled?.codeRows(column, most) ?? codeRows(table, column, most);
}

function codeRows(table: Table, column: number, most: number): CodedTexts & { isWhole: boolean } {
  const { rowCount } = table;
  const dictionary = new TextDictionary();
  const codes = new Uint32Array(rowCount);
  const cursor = new TableCursor(table);
  let row = 0;
  for (; row < rowCount && dictionary.size <= most; row++) {
    cursor.moveTo(row, column);
    codes[row] = dictionary.codeOf(cursor);
  }
  const isWhole = dictionary.size <= most;
  const leads = new Uint32Array(dictionary.size);
  if (isWhole) for (const code of codes) leads[code]!++; // below size
  return { codes, categories: dictionary.texts(), leads, isWhole };
}
