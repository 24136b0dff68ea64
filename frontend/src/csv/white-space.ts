import { NON_ASCII, SPACE } from './bytes.ts';

/**
 * Byte length of the white space character that begins at `at`, 0 where none does.
 * White space is what JavaScript's trim() removes (ECMA-262 WhiteSpace and LineTerminator), spelled in UTF-8.
 */
export function whiteSpaceAt(bytes: Uint8Array, at: number, end: number): number {
  // The `!` here and below: each index is checked against `end` first.
  const first = at < end ? bytes[at]! : 0;
  if (first < NON_ASCII) return first === SPACE || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  if (first === 0xc2) return at + 1 < end && bytes[at + 1] === 0xa0 ? 2 : 0;
  if (at + 2 >= end) return 0;
  const codePoint = ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
  return first >= 0xe1 && first <= 0xef && isWideWhiteSpace(codePoint) ? 3 : 0;
}

function isWideWhiteSpace(codePoint: number): boolean {
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return true;
  return (
    codePoint === 0x1680 ||
    codePoint === 0x2028 ||
    codePoint === 0x2029 ||
    codePoint === 0x202f ||
    codePoint === 0x205f ||
    codePoint === 0x3000 ||
    codePoint === 0xfeff
  );
}

/** Position of the first byte in [from, to) that is not white space, or `to`. */
export function trimStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (let length = whiteSpaceAt(bytes, at, to); length > 0; length = whiteSpaceAt(bytes, at, to)) {
    at += length;
  }
  return at;
}

/** Position after the last byte in [from, to) that is not white space, or `from`. */
export function trimEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from) {
    const length = whiteSpaceBefore(bytes, from, at);
    if (length === 0) break;
    at -= length;
  }
  return at;
}

function whiteSpaceBefore(bytes: Uint8Array, from: number, at: number): number {
  const last = bytes[at - 1]!;
  if (last < NON_ASCII) return whiteSpaceAt(bytes, at - 1, at);
  if (at - 2 >= from && whiteSpaceAt(bytes, at - 2, at) === 2) return 2;
  return at - 3 >= from && whiteSpaceAt(bytes, at - 3, at) === 3 ? 3 : 0;
}
