import { QUOTE, SPACE, TAB, isPlain } from './bytes.ts';
import { nextQuote, skipQuoted } from './quotes.ts';
import { trimEnd, trimStart } from './white-space.ts';

// A byte order mark inside a cell is text like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const NO_BYTES = new Uint8Array(0);

/**
 * Points at the text of one cell after another: trimmed, without its quotes, still as bytes in [from, to) of `source`.
 * That is the file itself, or a scratch copy where quotes inside the text had to be taken out.
 * One cursor serves a whole column, so that looking at a cell allocates nothing.
 */
export class CellCursor {
  source: Uint8Array;
  /** The same bytes, to be read four at a time. */
  view: DataView;
  from = 0;
  to = 0;
  readonly #bytes: Uint8Array;
  readonly #bytesView: DataView;
  #scratch = NO_BYTES;
  #scratchView = viewOf(NO_BYTES);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#bytesView = viewOf(bytes);
    this.source = bytes;
    this.view = this.#bytesView;
  }

  get isBlank(): boolean {
    return this.from === this.to;
  }

  text(): string {
    return this.isBlank ? '' : decoder.decode(this.source.subarray(this.from, this.to));
  }

  /** Moves to the cell that fills [from, to) of the file, delimiters excluded. */
  locate(from: number, to: number): void {
    const bytes = this.#bytes;
    let start = from;
    while (start < to && (bytes[start] === SPACE || bytes[start] === TAB)) start++;
    if (start < to && bytes[start] === QUOTE) this.#locateQuoted(start, to);
    else this.#point(bytes, start, to);
  }

  #locateQuoted(open: number, to: number): void {
    const bytes = this.#bytes;
    const first = nextQuote(bytes, open + 1, to);
    const hasDoubled = first >= 0 && first + 1 < to && bytes[first + 1] === QUOTE;
    const close = hasDoubled ? skipQuoted(bytes, open, to) : first;
    if (close < 0) {
      // The scanner has found this quote to be stray: it is text.
      this.#point(bytes, open, to);
      return;
    }
    const end = trimEnd(bytes, close + 1, to);
    if (end === close + 1 && !hasDoubled) this.#point(bytes, open + 1, close);
    else this.#unquote(open, close, end);
  }

  /** Copies the text between the quotes, each doubled quote once, and what follows the closing quote as it stands. */
  #unquote(open: number, close: number, end: number): void {
    const bytes = this.#bytes;
    if (this.#scratch.length < end - open) {
      this.#scratch = new Uint8Array(2 * (end - open));
      this.#scratchView = viewOf(this.#scratch);
    }
    const scratch = this.#scratch;
    let length = 0;
    for (let at = open + 1; at < end; at++) {
      if (at === close) continue;
      scratch[length++] = bytes[at]!; // below end
      if (at < close && bytes[at] === QUOTE) at++;
    }
    this.#point(scratch, 0, length);
  }

  #point(source: Uint8Array, from: number, to: number): void {
    this.source = source;
    this.view = source === this.#bytes ? this.#bytesView : this.#scratchView;
    this.from = from < to && isPlain(source[from]!) ? from : trimStart(source, from, to);
    this.to = this.from < to && isPlain(source[to - 1]!) ? to : trimEnd(source, this.from, to);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
