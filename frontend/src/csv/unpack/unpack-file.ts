import { MAX_DATASET_BYTES, MIB } from '#contract/limits.ts';
import type { ReadProgress } from '../intake.ts';
import {
  isPacked,
  NOT_PACKED,
  OLD_OFFICE_MARK,
  type PackedProblem,
  type Unpacked,
  type UnpackOptions,
} from '../packed.ts';
import type { Result } from '../result.ts';
import { ByteSink } from './byte-sink.ts';
import { UnpackFailure } from './unpack-failure.ts';
import { isWorkbook, readWorkbook } from './workbook.ts';
import { Slices } from './slices.ts';
import { readEntryPieces, readZip, type Zip, type ZipEntry } from './zip.ts';

/** The CSV that was in a file, or that a sheet was turned into, and what else is there. */
export interface UnpackedFile {
  csv: Uint8Array<ArrayBuffer>;
  unpacked: Unpacked;
}

type OnSlice = (progress: ReadProgress) => Promise<void> | void;

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet';
/** More files are not offered for choice. */
const MAX_OFFERED = 200;

/**
 * Unpacks a zip with a CSV file or spreadsheet, or turns a sheet of an .xlsx file into CSV. Limits hold by the declared and by
 * the real size: 48 MiB for a CSV and for a sheet as CSV, 100 MB for the parts of a spreadsheet. Nothing is computed, no
 * entity is declared, no path is followed, and a zip in a zip is refused unless it is a spreadsheet. Awaits `onSlice` after
 * about each MiB; an error of it ends the work and is thrown on.
 */
export async function unpackFile(
  file: Uint8Array,
  options: UnpackOptions,
  onSlice: OnSlice,
): Promise<Result<UnpackedFile, PackedProblem>> {
  try {
    return { ok: true, value: await unpack(file, options, new Slices(file.length, onSlice)) };
  } catch (error) {
    if (error instanceof UnpackFailure) return { ok: false, error: error.problem };
    throw error;
  }
}

async function unpack(file: Uint8Array, options: UnpackOptions, slices: Slices): Promise<UnpackedFile> {
  if (isOldOffice(file)) throw describeOldOffice(file);
  const zip = readZip(file);
  const sheet = await unpackWorkbook(zip, options, slices);
  if (sheet) return { ...sheet, unpacked: { ...sheet.unpacked, entry: null, entries: [] } };
  const readable = findReadable(zip.entries);
  const entry = readable.find(({ path }) => path === options.entry) ?? readable[0];
  if (!entry) throw refuseZip(zip);
  const content = await inflateWhole(zip, entry, slices);
  const entries = readable.slice(0, MAX_OFFERED).map(({ path }) => path);
  return unpackEntry(content, { options, slices, entry: entry.path, entries });
}

interface Inside {
  options: UnpackOptions;
  slices: Slices;
  entry: string;
  entries: readonly string[];
}

/** Reads the file inside a zip by its content, whatever its name is. */
async function unpackEntry(content: Uint8Array<ArrayBuffer>, inside: Inside): Promise<UnpackedFile> {
  const { options, slices, entry, entries } = inside;
  if (isOldOffice(content)) throw describeOldOffice(content);
  if (!isPacked(content)) return { csv: content, unpacked: { ...NOT_PACKED, entry, entries } };
  const sheet = await unpackWorkbook(readZip(content), options, slices);
  if (!sheet) throw new UnpackFailure({ reason: 'zip-in-zip' }, 'A zip lies in the zip');
  return { ...sheet, unpacked: { ...sheet.unpacked, entry, entries } };
}

/** The chosen sheet of a workbook; null where the zip is none. */
async function unpackWorkbook(zip: Zip, options: UnpackOptions, slices: Slices) {
  if (!isWorkbook(zip)) return null;
  const { table, ...sheet } = await readWorkbook(zip, options, slices);
  const { csv, ...others } = table;
  return { csv, unpacked: { ...sheet, ...others } };
}

/** The files that may be read. Others are read where there is no .csv and no .xlsx, but no .txt, which often explains a zip. */
function findReadable(entries: readonly ZipEntry[]): ZipEntry[] {
  const shown = entries.filter(({ path }) => !isHidden(path));
  const tables = shown.filter(({ path }) => /\.(?:csv|xlsx)$/i.test(path));
  return tables.length > 0 ? tables : shown.filter(({ path }) => /\.(?:tsv|xls)$/i.test(path));
}

/** macOS adds files that begin so, with nothing but attributes of the others. */
function isHidden(path: string): boolean {
  return path.split('/').at(-1)?.startsWith('.') === true || path.startsWith('__MACOSX/');
}

function refuseZip(zip: Zip): UnpackFailure {
  if (isOpenDocument(zip)) return new UnpackFailure({ reason: 'open-document' }, 'It is an .ods file');
  const isPackage = zip.entries.some(({ path }) => path === '[Content_Types].xml');
  if (isPackage) return new UnpackFailure({ reason: 'unreadable' }, 'It is another file of Office');
  const holdsZip = zip.entries.some(({ path }) => /\.zip$/i.test(path));
  return new UnpackFailure(
    { reason: holdsZip ? 'zip-in-zip' : 'nothing-to-read' },
    'There is no table in it',
  );
}

/** The first file of an OpenDocument is stored and says what it is (OpenDocument 1.3, part 2, 3.3). */
function isOpenDocument(zip: Zip): boolean {
  const entry = zip.entries.find(({ path }) => path === 'mimetype');
  if (!entry || entry.bytes > 2 * OPEN_DOCUMENT.length) return false;
  const pieces = [...readEntryPieces(zip, entry, { left: MIB, limit: MIB })];
  return pieces
    .map((piece) => new TextDecoder().decode(piece))
    .join('')
    .startsWith(OPEN_DOCUMENT);
}

async function inflateWhole(zip: Zip, entry: ZipEntry, slices: Slices): Promise<Uint8Array<ArrayBuffer>> {
  const budget = { left: MAX_DATASET_BYTES, limit: MAX_DATASET_BYTES };
  const content = new ByteSink(MAX_DATASET_BYTES);
  slices.expect(entry.bytes);
  for (const piece of readEntryPieces(zip, entry, budget)) {
    content.reserve(piece.length);
    content.bytes.set(piece, content.length);
    content.length += piece.length;
    await slices.count(piece.length, 0);
  }
  return content.written();
}

function isOldOffice(bytes: Uint8Array): boolean {
  return OLD_OFFICE_MARK.every((byte, at) => bytes[at] === byte);
}

/** Excel puts a file with a password into the container of its old files, under this name in UTF-16. */
const ENCRYPTED_NAME = 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0';

function describeOldOffice(file: Uint8Array): UnpackFailure {
  const isEncrypted = new TextDecoder('latin1').decode(file).includes(ENCRYPTED_NAME);
  return new UnpackFailure(
    { reason: isEncrypted ? 'encrypted' : 'old-excel' },
    'It is an old file of Office',
  );
}
