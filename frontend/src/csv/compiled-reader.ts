import { FILE, MARGIN, align, growBy, startProgram, type StartedProgram } from './compiled-program.ts';
import { CompiledColumns } from './compiled-columns.ts';
import { bytesForPlaces } from './compiled-places.ts';
import { MAX_QUOTED_LINES } from './quotes.ts';
import { scanRows, type Scan } from './scan.ts';
import type { FinishedIndex, RowIndex } from './table.ts';

const ENTRY_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Above the columns of any scan. */
const MAX_ROW_ENTRIES = 512;

/**
 * The loops over all bytes of a file, as WebAssembly: each does what its twin in JavaScript does, which is the reference
 * that tests compare it with, and which reads where there is no WebAssembly.
 *
 * The memory holds the file, then the index of its rows, then what coding a column needs. It has room from the start for
 * the index of any file of this length; pages that nobody touches cost nothing. So it hardly ever grows, and never after
 * `finish`: the arrays of a table stay what they are.
 */
export class CompiledReader {
  readonly #started: StartedProgram;
  #length: number;
  #utf8Length = 0;
  readonly #rowStarts: number;
  readonly #starts: number;

  private constructor(started: StartedProgram, length: number) {
    this.#started = started;
    this.#length = length;
    this.#rowStarts = align(FILE + length + MARGIN);
    this.#starts = this.#rowStarts + ENTRY_BYTES * mostRows(length);
    started.program.setFile(length);
    started.program.setIndex(this.#rowStarts, this.#starts);
  }

  /** A reader with room for a file of so many bytes; null where the browser has no WebAssembly, or no memory for it. */
  static create(length: number): CompiledReader | null {
    const bytes = align(FILE + length + MARGIN) + ENTRY_BYTES * (mostRows(length) + mostStarts(length));
    const started = startProgram(bytes);
    return started && new CompiledReader(started, length);
  }

  /** The bytes of the file, which the caller writes before anything else. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, FILE, this.#length);
  }

  get #buffer(): ArrayBuffer {
    return this.#started.memory.buffer as ArrayBuffer; // a memory that is not shared
  }

  /** Says that the first so many bytes have been written, which are looked at while the next ones come. */
  arrive(length: number): void {
    this.#started.program.setFile(length);
    this.#utf8Length = this.#started.program.passUtf8(this.#utf8Length);
  }

  /** Whether the file is well-formed UTF-8, once all of it has been written. */
  isUtf8(): boolean {
    this.arrive(this.#length);
    return this.#utf8Length === this.#length;
  }

  /** A reader of these bytes: this one where they are its own, with or without the first of them. */
  hold(bytes: Uint8Array): CompiledReader | null {
    if (bytes.buffer !== this.#buffer) {
      const other = CompiledReader.create(bytes.length);
      other?.bytes.set(bytes);
      return other;
    }
    if (bytes.byteOffset !== FILE) new Uint8Array(this.#buffer).set(bytes, FILE);
    this.#length = bytes.length;
    this.#started.program.setFile(bytes.length);
    return this;
  }

  /** Arrays for the index, with room for all rows of the file. */
  indexArrays(): Pick<RowIndex, 'starts' | 'rowStarts'> {
    return {
      starts: new Uint32Array(this.#buffer, this.#starts, mostStarts(this.#length)),
      rowStarts: new Uint32Array(this.#buffer, this.#rowStarts, mostRows(this.#length)),
    };
  }

  /** What splits cells from now on: one to four characters. */
  setDelimiters(delimiters: string): void {
    const [a = 0, b = a, c = a, d = a] = Array.from(delimiters, (delimiter) => delimiter.charCodeAt(0));
    this.#started.program.setDelimiters(a, b, c, d);
  }

  /** As `scanRows` of scan.ts, which reads the odd records. The scan has the arrays of this reader, and its delimiters. */
  scanRows(scan: Scan, from: number, to: number): number {
    const { program } = this.#started;
    let at = from;
    while (at < to) {
      program.rowCount.value = scan.rowCount;
      at = program.scanRows(at, to, scan.columnCount, scan.keepsEmptyRows, MAX_QUOTED_LINES);
      scan.rowCount = program.rowCount.value;
      scan.shortRowsPadded += program.shortRows.value;
      scan.longRowsCut += program.longRows.value;
      if (program.isOdd.value === 1) at = scanRows(scan, at, at + 1);
    }
    return at;
  }

  /**
   * The index as it stays, and the columns. Ends the reading: where rows are very short the memory grows here, for the last
   * time. Null where the browser has no more of it.
   */
  finish(scan: Scan): FinishedIndex | null {
    const { rowCount, columnCount } = scan;
    const startCount = scan.rowStarts[rowCount] ?? 0;
    const from = align(this.#starts + ENTRY_BYTES * startCount);
    const size = { rowCount, columnCount, length: this.#length };
    const missing = from + bytesForPlaces(size) - this.#buffer.byteLength;
    if (missing > 0 && !growBy(this.#started.memory, missing)) return null;
    return {
      bytes: this.bytes,
      starts: new Uint32Array(this.#buffer, this.#starts, startCount),
      rowStarts: new Uint32Array(this.#buffer, this.#rowStarts, rowCount + 1),
      rowCount,
      compiled: new CompiledColumns(this.#started, from, size),
    };
  }
}

/** Entries for the rows of a file of so many bytes: at most one a byte, and one after the last. */
function mostRows(length: number): number {
  return length + 2;
}

/**
 * Entries for its cells: each cell ends with a byte of its own, maybe with one after the file, and each row has one more.
 * Before it reads a row, a scan makes sure of room for all columns.
 */
function mostStarts(length: number): number {
  return 2 * (length + 2) + MAX_ROW_ENTRIES;
}
