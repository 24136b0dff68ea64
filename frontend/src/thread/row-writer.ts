import { skipBlanks, skipString } from './json-bytes.ts';
import { BACKSLASH, COMMA, ESCAPES, KINDS, LF, QUOTE, SPECIAL } from './json-string.ts';

const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Goes along JSON lists of texts and writes each as a line of CSV. */
export class RowWriter {
  /** The next byte to read. */
  at: number;
  hasText = false;
  readonly #bytes: Uint8Array;
  /** CSV is never longer than its JSON: quotes where JSON has them, doubled where JSON escapes them. */
  readonly #csv: Uint8Array<ArrayBuffer>;
  #length: number;

  constructor(bytes: Uint8Array, at: number, firstLine: Uint8Array) {
    this.at = at;
    this.#bytes = bytes;
    this.#csv = new Uint8Array(firstLine.length + bytes.length - at);
    this.#csv.set(firstLine);
    this.#length = firstLine.length;
  }

  csv(): Uint8Array<ArrayBuffer> {
    return this.#csv.subarray(0, this.#length);
  }

  /** Passes the comma between two elements, so that `at` is at the next one or at the closing bracket. False at anything else. */
  goOn(): boolean {
    const bytes = this.#bytes;
    this.at = skipBlanks(bytes, this.at);
    if (bytes[this.at] !== COMMA) return bytes[this.at] === CLOSE_ARRAY;
    this.at = skipBlanks(bytes, this.at + 1);
    return bytes[this.at] !== CLOSE_ARRAY;
  }

  /** Writes the row at `at` and moves after it. False where it is no list of texts. */
  writeRow(): boolean {
    const bytes = this.#bytes;
    if (bytes[this.at] !== OPEN_ARRAY) return false;
    this.at = skipBlanks(bytes, this.at + 1);
    let isFirst = true;
    while (bytes[this.at] !== CLOSE_ARRAY) {
      if (!isFirst) this.#csv[this.#length++] = COMMA;
      isFirst = false;
      if (bytes[this.at] !== QUOTE || !this.#writeCell() || !this.goOn()) return false;
    }
    this.#csv[this.#length++] = LF;
    this.at++;
    return true;
  }

  #writeCell(): boolean {
    const bytes = this.#bytes;
    const from = this.at + 1;
    let kinds = 0;
    let kind = 0;
    let to = from;
    // The `!` here: below the length, and KINDS has an entry per byte value.
    while (to < bytes.length && (kind = KINDS[bytes[to]!]!) < SPECIAL) {
      kinds |= kind;
      to++;
    }
    if (bytes[to] === BACKSLASH) return this.#writeEscaped();
    if (bytes[to] !== QUOTE) return false;
    const csv = this.#csv;
    let length = this.#length;
    // With the quotes of the JSON where the cell needs any.
    const margin = kinds === 0 ? 0 : 1;
    for (let at = from - margin; at < to + margin; at++) csv[length++] = bytes[at]!;
    this.#length = length;
    this.at = to + 1;
    if (!this.hasText) this.hasText = decoder.decode(bytes.subarray(from, to)).trim() !== '';
    return true;
  }

  /** A cell with escapes, in quotes. */
  #writeEscaped(): boolean {
    const bytes = this.#bytes;
    const csv = this.#csv;
    let at = this.at + 1;
    let length = this.#length;
    csv[length++] = QUOTE;
    const from = length;
    for (; bytes[at] !== QUOTE; at++) {
      let byte = bytes[at] ?? 0; // 0 ends it, as in any string that does not close
      if (byte < 0x20) return false;
      if (byte === BACKSLASH) {
        byte = ESCAPES[bytes[++at] ?? 0] ?? 0; // an entry per byte value
        if (byte === 0) return this.#writeDecoded();
        if (byte === QUOTE) csv[length++] = QUOTE;
      }
      csv[length++] = byte;
    }
    csv[length++] = QUOTE;
    this.#length = length;
    this.at = at + 1;
    if (!this.hasText) this.hasText = decoder.decode(csv.subarray(from, length - 1)).trim() !== '';
    return true;
  }

  /** A cell with a code point in hexadecimal, or with what is no JSON. */
  #writeDecoded(): boolean {
    const end = skipString(this.#bytes, this.at);
    const text = parseText(decoder.decode(this.#bytes.subarray(this.at, end)));
    if (text === null) return false;
    this.#length += encoder.encodeInto(quoteCell(text), this.#csv.subarray(this.#length)).written;
    this.at = end;
    this.hasText ||= text.trim() !== '';
    return true;
  }
}

export function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function parseText(json: string): string | null {
  try {
    // A string in quotes, or what throws.
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}
