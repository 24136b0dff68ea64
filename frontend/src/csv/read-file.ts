import { CompiledReader, FileLost } from './compiled-reader.ts';
import { isBundle, isPacked, mayBePage, NOT_PACKED, PACKED_MARK_BYTES, type Unpacked } from './packed.ts';
import { fetchPart } from './part-missing.ts';
import type { IntakeReport } from './intake.ts';
import { readCsv, type ReadOptions, type ReadProgress } from './read-csv.ts';
import type { Read } from './read-table.ts';

type OnSlice = (progress: ReadProgress) => Promise<void> | void;

/** A sheet or page is written as CSV before it is read. */
const WRITTEN_CSV: ReadOptions = { encoding: 'utf-8', delimiter: ',' };

/** Each of several files was read before. */
const JOINED_CSV: ReadOptions = { ...WRITTEN_CSV, headerRow: 1, dropFooter: false, keepOtherLines: true };

/**
 * Reads a file into a table as `readCsv` does; a spreadsheet, a zip, a web page and several files in one are recognised by their
 * first bytes, whatever the name is, and turned into CSV before, by code that is fetched then. The report says what was in it, and so
 * does a problem where another sheet or file of it could be read instead.
 *
 * @param file a reader of the file, or its bytes
 */
export async function readFile(
  file: CompiledReader | Uint8Array,
  options: ReadOptions,
  onSlice: OnSlice,
): Promise<Read> {
  try {
    const first = await receive(file, PACKED_MARK_BYTES);
    if (isPacked(first)) return await readPacked(await receive(file, Infinity), options, onSlice);
    if (!mayBePage(first)) return await readCsv(file, options, onSlice);
    return (
      (await readPageTable(await receive(file, Infinity), options, onSlice)) ??
      (await readCsv(file, options, onSlice))
    );
  } catch (error) {
    if (error instanceof FileLost) return { ok: false, error: { reason: 'unreadable' } };
    throw error;
  } finally {
    if (!(file instanceof Uint8Array)) file.stop();
  }
}

/** The bytes of a file once `count` of them, or all, have come. */
async function receive(file: CompiledReader | Uint8Array, count: number): Promise<Uint8Array> {
  if (file instanceof Uint8Array) return file;
  await file.receive(count);
  return file.bytes;
}

/** All bytes of the file are there; only rows are still to come. */
function reportRows({ length }: Uint8Array, onSlice: OnSlice): OnSlice {
  return ({ rowsRead }) => onSlice({ bytesRead: length, bytesTotal: length, rowsRead });
}

async function readPacked(bytes: Uint8Array, options: ReadOptions, onSlice: OnSlice): Promise<Read> {
  if (isBundle(bytes)) return await readBundle(bytes, options, onSlice);
  const { unpackFile } = await fetchPart(() => import('./unpack/unpack-file.ts'));
  const file = await unpackFile(bytes, options, onSlice);
  if (!file.ok) return file;
  const { csv, unpacked } = file.value;
  const report = reportRows(bytes, onSlice);
  const read = await (unpacked.sheet === null
    ? readText(csv, options, report)
    : readCsv(csv, { ...options, ...WRITTEN_CSV }, report));
  return describe(read, (inner) => ({ unpacked: { ...unpacked, isPage: inner?.isPage } }));
}

/** A text, or the table of a web page. */
async function readText(bytes: Uint8Array, options: ReadOptions, onSlice: OnSlice): Promise<Read> {
  const page = mayBePage(bytes) ? await readPageTable(bytes, options, onSlice) : null;
  return page ?? (await readCsv(bytes, options, onSlice));
}

/** Null for a text that is no web page. */
async function readPageTable(
  bytes: Uint8Array,
  options: ReadOptions,
  onSlice: OnSlice,
): Promise<Read | null> {
  const { readPage } = await fetchPart(() => import('./web-page.ts'));
  const page = await readPage(bytes, options.encoding);
  if (!page?.ok) return page;
  const { csv, found } = page.value;
  const report = reportRows(bytes, onSlice);
  const read = await readCsv(CompiledReader.of(csv) ?? csv, { ...options, ...WRITTEN_CSV }, report);
  return describe(read, () => ({ ...found, unpacked: { ...NOT_PACKED, isPage: true } }));
}

async function readBundle(bytes: Uint8Array, options: ReadOptions, onSlice: OnSlice): Promise<Read> {
  const { joinFiles } = await fetchPart(() => import('./unpack/join-files.ts'));
  const joined = await joinFiles(bytes, { options, readText, onSlice });
  if (!joined.ok) return joined;
  const { csv, findings, files } = joined.value;
  const read = await readCsv(CompiledReader.of(csv) ?? csv, JOINED_CSV, reportRows(bytes, onSlice));
  return describe(read, () => ({ ...findings, unpacked: { ...NOT_PACKED, joined: files } }));
}

/** The same with these findings about the file that the CSV was made from. */
function describe(
  read: Read,
  findings: (unpacked: Unpacked | null) => Partial<IntakeReport> & Pick<IntakeReport, 'unpacked'>,
): Read {
  if (!read.ok) {
    const { unpacked } = findings(read.error.unpacked ?? null);
    return { ok: false, error: { ...read.error, ...(unpacked && { unpacked }) } };
  }
  const { table, report } = read.value;
  return { ok: true, value: { table, report: { ...report, ...findings(report.unpacked) } } };
}
