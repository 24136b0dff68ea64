import { type CompiledReader, FileLost } from './compiled-reader.ts';
import { isPacked, PACKED_MARK_BYTES } from './packed.ts';
import { fetchPart } from './part-missing.ts';
import type { UnpackedFile } from './unpack/unpack-file.ts';
import { readCsv, type ReadOptions, type ReadProgress } from './read-csv.ts';
import type { Read } from './read-table.ts';

type OnSlice = (progress: ReadProgress) => Promise<void> | void;

/** A sheet is written as CSV before it is read. */
const WRITTEN_CSV: ReadOptions = { encoding: 'utf-8', delimiter: ',' };

/**
 * Reads a file into a table as `readCsv` does; a spreadsheet or zip is recognised by its first bytes, whatever its name is, and
 * unpacked before, by code that is fetched then. The report says what was in it, and so does a problem where another sheet or
 * file of it could be read instead.
 *
 * @param file a reader of the file, or its bytes
 */
export async function readFile(
  file: CompiledReader | Uint8Array,
  options: ReadOptions,
  onSlice: OnSlice,
): Promise<Read> {
  try {
    if (!isPacked(await receive(file, PACKED_MARK_BYTES))) return await readCsv(file, options, onSlice);
    const [{ unpackFile }, bytes] = await Promise.all([
      fetchPart(() => import('./unpack/unpack-file.ts')),
      receive(file, Infinity),
    ]);
    const unpacked = await unpackFile(bytes, options, onSlice);
    return unpacked.ok
      ? await readUnpacked(unpacked.value, options, ({ rowsRead }) =>
          onSlice({ bytesRead: bytes.length, bytesTotal: bytes.length, rowsRead }),
        )
      : unpacked;
  } catch (error) {
    if (error instanceof FileLost) return { ok: false, error: { reason: 'unreadable' } };
    throw error;
  } finally {
    if (!(file instanceof Uint8Array)) file.stop();
  }
}

/** The bytes of a file, of which so many have come, or all. */
async function receive(file: CompiledReader | Uint8Array, count: number): Promise<Uint8Array> {
  if (file instanceof Uint8Array) return file;
  await file.receive(count);
  return file.bytes;
}

/** All bytes of the file are read by now; only rows are still to come. */
async function readUnpacked(
  { csv, unpacked }: UnpackedFile,
  options: ReadOptions,
  onSlice: OnSlice,
): Promise<Read> {
  const read = await readCsv(
    csv,
    unpacked.sheet === null ? options : { ...options, ...WRITTEN_CSV },
    onSlice,
  );
  if (!read.ok) return { ok: false, error: { ...read.error, unpacked } };
  const { table, report } = read.value;
  return { ok: true, value: { table, report: { ...report, unpacked } } };
}
