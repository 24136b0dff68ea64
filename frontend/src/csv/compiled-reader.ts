import { bytesAt, entriesAt, ensureMemory, startProgram, type Program } from './compiled-program.ts';
import { CompiledTable, readRows } from './compiled-table.ts';
import { DELIMITERS, type Delimiter } from './dialect.ts';
import type { Extent, FileRecord, HeadRecord, OnSlice, Reader, RowCounts, RowOptions } from './reader.ts';
import type { FileTable } from './table.ts';

const SLICE_BYTES = 1024 * 1024;
/** The limit for reading all columns of a record. */
const ALL_COLUMNS = 2 ** 31 - 1;

/** One character per byte. */
const byteDecoder = new TextDecoder('latin1');

export type Pieces = AsyncGenerator<Uint8Array>;

/** The bytes of a file cannot be read, or they have changed since it was chosen. */
export class FileLost extends Error {}

/**
 * Reads a file with the WebAssembly program of `assembly`. Its memory contains the file, the index of the rows, and lists
 * about columns. From the start it has room for the index of any file of this length, since unused memory costs nothing. So
 * it hardly ever grows. Rows are read while later bytes of the file are still coming.
 */
export class CompiledReader implements Reader {
  readonly name = 'compiled';
  readonly #program: Program;
  /** The pieces of the file that are still coming; null for a file that was given whole. */
  readonly #pieces: Pieces | null;
  #length: number;
  /** How many bytes have come. */
  #arrived = 0;
  /** How many of these bytes, from the start, are well-formed UTF-8. */
  #utf8Length = 0;
  /** Whether all bytes have come. */
  #isWhole = false;
  /** Whether the first records could not be read for lack of bytes. */
  #lacksBytes = false;
  /** Offset of the first record. */
  #from = 0;

  private constructor(program: Program, length: number, pieces: Pieces | null) {
    this.#program = program;
    this.#length = length;
    this.#pieces = pieces;
  }

  /**
   * A reader of a file of this length, whose bytes come in pieces; null if the browser has no WebAssembly, or too little
   * memory. Each piece may be overwritten by the next one.
   */
  static create(length: number, pieces: Pieces | null): CompiledReader | null {
    const program = startProgram();
    const isReady = program !== null && ensureMemory(program, program.layOutIndex(length) >>> 0);
    return isReady ? new CompiledReader(program, length, pieces) : null;
  }

  /** A reader that holds a copy of these bytes; null as in `create`. */
  static of(bytes: Uint8Array): CompiledReader | null {
    const reader = CompiledReader.create(bytes.length, null);
    if (reader) reader.#write(bytes, true);
    return reader;
  }

  /** The bytes of the file. Those that have not come are 0. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return bytesAt(this.#program, this.#program.FILE, this.#length);
  }

  get rowCount(): number {
    return this.#program.rowCount.value;
  }

  /**
   * Waits until the first `count` bytes have come, or all. Throws `FileLost` if the file has more or fewer bytes than its
   * size, or its bytes cannot be read.
   */
  async receive(count = Infinity): Promise<void> {
    while (!this.#isWhole && this.#arrived < count) await this.#receivePiece();
  }

  /** Waits for more bytes if the first records could not be read without them. Returns whether it has waited. */
  async receiveMissing(): Promise<boolean> {
    if (!this.#lacksBytes) return false;
    this.#lacksBytes = false;
    await this.#receivePiece();
    return true;
  }

  /** Ends the reading of pieces. */
  stop(): void {
    this.#pieces?.return(undefined).catch(() => {});
  }

  async #receivePiece(): Promise<void> {
    try {
      const { value, done } = await this.#pieces!.next(); // without pieces the file is whole
      if (!done) this.#write(value, false);
      else if (this.#arrived === this.#length) this.#write(new Uint8Array(), true);
      else throw new RangeError('The file is shorter than it said');
    } catch (error) {
      throw new FileLost('The bytes of the file did not come', { cause: error });
    }
  }

  /** Checks the encoding of a piece while the next one comes. Throws where the file is longer than it said. */
  #write(piece: Uint8Array, isLast: boolean): void {
    this.bytes.set(piece, this.#arrived);
    this.#arrived += piece.length;
    this.#isWhole = isLast;
    this.#program.setFile(this.#arrived, isLast);
    this.#utf8Length = this.#program.measureUtf8(this.#utf8Length);
  }

  /** Whether the file, all of which has come, is well-formed UTF-8. */
  isUtf8(): boolean {
    return this.#utf8Length === this.#length;
  }

  /** A reader of these bytes: this one where they are the last ones of its own, else a new one; null as in `create`. */
  hold(bytes: Uint8Array): CompiledReader | null {
    const own = this.bytes;
    if (bytes.buffer !== own.buffer) return CompiledReader.of(bytes);
    if (bytes.byteOffset !== own.byteOffset) own.set(bytes);
    this.#length = bytes.length;
    this.#arrived = bytes.length;
    this.#program.setFile(bytes.length, true);
    return this;
  }

  skip(bytes: number): void {
    this.#from = bytes;
  }

  sniff(extent: Extent): string[] {
    const { rowStarts, starts } = this.#indexRecords(DELIMITERS, extent, extent.columns);
    const bytes = this.bytes;
    const pairs = new Uint8Array(2 * starts.length);
    return Array.from({ length: this.rowCount }, (_, row) => {
      let size = 0;
      // The `!` here: rows and cells of this index. Each cell but the first begins after a delimiter.
      for (let cell = rowStarts[row]! + 1; cell < rowStarts[row + 1]! - 1; cell++) {
        pairs[size++] = bytes[starts[cell]! - 1]!;
        pairs[size++] = bytes[starts[cell]!] ?? 0; // the file may end with a delimiter
      }
      return byteDecoder.decode(pairs.subarray(0, size));
    });
  }

  readHead(delimiter: Delimiter, extent: Extent): HeadRecord[] {
    const { rowStarts, starts } = this.#indexRecords([delimiter], extent, ALL_COLUMNS);
    return this.#readRecords(0, extent.columns).map((record, row) => ({
      ...record,
      from: starts[rowStarts[row]!]!, // rows of this index
      next: starts[rowStarts[row + 1]! - 1]!,
    }));
  }

  async readRows(
    { header, keepPreamble, skipBelow, keepEmptyRows }: RowOptions,
    onSlice: OnSlice,
  ): Promise<RowCounts> {
    const program = this.#program;
    const scan = (from: number, to: number) => program.scanRows(from, to, header.width, keepEmptyRows);
    program.startScan();
    if (keepPreamble) scan(this.#from, header.from);
    // The header is scanned for its stray quotes, and is no row.
    let at = scan(header.from, header.from + 1);
    program.rowCount.value--;
    const rowsAbove = this.rowCount;
    const { shortRows, longRows } = program;
    const [shortAbove, longAbove] = [shortRows.value, longRows.value];
    for (let skipped = 0; skipped < skipBelow; skipped += this.rowCount - rowsAbove) {
      program.rowCount.value = rowsAbove;
      at = scan(at, at + 1);
    }
    program.rowCount.value = rowsAbove;
    [shortRows.value, longRows.value] = [shortAbove, longAbove];
    let told = at;
    while (at < this.#length) {
      const next = scan(at, Math.min(at + SLICE_BYTES, this.#arrived));
      if (next === at) await this.#receivePiece();
      at = next;
      if (at - told < SLICE_BYTES && at < this.#length) continue;
      await onSlice(at, this.rowCount);
      told = at;
    }
    const strayQuotes = program.strayQuotes.value;
    const noted = Math.min(strayQuotes, program.MAX_STRAY_LINES.value);
    return {
      emptyRowsSkipped: program.emptyRows.value,
      shortRowsPadded: program.shortRows.value,
      longRowsCut: program.longRows.value,
      unterminatedQuoteLines: [...entriesAt(program, program.STRAY_LINES, noted)],
      unterminatedQuotes: strayQuotes,
    };
  }

  lastRows(count: number): FileRecord[] {
    return this.#readRecords(Math.max(0, this.rowCount - count), ALL_COLUMNS);
  }

  dropLastRows(count: number): void {
    this.#program.rowCount.value -= count;
  }

  widthOf(row: number): number {
    return this.#program.countCells(row);
  }

  finish(headers: string[]): FileTable | null {
    const program = this.#program;
    return ensureMemory(program, program.layOutLists(this.rowCount) >>> 0)
      ? new CompiledTable(program, headers)
      : null;
  }

  /** Makes an index of the first records that are not empty, split at one to four delimiters. */
  #indexRecords(delimiters: readonly Delimiter[], { records, bytes }: Extent, columnCount: number) {
    const program = this.#program;
    const [a = 0, b = a, c = a, d = a] = delimiters.map((delimiter) => delimiter.charCodeAt(0));
    program.setDelimiters(a, b, c, d);
    program.startScan();
    const stop = Math.min(this.#from + bytes, this.#length);
    for (let at = this.#from; at < stop && this.rowCount < records && !this.#lacksBytes;) {
      const next = program.scanRows(at, at + 1, columnCount, false);
      this.#lacksBytes = next === at;
      at = next;
    }
    const rowStarts = entriesAt(program, program.rowStarts, this.rowCount + 1);
    return { rowStarts, starts: entriesAt(program, program.starts, rowStarts.at(-1) ?? 0) };
  }

  /** The rows of the index from row `from` on, with at most `columns` cells of each. */
  #readRecords(from: number, columns: number): FileRecord[] {
    const program = this.#program;
    const widths = Uint32Array.from({ length: this.rowCount - from }, (_, row) =>
      program.countCells(from + row),
    );
    const columnCount = widths.reduce((most, width) => Math.min(columns, Math.max(most, width)), 1);
    return readRows(program, { from, to: this.rowCount }, columnCount).map((cells, row) => {
      const width = widths[row]!; // one per row
      return { cells: cells.slice(0, width), width };
    });
  }
}
