export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
/** The first byte value that is no ASCII: in UTF-8 every byte of a longer character lies at or above it. */
export const NON_ASCII = 0x80;

/** Whether a byte is certainly no white space, no quote and no part of a longer character. */
export function isPlain(byte: number): boolean {
  return byte > SPACE && byte < NON_ASCII && byte !== QUOTE;
}

/** Whether a quote stands at `at` with plain text after it: a cell that is not blank, whether the quote opens it or is stray. */
export function beginsWithQuotedText(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === QUOTE && at + 1 < bytes.length && isPlain(bytes[at + 1]!);
}

/** How many lines end between two positions. CRLF, LF and a lone CR each end one. */
export function countLineBreaks(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count++;
  }
  return count;
}
