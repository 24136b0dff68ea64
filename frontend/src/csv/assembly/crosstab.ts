import {
  cells,
  columnCodes,
  columnPlaces,
  entry,
  numberedRows,
  numbers,
  rowCodes,
  rowFlags,
  rowPlaces,
  setEntry,
} from './memory';

/**
 * A crosstab counts by two columns of the file. The row of a cell is the place of the code in `rowCodes` less `from`, its
 * column the place of the code in `columnCodes`. With 0 columns each row has one cell. Rows of the file that lie outside
 * are skipped.
 */

const OUTSIDE: u32 = u32.MAX_VALUE;

/** The number of the cell that a row of the file belongs to. */
function cellOf(row: u32, from: u32, rows: u32, columns: u32): u32 {
  const place = entry(rowPlaces, entry(rowCodes, row)) - from;
  if (place >= rows) return OUTSIDE;
  if (columns === 0) return place;
  const column = entry(columnPlaces, entry(columnCodes, row));
  return column < columns ? place * columns + column : OUTSIDE;
}

/**
 * Counts the rows of the file from 0 to `end`, and those with a flag, a byte at `rowFlags` each. Writes two lists to `cells`.
 */
export function countCrosstab(end: u32, from: u32, rows: u32, columns: u32): void {
  const size = rows * max(columns, 1);
  const flagged = cells + ((<usize>size) << 2);
  memory.fill(cells, 0, (<usize>size) << 3);
  for (let row: u32 = 0; row < end; row++) {
    const cell = cellOf(row, from, rows, columns);
    if (cell === OUTSIDE) continue;
    setEntry(cells, cell, entry(cells, cell) + 1);
    setEntry(flagged, cell, entry(flagged, cell) + load<u8>(rowFlags + row));
  }
}

/**
 * Sums the first `count` numbers, each cut to `cap`. Writes three lists of 64 bits to `cells`: the sums, the sums of squares,
 * and the largest numbers, 0 where there is none.
 */
export function sumCrosstab(count: u32, cap: f64, from: u32, rows: u32, columns: u32): void {
  const size = (<usize>(rows * max(columns, 1))) << 3;
  memory.fill(cells, 0, 3 * size);
  for (let at: u32 = 0; at < count; at++) {
    const cell = cellOf(entry(numberedRows, at), from, rows, columns);
    if (cell === OUTSIDE) continue;
    const sum = cells + ((<usize>cell) << 3);
    const number = min(load<f64>(numbers + ((<usize>at) << 3)), cap);
    store<f64>(sum, load<f64>(sum) + number);
    store<f64>(sum + size, load<f64>(sum + size) + number * number);
    store<f64>(sum + 2 * size, max(load<f64>(sum + 2 * size), number));
  }
}
