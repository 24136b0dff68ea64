import { crc32, deflateRawSync } from 'node:zlib';

interface WrittenEntry {
  path: string;
  content: string | Uint8Array;
}

interface HowWritten {
  method?: number;
  /** The method that is named, where it is not the one that packed. */
  declaredMethod?: number;
  flags?: number;
  hasDescriptor?: boolean;
  isZip64?: boolean;
  /** Whether the directory lists the entries from the last to the first. */
  isReversed?: boolean;
  /** An extra field of each entry, before that of zip64. */
  extra?: readonly number[];
  comment?: string;
  /** Bytes in front, of which the offsets know nothing. */
  before?: number;
}

/** The facts about an entry in the directory. */
interface Declared {
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

/** Writes zips as no ordinary tool does, by PKWARE's APPNOTE. */
export function writeZip(entries: readonly WrittenEntry[], how: HowWritten = {}): Uint8Array<ArrayBuffer> {
  return write(entries, how, {});
}

/** A zip whose directory lies about its last entry. */
export function damageZip(entries: readonly WrittenEntry[], lie: Partial<Declared>): Uint8Array<ArrayBuffer> {
  return write(entries, {}, lie);
}

const u16 = (value: number) => [value & 255, (value >>> 8) & 255];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const u64 = (value: number) => [...u32(value >>> 0), ...u32(Math.floor(value / 2 ** 32))];
const NONE = 0xffffffff;
const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? Buffer.from(content) : content;

function write(
  entries: readonly WrittenEntry[],
  how: HowWritten,
  lie: Partial<Declared>,
): Uint8Array<ArrayBuffer> {
  const {
    method = 8,
    declaredMethod = method,
    flags = 0,
    hasDescriptor,
    isZip64,
    isReversed,
    extra: otherField = [],
    comment = '',
    before = 0,
  } = how;
  const parts: Uint8Array[] = [];
  const listed: number[][] = [];
  let offset = 0;
  const push = (bytes: Uint8Array | readonly number[]) => {
    parts.push(bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes));
    offset += bytes.length;
  };
  entries.forEach(({ path, content }, index) => {
    const bytes = bytesOf(content);
    const packed = method === 8 ? deflateRawSync(bytes, { level: 1 }) : bytes; // the quickest
    const truth: Declared = { crc: crc32(bytes), packedBytes: packed.length, bytes: bytes.length, offset };
    const said = index === entries.length - 1 ? { ...truth, ...lie } : truth;
    const name = bytesOf(path);
    const sizes = hasDescriptor ? [0, 0, 0] : [truth.crc, truth.packedBytes, truth.bytes];
    const common = [...u16(20), ...u16(flags | (hasDescriptor ? 8 : 0)), ...u16(declaredMethod), ...u32(0)];
    push([0x50, 0x4b, 3, 4, ...common, ...sizes.flatMap(u32)]);
    push([...u16(name.length), ...u16(otherField.length), ...name, ...otherField]);
    push(packed);
    if (hasDescriptor) push([0x50, 0x4b, 7, 8, ...[truth.crc, truth.packedBytes, truth.bytes].flatMap(u32)]);
    const extra = [
      ...otherField,
      ...(isZip64
        ? [...u16(1), ...u16(24), ...u64(said.bytes), ...u64(said.packedBytes), ...u64(said.offset)]
        : []),
    ];
    const directory: number[] = [];
    const shown = isZip64 ? [said.crc, NONE, NONE] : [said.crc, said.packedBytes, said.bytes];
    directory.push(0x50, 0x4b, 1, 2, ...u16(20), ...common, ...shown.flatMap(u32));
    directory.push(...u16(name.length), ...u16(extra.length), ...u16(0), ...u16(0), ...u16(0), ...u32(0));
    directory.push(...u32(isZip64 ? NONE : said.offset), ...name, ...extra);
    listed.push(directory);
  });
  const start = offset;
  const directory = (isReversed ? listed.toReversed() : listed).flat();
  push(directory);
  const count = entries.length;
  if (isZip64) {
    const end64 = offset;
    push([
      0x50,
      0x4b,
      6,
      6,
      ...u64(44),
      ...u16(45),
      ...u16(45),
      ...u32(0),
      ...u32(0),
      ...u64(count),
      ...u64(count),
      ...u64(directory.length),
      ...u64(start),
    ]);
    push([0x50, 0x4b, 6, 7, ...u32(0), ...u64(end64), ...u32(1)]);
  }
  const [size, place] = isZip64 ? [NONE, NONE] : [directory.length, start];
  const text = bytesOf(comment);
  push([
    0x50,
    0x4b,
    5,
    6,
    ...u16(0),
    ...u16(0),
    ...u16(count),
    ...u16(count),
    ...u32(size),
    ...u32(place),
    ...u16(text.length),
    ...text,
  ]);
  return new Uint8Array(Buffer.concat([new Uint8Array(before), ...parts]));
}
