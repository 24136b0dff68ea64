import { TableCursor, type Table } from './table.ts';
import { TextDictionary } from './text-dictionary.ts';

/** A code per row, and the text that each code stands for in order of first appearance; '' is the blank. */
export interface CodedTexts {
  codes: Uint32Array;
  categories: string[];
}

/** One column, coded. Cells are told apart by their trimmed text, however it is quoted or padded in the file. */
export function codeColumn(table: Table, column: number): CodedTexts {
  const dictionary = new TextDictionary();
  const { codes } = codeRows(table, column, { dictionary, most: Infinity });
  return { codes, categories: dictionary.texts() };
}

/** The same where a column has at most `limit` distinct texts, blanks aside, else null: without going to its end. */
export function codeSmallColumn(table: Table, column: number, limit: number): CodedTexts | null {
  const dictionary = new TextDictionary();
  // One more may be the blank.
  const { codes, isWhole } = codeRows(table, column, { dictionary, most: limit + 1 });
  if (!isWhole) return null;
  const categories = dictionary.texts();
  return categories.filter((text) => text !== '').length <= limit ? { codes, categories } : null;
}

/** Codes the rows in turn, and stops where the dictionary has more than `most` texts. */
function codeRows(
  table: Table,
  column: number,
  { dictionary, most }: { dictionary: TextDictionary; most: number },
): { codes: Uint32Array; isWhole: boolean } {
  const { rowCount } = table;
  const codes = new Uint32Array(rowCount);
  const cursor = new TableCursor(table);
  for (let row = 0; row < rowCount; row++) {
    cursor.moveTo(row, column);
    const code = dictionary.codeOf(cursor);
    if (code >= most) return { codes, isWhole: false };
    codes[row] = code;
  }
  return { codes, isWhole: true };
}
