import { MARGIN, align } from './compiled-program.ts';

const ENTRY_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Slots that the table of a dictionary has at first; later up to four per text. */
const FIRST_SLOTS = 512;

export interface TableSize {
  rowCount: number;
  columnCount: number;
  /** Bytes of the file: the texts of a column have fewer. */
  length: number;
}

/** Puts lists one after the other. */
class Places {
  end: number;

  constructor(from: number) {
    this.end = from;
  }

  bytes(count: number): number {
    const at = this.end;
    this.end = align(at + count);
    return at;
  }

  entries(count: number): number {
    return this.bytes(ENTRY_BYTES * count);
  }
}

/** What coding a column, or looking for blanks, needs. */
export function placesForCoding(from: number, { rowCount, columnCount, length }: TableSize) {
  const places = new Places(from);
  return {
    codes: places.entries(rowCount),
    ends: places.entries(rowCount),
    units: places.entries(rowCount),
    leads: places.entries(rowCount),
    hashes: places.entries(rowCount),
    slots: places.entries(2 * (4 * rowCount + FIRST_SLOTS)),
    hasBlanks: places.bytes(columnCount),
    texts: places.bytes(length + MARGIN),
    end: places.end,
  };
}

/** What counting combinations of codes needs, in the same memory. */
export function placesForCombinations(from: number, { rowCount }: TableSize) {
  const places = new Places(from);
  return {
    codes: [places.entries(rowCount), places.entries(rowCount), places.entries(rowCount)] as const,
    flags: places.bytes(rowCount),
    firstRows: places.entries(rowCount),
    leads: places.entries(rowCount),
    flagged: places.entries(rowCount),
    slots: places.entries(2 * (4 * rowCount + 2)),
    end: places.end,
  };
}

/** Bytes of memory that one of these needs at a time. */
export function bytesForPlaces(size: TableSize): number {
  return Math.max(placesForCoding(0, size).end, placesForCombinations(0, size).end);
}
