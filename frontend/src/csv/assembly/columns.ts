import { beginsWithText, isBlank, locateCell, textFrom, textTo } from './cell';
import { codeOf, countUtf16Units, size } from './dictionary';
import { FILE, cellTexts, cellUnits, codes, entry, rowStarts, setEntry, starts } from './memory';
import { doubtful } from './scan';

/**
 * Copies the texts of the first `columnCount` cells of the rows in [from, to) side by side to `cellTexts`, and where
 * each one ends, in UTF-16 units, to `cellUnits`. Returns how many bytes the texts have.
 */
export function copyCells(from: u32, to: u32, columnCount: u32): u32 {
  let end = cellTexts;
  let units: u32 = 0;
  let cell: u32 = 0;
  for (let row = from; row < to; row++) {
    for (let column: u32 = 0; column < columnCount; column++) {
      locateCell(row, column, end);
      const length = textTo - textFrom;
      memory.copy(end, textFrom, length);
      units += countUtf16Units(end, end + length);
      setEntry(cellUnits, cell++, units);
      end += length;
    }
  }
  return u32(end - cellTexts);
}

/**
 * Codes the rows in [from, to) of a column. Stops as soon as the dictionary has more than `most` texts. Returns the
 * row after the last one that was coded.
 */
export function codeRows(column: u32, from: u32, to: u32, most: u32): u32 {
  for (let row = from; row < to; row++) {
    locateCell(row, column, cellTexts);
    const code = codeOf(textFrom, textTo);
    if (size > most) return row;
    setEntry(codes, row, code);
  }
  return to;
}

/** A bit for each column of which a blank cell was found. */
let blanks: u64 = 0;

export function forgetBlanks(): void {
  blanks = 0;
}

export function hasBlank(column: u32): bool {
  return ((blanks >> column) & 1) === 1;
}

/**
 * Looks for columns with a blank cell in the rows in [from, to). A cell that a short row does not have is blank. Returns
 * whether the search is over: a blank is known of every doubtful column.
 */
export function findBlanks(from: u32, to: u32, columnCount: u32): bool {
  const open = doubtful & (((<u64>1) << columnCount) - 1);
  for (let row = from; row < to && (open & ~blanks) !== 0; row++) {
    const first = entry(rowStarts, row);
    const width = entry(rowStarts, row + 1) - first - 1;
    let slot = starts + ((<usize>first) << 2);
    let cell = FILE + load<u32>(slot);
    for (let column: u32 = 0; column < width; column++) {
      slot += 4;
      const next = FILE + load<u32>(slot);
      if (!beginsWithText(cell, next - 1) && !hasBlank(column) && isBlank(cell, next - 1))
        blanks |= (<u64>1) << column;
      cell = next;
    }
    if (width < columnCount) blanks |= ~(<u64>0) << width;
  }
  return (open & ~blanks) === 0;
}
