import { findBlanks } from './find-blanks.ts';
import { TableCursor, type Table } from './table.ts';
import { TextDictionary } from './text-dictionary.ts';

export interface ColumnSample {
  /** The first distinct texts, blanks aside. */
  samples: string[];
  hasBlanks: boolean;
}

/** The first `limit` distinct texts of every column, and whether any of its cells is blank. */
export function sampleColumns(table: Table, limit: number): ColumnSample[] {
  const hasBlanks = findBlanks(table);
  const cursor = new TableCursor(table);
  return table.headers.map((_, column) => ({
    samples: sampleTexts(table, { cursor, column, limit }),
    hasBlanks: hasBlanks[column] === 1,
  }));
}

/**
 * Goes down the column until it has enough texts, to the end of a column that has fewer. Cells that are byte for byte
 * like a sample are passed over without a look-up: in such a column nearly every one is.
 */
function sampleTexts(
  { bytes, starts, rowStarts, rowCount }: Table,
  { cursor, column, limit }: { cursor: TableCursor; column: number; limit: number },
): string[] {
  const dictionary = new TextDictionary();
  const sampled: number[] = [];
  for (let row = 0; row < rowCount && dictionary.size < limit; row++) {
    const slot = rowStarts[row]! + column; // a row of the index
    if (slot + 1 >= rowStarts[row + 1]! || sampled.some((other) => areEqual(bytes, starts, [slot, other])))
      continue;
    cursor.moveTo(row, column);
    if (cursor.isBlank) continue;
    if (dictionary.codeOf(cursor) === sampled.length) sampled.push(slot);
  }
  return dictionary.texts();
}

/** Whether two cells of the index have the same bytes. */
function areEqual(bytes: Uint8Array, starts: Uint32Array, [a, b]: readonly [number, number]): boolean {
  const [fromA, fromB] = [starts[a]!, starts[b]!]; // slots of the index, as below
  const length = starts[a + 1]! - fromA;
  if (starts[b + 1]! - fromB !== length) return false;
  // From the end: values of one column often begin alike.
  for (let at = length - 2; at >= 0; at--) {
    if (bytes[fromA + at] !== bytes[fromB + at]) return false;
  }
  return true;
}
