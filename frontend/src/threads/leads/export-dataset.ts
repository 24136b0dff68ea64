import type { FileTable } from '#frontend/csv/table.ts';

const ROWS_PER_SLICE = 2000;
const LF = 0x0a;

/** A table as it is saved: one JSON array of texts per line, the headers first, compressed with gzip. */
export interface ExportedDataset {
  gzip: Blob;
  /** Size before compression. */
  bytes: number;
  /** Size of the longest line, without its line end. */
  longestRowBytes: number;
}

/** Works in slices and awaits `onSlice` between them, so that other questions are answered meanwhile. */
export async function exportDataset(
  table: FileTable,
  onSlice: () => Promise<void>,
): Promise<ExportedDataset> {
  const stream = new CompressionStream('gzip');
  const [gzip, sizes] = await Promise.all([
    new Response(stream.readable).blob(),
    writeLines(table, stream.writable.getWriter(), onSlice),
  ]);
  return { gzip, ...sizes };
}

async function writeLines(
  table: FileTable,
  writer: WritableStreamDefaultWriter<BufferSource>,
  onSlice: () => Promise<void>,
): Promise<Omit<ExportedDataset, 'gzip'>> {
  const encoder = new TextEncoder();
  const sizes = { bytes: 0, longestRowBytes: 0 };
  const write = async (rows: string[][]) => {
    const lines = encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    sizes.bytes += lines.length;
    sizes.longestRowBytes = Math.max(sizes.longestRowBytes, findLongestLine(lines));
    await writer.write(lines);
  };
  await write([table.headers]);
  for (let row = 0; row < table.rowCount; row += ROWS_PER_SLICE) {
    await write(table.readRows(row, row + ROWS_PER_SLICE));
    await onSlice();
  }
  await writer.close();
  return sizes;
}

function findLongestLine(lines: Uint8Array): number {
  let longest = 0;
  let start = 0;
  for (let end = lines.indexOf(LF); end >= 0; end = lines.indexOf(LF, start)) {
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return longest;
}
