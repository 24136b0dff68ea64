import { beginsWithQuotedText, isPlain } from './bytes.ts';
import { CellCursor } from './cell-cursor.ts';
import type { Table } from './table.ts';

/** Which columns have a blank cell: 1 where one does, else 0. A cell that a short row lacks is blank. */
export function findBlanks({ bytes, starts, rowStarts, rowCount, columnCount }: Table): Uint8Array {
  const hasBlanks = new Uint8Array(columnCount);
  const cursor = new CellCursor(bytes);
  // The `!` here: slots of the index, columns below the count.
  for (let row = 0; row < rowCount; row++) {
    const slot = rowStarts[row]!;
    const width = rowStarts[row + 1]! - slot - 1;
    let from = starts[slot]!;
    for (let column = 0; column < width; column++) {
      const next = starts[slot + column + 1]!;
      if (!beginsWithText(bytes, from, next - 1) && hasBlanks[column] === 0) {
        cursor.locate(from, next - 1);
        if (cursor.isBlank) hasBlanks[column] = 1;
      }
      from = next;
    }
    if (width < columnCount) hasBlanks.fill(1, width);
  }
  return hasBlanks;
}

/** Whether the first bytes of the cell in [from, to) show that it is not blank; false says nothing. */
function beginsWithText(bytes: Uint8Array, from: number, to: number): boolean {
  return from < to && (isPlain(bytes[from]!) || beginsWithQuotedText(bytes, from)); // below to
}
