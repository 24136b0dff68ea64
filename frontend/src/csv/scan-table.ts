import type { CompiledReader } from './compiled-reader.ts';
import type { Layout } from './layout.ts';
import { createQuoteNotes } from './quote-notes.ts';
import type { HeadRecord } from './records.ts';
import { createScan, scanRows, type Scan } from './scan.ts';

const SLICE_BYTES = 1024 * 1024;

interface Steps {
  /** The reader that holds the bytes, if one does. */
  reader: CompiledReader | null;
  /** Whether the lines above the header become the first rows. */
  keepPreamble: boolean;
  keepEmptyRows: boolean;
  /** Awaited after each slice, with the position reached and the rows found so far. */
  onSlice(position: number, rowsRead: number): Promise<void> | void;
}

/** Scans all rows of a file whose layout is known, in slices of about 1 MB. */
export async function scanTable(layout: Layout, header: HeadRecord, steps: Steps): Promise<Scan> {
  const { bytes, kinds, delimiter } = layout;
  const { reader } = steps;
  const columnCount = header.width;
  const quotes = createQuoteNotes();
  const rowsExpected = expectRows(layout, header);
  const scan = createScan(bytes, {
    kinds,
    columnCount,
    rowsExpected,
    quotes,
    keepsEmptyRows: steps.keepEmptyRows,
    arrays: reader?.indexArrays(),
  });
  if (steps.keepPreamble) scanRows(scan, layout.from, header.from);
  // For its stray quotes alone: the header's cells are known.
  scanRows(createScan(bytes, { kinds, columnCount, rowsExpected: 1, quotes }), header.from, header.from + 1);
  reader?.setDelimiters(delimiter);
  for (let at = header.next; at < bytes.length;) {
    const to = Math.min(at + SLICE_BYTES, bytes.length);
    at = reader?.scanRows(scan, at, to) ?? scanRows(scan, at, to);
    await steps.onSlice(at, scan.rowCount);
  }
  return scan;
}

/** Rows to expect if the file goes on as it begins; never more than it has room for, at a byte per cell. */
function expectRows({ bytes, records, headerIndex }: Layout, header: HeadRecord): number {
  const body = records.slice(headerIndex + 1);
  const last = body.at(-1);
  if (last === undefined) return 1;
  const bytesPerRow = (last.next - header.next) / body.length;
  const bytesLeft = bytes.length - header.next;
  return Math.ceil(Math.min((bytesLeft / bytesPerRow) * 1.05, bytesLeft / header.width)) + 1;
}
