import { Inflate } from 'fflate';
import { tooLarge } from './byte-sink.ts';
import { crc32 } from './crc32.ts';
import { damaged, UnpackFailure } from './unpack-failure.ts';

/** A file in a zip, as its directory describes it. */
export interface ZipEntry {
  /** The path with '/' between its parts. It is shown and compared, and never names a file on a disk. */
  path: string;
  /** 0: stored, 8: deflated. */
  method: number;
  isEncrypted: boolean;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header begins. */
  offset: number;
}

/** A zip whose directory has been read. */
export interface Zip {
  bytes: Uint8Array;
  entries: readonly ZipEntry[];
}

/** How many bytes may still be inflated, of the parts of a file together. */
export interface Budget {
  left: number;
  readonly limit: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const ZIP64_FIELD = 0x0001;
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];
/** The value that stands for one in the fields of zip64. */
const ELSEWHERE = 0xffffffff;
/** A deflated byte gives at most 1032 bytes, so a piece gives at most 68 MB. */
const PIECE_BYTES = 64 * 1024;

/**
 * Reads the directory of a zip (PKWARE APPNOTE 6.3.10, with zip64). Sizes and checksums come from it alone, so that entries
 * with a data descriptor are read like others. Throws `UnpackFailure` for a zip that is cut off, whose directory does not fit
 * its bytes, or in which entries overlap, as they do in archives that are made to overflow a memory.
 */
export function readZip(bytes: Uint8Array): Zip {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const { count, size, offset } = readEnd(view, end);
  if (offset + size !== directoryEnd(view, end)) throw damaged('The directory is not where it should be');
  const entries: ZipEntry[] = [];
  let at = offset;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw damaged('The directory is cut off');
    entries.push(readEntry(view, at));
    at += ENTRY_BYTES + nameBytes(view, at) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  refuseOverlap(view, entries, offset);
  return { bytes, entries };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The place of the last record of a zip, which a comment may follow. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    const isEnd = view.getUint32(at, true) === END;
    if (isEnd && at + END_BYTES + view.getUint16(at + 20, true) <= view.byteLength) return at;
  }
  throw damaged('There is no directory');
}

interface End {
  count: number;
  size: number;
  offset: number;
}

function readEnd(view: DataView, end: number): End {
  const at = find64(view, end);
  if (at !== null) return { count: big(view, at + 32), size: big(view, at + 40), offset: big(view, at + 48) };
  return {
    count: view.getUint16(end + 10, true),
    size: view.getUint32(end + 12, true),
    offset: view.getUint32(end + 16, true),
  };
}

/** The directory ends where the first of the closing records begins. */
function directoryEnd(view: DataView, end: number): number {
  return find64(view, end) ?? end;
}

/** The place of the closing record of zip64; null in a zip without one. */
function find64(view: DataView, end: number): number | null {
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return null;
  const at = big(view, locator + 8);
  if (at + 56 > locator || view.getUint32(at, true) !== END_64)
    throw damaged('The directory of zip64 is missing');
  return at;
}

/** A number of eight bytes. A file of 10 MB has none above 2^53; what is larger is refused as any size is. */
function big(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function nameBytes(view: DataView, at: number): number {
  return view.getUint16(at + 28, true);
}

const decoder = new TextDecoder();

function readEntry(view: DataView, at: number): ZipEntry {
  const nameEnd = at + ENTRY_BYTES + nameBytes(view, at);
  if (nameEnd > view.byteLength) throw damaged('A name is cut off');
  const name = new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameEnd - at - ENTRY_BYTES);
  const entry = {
    path: decoder.decode(name).replaceAll('\\', '/'),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED) !== 0,
    crc: view.getUint32(at + 16, true),
    packedBytes: view.getUint32(at + 20, true),
    bytes: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  return {
    ...entry,
    ...readSizes64(view, { from: nameEnd, to: nameEnd + view.getUint16(at + 30, true) }, entry),
  };
}

/** Sizes and offset of an entry of zip64: those that do not stand in their own fields follow each other in an extra field. */
function readSizes64(
  view: DataView,
  { from, to }: { from: number; to: number },
  entry: Pick<ZipEntry, 'bytes' | 'packedBytes' | 'offset'>,
): Partial<ZipEntry> {
  for (let at = from; at + 4 <= to && at + 4 <= view.byteLength;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64_FIELD) {
      const keys = (['bytes', 'packedBytes', 'offset'] as const).filter((key) => entry[key] === ELSEWHERE);
      if (at + 4 + 8 * keys.length > Math.min(end, view.byteLength)) throw damaged('Sizes are cut off');
      return Object.fromEntries(keys.map((key, index) => [key, big(view, at + 4 + 8 * index)]));
    }
    at = end;
  }
  return {};
}

/** Where the content of an entry begins. */
function contentStart(view: DataView, { offset, path }: ZipEntry): number {
  const isThere = offset + LOCAL_BYTES <= view.byteLength && view.getUint32(offset, true) === LOCAL_HEADER;
  if (!isThere) throw damaged(`There is no entry at the place of ${path}`);
  return offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

function refuseOverlap(view: DataView, entries: readonly ZipEntry[], directory: number): void {
  let last = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < last) throw damaged(`${entry.path} overlaps another entry`);
    last = contentStart(view, entry) + entry.packedBytes;
    if (last > directory) throw damaged(`${entry.path} is cut off`);
  }
}

/**
 * The content of an entry, piece by piece, each of at most 68 MB. It is refused by its declared size before a byte is inflated,
 * and as damaged once it is larger than that; at the end size and checksum must be the declared ones.
 *
 * @param budget the bytes that may be inflated; those of this entry are taken from it
 */
export function* readEntryPieces(zip: Zip, entry: ZipEntry, budget: Budget): Generator<Uint8Array> {
  if (entry.isEncrypted) throw new UnpackFailure({ reason: 'encrypted' }, `${entry.path} has a password`);
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw damaged(`${entry.path} is packed by method ${entry.method}`);
  if (entry.bytes > budget.left) throw tooLarge(budget.limit);
  const start = contentStart(viewOf(zip.bytes), entry);
  const packed = zip.bytes.subarray(start, start + entry.packedBytes);
  let [crc, size] = [0, 0];
  for (const piece of entry.method === STORED ? cutPieces(packed) : inflatePieces(packed)) {
    size += piece.length;
    budget.left -= piece.length;
    if (size > entry.bytes) throw damaged(`${entry.path} is larger than it says`);
    crc = crc32(crc, piece);
    yield piece;
  }
  if (size !== entry.bytes || crc !== entry.crc) throw damaged(`${entry.path} is not what was packed`);
}

function* cutPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

function* inflatePieces(packed: Uint8Array): Generator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => void pieces.push(piece));
  for (let at = 0; at < packed.length || at === 0; at += PIECE_BYTES) {
    try {
      inflate.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
    } catch (error) {
      throw damaged(`Not to be inflated: ${String(error)}`);
    }
    yield* pieces;
    pieces = [];
  }
}
