import { skipBlanks } from './json-bytes.ts';
import { RowWriter } from './row-writer.ts';

const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const SLICE_BYTES = 1024 * 1024;

/** Rows as lines of CSV in UTF-8, below the line they were given as the first. */
export interface WrittenRows {
  csv: Uint8Array<ArrayBuffer>;
  /** Where their JSON ends. */
  to: number;
  /** Whether any cell is more than white space. */
  hasText: boolean;
}

/**
 * Writes the JSON list of lists of texts that begins at `from` as CSV: bytes are copied, and no text is made but of a cell
 * with an escape in it. Null where there is anything else. Works in slices of about 1 MB and awaits `onSlice` between them.
 */
export async function writeRowsAsCsv(
  bytes: Uint8Array,
  from: number,
  { firstLine, onSlice }: { firstLine: Uint8Array; onSlice: () => Promise<void> },
): Promise<WrittenRows | null> {
  if (bytes[from] !== OPEN_ARRAY) return null;
  const rows = new RowWriter(bytes, skipBlanks(bytes, from + 1), firstLine);
  let pause = from + SLICE_BYTES;
  while (bytes[rows.at] !== CLOSE_ARRAY) {
    if (!rows.writeRow() || !rows.goOn()) return null;
    if (rows.at < pause) continue;
    await onSlice();
    pause = rows.at + SLICE_BYTES;
  }
  return { csv: rows.csv(), to: rows.at + 1, hasText: rows.hasText };
}
