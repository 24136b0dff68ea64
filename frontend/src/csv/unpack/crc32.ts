/** The polynomial of zip files, with its bits in reverse order (PKWARE APPNOTE, 4.4.7). */
const POLYNOMIAL = 0xedb88320;

/** The remainders of every byte, and of every byte followed by one, two and three zeros. */
const TABLES = makeTables();

function makeTables(): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const table = () => new Uint32Array(256);
  const [one, two, three, four] = [table(), table(), table(), table()];
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    one[byte] = rest;
  }
  // The `!` in this file: a table has an entry for every byte.
  for (let byte = 0; byte < 256; byte++) {
    two[byte] = (one[byte]! >>> 8) ^ one[one[byte]! & 0xff]!;
    three[byte] = (two[byte]! >>> 8) ^ one[two[byte]! & 0xff]!;
    four[byte] = (three[byte]! >>> 8) ^ one[three[byte]! & 0xff]!;
  }
  return [one, two, three, four];
}

/**
 * The checksum CRC-32 of zip files, of bytes that follow others. Four bytes are taken at a time.
 * Example: of the nine characters '123456789' it is 0xcbf43926.
 *
 * @param crc the checksum of the bytes before; 0 at the start
 */
export function crc32(crc: number, bytes: Uint8Array): number {
  const [one, two, three, four] = TABLES;
  let rest = ~crc;
  let at = 0;
  for (const last = bytes.length - 3; at < last; at += 4) {
    rest ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    rest = four[rest & 0xff]! ^ three[(rest >>> 8) & 0xff]! ^ two[(rest >>> 16) & 0xff]! ^ one[rest >>> 24]!;
  }
  for (; at < bytes.length; at++) rest = (rest >>> 8) ^ one[(rest ^ bytes[at]!) & 0xff]!;
  return ~rest >>> 0;
}
