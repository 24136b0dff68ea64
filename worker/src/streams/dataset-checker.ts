const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const LETTER_U = 0x75;
const FIRST_PRINTABLE = 0x20;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
// After a backslash: " / \ b f n r t
const ESCAPED = new Set([0x22, 0x2f, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74]);

type Expected = 'line' | 'first cell' | 'cell' | 'next cell' | 'line end';

export interface ColumnLimits {
  min: number;
  max: number;
}

/** What is wrong with a dataset, and in which line, counted from 1. */
export class DatasetProblem extends Error {}

/**
 * Reads a dataset of one JSON array of strings per line, the headers first, byte by byte: nothing is parsed or kept,
 * so neither a long line nor deep nesting costs memory. Accepts exactly what `JSON.parse` would read, line by line,
 * as arrays of strings of equal length.
 */
export class DatasetChecker {
  readonly #limits: ColumnLimits;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #expected: Expected = 'line';
  #isInString = false;
  #isEscaped = false;
  #hexLeft = 0;
  #cells = 0;
  #columns = 0;
  #line = 1;

  constructor(limits: ColumnLimits) {
    this.#limits = limits;
  }

  /** @throws DatasetProblem */
  check(chunk: Uint8Array): void {
    this.#checkUtf8(chunk);
    let at = 0;
    while (at < chunk.length) at = this.#isInString ? this.#readString(chunk, at) : this.#readMark(chunk, at);
  }

  /** @throws DatasetProblem unless the last line is whole and a row */
  finish(): void {
    this.#checkUtf8(null);
    if (this.#expected === 'line end') this.#endLine();
    if (this.#expected !== 'line' || this.#isInString) throw this.#problem('is not whole');
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

  /** Reads on to the end of the string or of the chunk. */
  #readString(chunk: Uint8Array, start: number): number {
    let at = start;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0; // always there
      if (this.#hexLeft > 0 || this.#isEscaped) this.#readEscape(byte);
      else if (byte === QUOTE) {
        this.#isInString = false;
        return at + 1;
      } else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte < FIRST_PRINTABLE) throw this.#problem('has a control character in a cell');
    }
    return at;
  }

  #readEscape(byte: number): void {
    if (this.#hexLeft > 0) {
      if (!isHex(byte)) throw this.#problem('has a wrong escape in a cell');
      this.#hexLeft--;
      return;
    }
    this.#isEscaped = false;
    if (byte === LETTER_U) this.#hexLeft = 4;
    else if (!ESCAPED.has(byte)) throw this.#problem('has a wrong escape in a cell');
  }

  /** Reads one byte outside of strings. */
  #readMark(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0; // always there
    if (isSpace(byte) && this.#expected !== 'line') return at + 1;
    if (byte === QUOTE && (this.#expected === 'first cell' || this.#expected === 'cell')) {
      this.#cells++;
      this.#isInString = true;
      this.#expected = 'next cell';
    } else if (byte === COMMA && this.#expected === 'next cell') this.#expected = 'cell';
    else if (byte === CLOSE && (this.#expected === 'next cell' || this.#expected === 'first cell')) {
      this.#expected = 'line end';
    } else if (byte === OPEN && this.#expected === 'line') this.#expected = 'first cell';
    else if (byte === LINE_FEED && this.#expected === 'line end') this.#endLine();
    else throw this.#problem('is not a JSON array of strings');
    return at + 1;
  }

  #endLine(): void {
    if (this.#line === 1) {
      this.#columns = this.#cells;
      const { min, max } = this.#limits;
      if (this.#columns < min || this.#columns > max) {
        throw this.#problem(`has ${this.#columns} headers instead of ${min} to ${max}`);
      }
    } else if (this.#cells !== this.#columns) {
      throw this.#problem(`has ${this.#cells} cells instead of ${this.#columns}`);
    }
    this.#line++;
    this.#cells = 0;
    this.#expected = 'line';
  }
}
