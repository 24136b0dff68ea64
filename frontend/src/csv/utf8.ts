import { NON_ASCII } from './bytes.ts';

/** Whether the bytes are well-formed UTF-8 (Unicode 16, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF). */
export function isUtf8(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lastWord = bytes.length - 4;
  let at = 0;
  while (at < bytes.length) {
    while (at <= lastWord && (view.getInt32(at) & 0x80808080) === 0) at += 4;
    while (at < bytes.length && bytes[at]! < NON_ASCII) at++; // below length
    if (at === bytes.length) return true;
    const length = sequenceLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** Length of the well-formed sequence of two to four bytes at `at`, 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!; // the caller has looked at it
  if (lead < 0xc2 || lead > 0xf4 || !isContinuation(bytes[at + 1])) return 0;
  if (lead < 0xe0) return 2;
  const second = bytes[at + 1]!; // a continuation byte
  if (!isContinuation(bytes[at + 2]) || (lead === 0xe0 && second < 0xa0)) return 0;
  if (lead < 0xf0) return lead === 0xed && second > 0x9f ? 0 : 3;
  if (!isContinuation(bytes[at + 3]) || (lead === 0xf0 && second < 0x90)) return 0;
  return lead === 0xf4 && second > 0x8f ? 0 : 4;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
