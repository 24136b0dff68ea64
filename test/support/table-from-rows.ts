import { enlarge } from '#frontend/csv/growing.ts';
import { nameColumns } from '#frontend/csv/column-names.ts';
import type { Table } from '#frontend/csv/table.ts';

/** Text that the reader would take for a quoted cell. */
const QUOTED_START = /^[ \t]*"/;
/** UTF-8 needs at most so many bytes for a unit of a string. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();

/**
 * A table of rows that are text already, such as a saved dataset. Each cell reads as the text it was given, trimmed; no
 * row is skipped; cells beyond the headers are left out. Rows may come from a generator and are not kept.
 */
export function tableFromRows(headers: readonly string[], rows: Iterable<readonly string[]>): Table {
  const columnCount = headers.length;
  let bytes = new Uint8Array(64 * 1024);
  let starts = new Uint32Array(4096);
  let rowStarts = new Uint32Array(1024);
  let [length, slot, rowCount] = [0, 0, 0];
  for (const row of rows) {
    if (slot + columnCount >= starts.length) starts = enlarge(starts, slot + columnCount + 1);
    if (rowCount + 1 >= rowStarts.length) rowStarts = enlarge(rowStarts, rowCount + 2);
    starts[slot++] = length;
    for (const cell of row.slice(0, columnCount)) {
      const text = QUOTED_START.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      const needed = length + BYTES_PER_UNIT * text.length + 1;
      if (needed > bytes.length) bytes = enlarge(bytes, needed);
      // One byte stays free between cells, where a file has its delimiter.
      length += encoder.encodeInto(text, bytes.subarray(length)).written + 1;
      starts[slot++] = length;
    }
    rowStarts[++rowCount] = slot;
  }
  const names = nameColumns(headers.map((header) => header.trim()));
  return {
    bytes: bytes.subarray(0, length),
    starts,
    rowStarts,
    rowCount,
    compiled: null,
    headers: names,
    columnCount,
  };
}
