const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

type Expected = 'line' | 'first cell' | 'cell' | 'next cell' | 'line end';

export interface DatasetLimits {
  minColumns: number;
  maxColumns: number;
  /** Length of one line without its line end. */
  maxLineBytes: number;
}

/** The message names the problem and its line, counted from 1. */
export class DatasetProblem extends Error {}

/**
 * Checks a dataset of one JSON array of strings per line, the headers first. It goes byte by byte and stores nothing, so
 * neither a long line nor deep nesting costs memory. It accepts exactly the lines that `JSON.parse` reads as arrays of
 * strings of equal length.
 */
export class DatasetChecker {
  readonly #limits: DatasetLimits;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #cell = new StringChecker();
  #expected: Expected = 'line';
  #cells = 0;
  #columns = 0;
  #line = 1;
  #lineBytes = 0;

  constructor(limits: DatasetLimits) {
    this.#limits = limits;
  }

  /** @throws DatasetProblem */
  check(chunk: Uint8Array): void {
    this.#checkUtf8(chunk);
    let at = 0;
    while (at < chunk.length) {
      const end = this.#cell.isOpen ? this.#readCell(chunk, at) : this.#readMark(chunk, at);
      const isLineEnd = this.#expected === 'line';
      this.#lineBytes = isLineEnd ? 0 : this.#lineBytes + end - at;
      if (this.#lineBytes > this.#limits.maxLineBytes)
        throw this.#problem(`is longer than ${this.#limits.maxLineBytes} bytes`);
      at = end;
    }
  }

  /** @throws DatasetProblem unless the last line is complete and a row */
  finish(): void {
    this.#checkUtf8(null);
    if (this.#expected === 'line end') this.#endLine();
    if (this.#expected !== 'line') throw this.#problem('is not whole');
    if (this.#line <= 2) throw this.#problem('is missing: a dataset needs headers and at least one row');
  }

  #problem(text: string): DatasetProblem {
    return new DatasetProblem(`Line ${this.#line} of the dataset ${text}.`);
  }

  #checkUtf8(chunk: Uint8Array | null): void {
    try {
      if (chunk) this.#utf8.decode(chunk, { stream: true });
      else this.#utf8.decode();
    } catch {
      throw this.#problem('is not UTF-8');
    }
  }

  #readCell(chunk: Uint8Array, start: number): number {
    try {
      return this.#cell.read(chunk, start);
    } catch (error) {
      throw this.#problem(`has ${error instanceof Error ? error.message : 'something wrong'} in a cell`);
    }
  }

  /** Reads one byte outside of cells. */
  #readMark(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0; // always there
    const expected = this.#expected;
    if (isSpace(byte) && expected !== 'line') return at + 1;
    if (byte === QUOTE && (expected === 'first cell' || expected === 'cell')) {
      this.#cells++;
      this.#cell.open();
      this.#expected = 'next cell';
    } else if (byte === COMMA && expected === 'next cell') this.#expected = 'cell';
    else if (byte === CLOSE && (expected === 'next cell' || expected === 'first cell'))
      this.#expected = 'line end';
    else if (byte === OPEN && expected === 'line') this.#expected = 'first cell';
    else if (byte === LINE_FEED && expected === 'line end') this.#endLine();
    else throw this.#problem('is not a JSON array of strings');
    return at + 1;
  }

  #endLine(): void {
    const { minColumns: min, maxColumns: max } = this.#limits;
    if (this.#line === 1) this.#columns = this.#cells;
    if (this.#columns < min || this.#columns > max) {
      throw this.#problem(`has ${this.#columns} headers instead of ${min} to ${max}`);
    }
    if (this.#cells !== this.#columns) {
      throw this.#problem(`has ${this.#cells} cells instead of ${this.#columns}`);
    }
    this.#line++;
    this.#cells = 0;
    this.#expected = 'line';
  }
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const FIRST_PRINTABLE = 0x20;
// The characters that may follow a backslash: " / \ b f n r t
const ESCAPED = new Set([0x22, 0x2f, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74]);

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Checks JSON strings byte by byte, starting after the opening quote. A string may span several chunks. */
class StringChecker {
  #isEscaped = false;
  #hexLeft = 0;
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#isOpen = true;
  }

  /**
   * Reads on to the end of the string or of the chunk and returns the position after it.
   *
   * @throws Error whose message names the problem
   */
  read(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0; // always there
      if (this.#hexLeft > 0 || this.#isEscaped) this.#readEscape(byte);
      else if (byte === QUOTE) {
        this.#isOpen = false;
        return at + 1;
      } else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte < FIRST_PRINTABLE) throw new Error('a control character');
    }
    return chunk.length;
  }

  #readEscape(byte: number): void {
    if (this.#hexLeft > 0) {
      if (!isHex(byte)) throw new Error('a wrong escape');
      this.#hexLeft--;
      return;
    }
    this.#isEscaped = false;
    if (byte === LETTER_U) this.#hexLeft = 4;
    else if (!ESCAPED.has(byte)) throw new Error('a wrong escape');
  }
}
