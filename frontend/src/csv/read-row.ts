import type { RowIndex, TableCursor } from './table.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The first `columnCount` texts of a row. The row is decoded once and cut: where it is all ASCII (as many characters
 * as bytes), positions in the text are positions in the file.
 */
export function readRow(
  { index, cursor, row }: { index: RowIndex; cursor: TableCursor; row: number },
  columnCount: number,
): string[] {
  const { bytes, starts, rowStarts } = index;
  const from = starts[rowStarts[row]!]!; // a row of the index has at least one cell
  const to = Math.min(starts[rowStarts[row + 1]! - 1]! - 1, bytes.length);
  const text = decoder.decode(bytes.subarray(from, to));
  const isAscii = text.length === to - from;
  const cells: string[] = [];
  for (let column = 0; column < columnCount; column++) {
    cursor.moveTo(row, column);
    const isInText = isAscii && cursor.source === bytes && !cursor.isBlank;
    cells.push(isInText ? text.slice(cursor.from - from, cursor.to - from) : cursor.text());
  }
  return cells;
}
