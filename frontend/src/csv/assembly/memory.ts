/** The file begins here, so that no place in it is 0. */
export const FILE: usize = 64;

export const TAB: u8 = 0x09;
export const LF: u8 = 0x0a;
export const CR: u8 = 0x0d;
export const SPACE: u8 = 0x20;
export const QUOTE: u8 = 0x22;
/** The first byte value that is no ASCII. */
export const NON_ASCII: u8 = 0x80;

/** Bytes that are compared at once. */
export const BLOCK: usize = 16;

/** After the last byte of the file. A line feed stands there, so that every search for the end of a record ends. */
export let fileEnd: usize = FILE;
/** Where each row begins in `starts`, and where each cell begins in the file. Entries are 32 bits wide. */
export let rowStarts: usize = 0;
export let starts: usize = 0;

export function setFile(length: u32): void {
  fileEnd = FILE + length;
  store<u8>(fileEnd, LF);
}

export function setIndex(rowStartsAt: u32, startsAt: u32): void {
  rowStarts = rowStartsAt;
  starts = startsAt;
}

/** Whether a byte is certainly no white space, no quote and no part of a longer character. */
export function isPlain(byte: u8): bool {
  return byte > SPACE && byte < NON_ASCII && byte !== QUOTE;
}

export function isSpaceOrTab(byte: u8): bool {
  return byte === SPACE || byte === TAB;
}
