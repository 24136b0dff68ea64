/**
 * The layout of the memory: tables of fixed size, the file, the index of its rows, lists for work on columns, and
 * room for texts of cells. Addresses count bytes; the entries of lists are 32 bits wide.
 */

/** Table of 16 bytes: see marks.ts. */
export const MARKS: usize = 16;
/** Line numbers of stray quotes, 20 entries. */
export const STRAY_LINES: usize = 32;
export const FILE: usize = 112;

export const TAB: u8 = 0x09;
export const LF: u8 = 0x0a;
export const CR: u8 = 0x0d;
export const SPACE: u8 = 0x20;
export const QUOTE: u8 = 0x22;
/** The first byte value above ASCII: in UTF-8 every byte of a longer character lies at or above it. */
export const NON_ASCII: u8 = 0x80;

/** Slots that a hash table has at first, a power of 2. Later it has up to four per text. */
export const FIRST_SLOTS: u32 = 512;

/** Bytes that one instruction compares. */
export const BLOCK: usize = 16;
/** Bytes after the end of a text that may be read along with it, since whole blocks are read. */
const MARGIN: usize = 64;
/** Addresses are 32 bits wide; a page less, so that none wraps around. */
const MAX_BYTES: f64 = 4294901760;
/** Bytes for a byte of a file in `layOutIndex`, and for a row in `layOutLists`, rounded up. */
const BYTES_PER_BYTE: f64 = 16;
const BYTES_PER_ROW: f64 = 64;
/** More than all tables of fixed size and margins. */
const FIXED_BYTES: f64 = 65536;
/** Most cells whose texts are copied in one call. */
export const COPIED_CELLS: u32 = 4096;

/**
 * The address after the last byte of the file that has been written. It holds a line feed, so that every search for the
 * end of a record ends.
 */
export let fileEnd: usize = FILE;
/** False while more bytes of the file are to come. */
export let isWhole: bool = true;
/** The index in `starts` of each row's first cell; one entry more for the end of the last row. */
export let rowStarts: usize = 0;
/**
 * The offset in the file of each cell's start. Each row has one entry more, so that every cell ends one byte before
 * the next entry.
 */
export let starts: usize = 0;
/** Lists for codes and counts, each with an entry per row and one more. */
export let codes: usize = 0;
export let ends: usize = 0;
export let units: usize = 0;
export let leads: usize = 0;
export let hashes: usize = 0;
export let flagged: usize = 0;
/** Numbers of 64 bits in the place of `codes` and `ends`, the row of each, and a byte per row. */
export let numbers: usize = 0;
export let numberedRows: usize = 0;
export let flags: usize = 0;
/**
 * For a crosstab: a byte per row, for each side a code per row and the place of each code, and last the lists of its
 * cells.
 */
export let rowFlags: usize = 0;
export let rowCodes: usize = 0;
export let columnCodes: usize = 0;
export let rowPlaces: usize = 0;
export let columnPlaces: usize = 0;
export let cells: usize = 0;
/** Hash table with eight bytes per slot: a code + 1, or 0 where the slot is free, then the hash of the code's text. */
export let slots: usize = 0;
/** The texts of a dictionary. */
export let texts: usize = 0;
/** For each copied cell the UTF-16 units up to the end of its text, and the texts. */
export let cellUnits: usize = 0;
export let cellTexts: usize = 0;

/**
 * Lays out the index of a file of `length` bytes, and room for texts of cells. The index never outgrows its room:
 * each cell ends with a byte of its own, which for the last one may lie after the file, and each row has one entry
 * more. Returns how many bytes of memory are needed, 0 where no memory is large enough.
 */
export function layOutIndex(length: u32): usize {
  if (BYTES_PER_BYTE * f64(length) + FIXED_BYTES > MAX_BYTES) return 0;
  rowStarts = align(FILE + length + MARGIN);
  starts = align(rowStarts + entries(length + 2));
  return layOutCells(starts + entries(2 * (length + 2)), length);
}

/**
 * Lays out the lists behind an index of `rows` rows, which must not change any more. Returns how many bytes of memory
 * are needed, 0 where no memory is large enough.
 */
export function layOutLists(rows: u32): usize {
  const length = fileEnd - FILE;
  const listBytes = BYTES_PER_ROW * f64(rows) + 3 * f64(length) + FIXED_BYTES;
  const cellBytes = 4 * f64(entry(rowStarts, rows));
  if (f64(starts) + cellBytes + listBytes > MAX_BYTES) return 0;
  const size = align(entries(rows + 1));
  codes = align(starts + entries(entry(rowStarts, rows)));
  numbers = codes;
  ends = codes + size;
  units = ends + size;
  leads = units + size;
  hashes = leads + size;
  flagged = hashes + size;
  numberedRows = units;
  flags = leads;
  rowFlags = codes;
  rowCodes = leads;
  columnCodes = hashes;
  rowPlaces = flagged;
  slots = flagged + size;
  columnPlaces = slots;
  cells = columnPlaces + size;
  texts = slots + 2 * entries(4 * rows + FIRST_SLOTS);
  return layOutCells(texts + length + MARGIN, length);
}

function layOutCells(place: usize, length: usize): usize {
  cellUnits = align(place);
  cellTexts = cellUnits + entries(COPIED_CELLS);
  return cellTexts + length + MARGIN;
}

/** Frees the first `count` slots, a power of 2. Returns the mask that maps a hash to one of them. */
export function clearSlots(count: u32): u32 {
  memory.fill(slots, 0, (<usize>count) << 3);
  return count - 1;
}

export function slotAt(index: u32): usize {
  return slots + ((<usize>index) << 3);
}

export function occupy(slot: u32, code: u32, hash: u32): void {
  store<u32>(slotAt(slot), code + 1);
  store<u32>(slotAt(slot) + 4, hash);
}

function align(place: usize): usize {
  return (place + 15) & ~15;
}

function entries(count: usize): usize {
  return count << 2;
}

/** Says that the first `length` bytes of the file have been written, and whether they are all. */
export function setFile(length: u32, isAll: bool): void {
  fileEnd = FILE + length;
  isWhole = isAll;
  store<u8>(fileEnd, LF);
}

export function entry(list: usize, index: u32): u32 {
  return load<u32>(list + ((<usize>index) << 2));
}

export function setEntry(list: usize, index: u32, value: u32): void {
  store<u32>(list + ((<usize>index) << 2), value);
}

/** Whether a byte is surely neither white space nor a quote nor part of a longer character. */
export function isPlain(byte: u8): bool {
  return byte > SPACE && byte < NON_ASCII && byte !== QUOTE;
}

export function isSpaceOrTab(byte: u8): bool {
  return byte === SPACE || byte === TAB;
}
