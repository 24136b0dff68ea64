import type { Table } from '#frontend/csv/table.ts';

const ROWS_PER_SLICE = 2000;

/**
 * A table as it is saved: one JSON array of texts per line, the headers first, compressed with gzip.
 * Works in slices and awaits `onSlice` between them, so that other questions are answered meanwhile.
 */
export async function exportDataset(table: Table, onSlice: () => Promise<void>): Promise<Blob> {
  const gzip = new CompressionStream('gzip');
  const [blob] = await Promise.all([
    new Response(gzip.readable).blob(),
    writeLines(table, gzip.writable.getWriter(), onSlice),
  ]);
  return blob;
}

async function writeLines(
  table: Table,
  writer: WritableStreamDefaultWriter<BufferSource>,
  onSlice: () => Promise<void>,
): Promise<void> {
  const encoder = new TextEncoder();
  const write = (rows: string[][]) =>
    writer.write(encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  await write([table.headers]);
  for (let row = 0; row < table.rowCount; row += ROWS_PER_SLICE) {
    await write(table.readRows(row, row + ROWS_PER_SLICE));
    await onSlice();
  }
  await writer.close();
}
