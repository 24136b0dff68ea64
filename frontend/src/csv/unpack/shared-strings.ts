import { ByteSink } from './byte-sink.ts';
import { pushCell, pushText, trimFrom } from './cell-text.ts';
import { nameOf, type Attributes, type XmlHandler } from './xml.ts';

const ITEM = nameOf('si');
const TEXT = nameOf('t');
const PHONETIC = nameOf('rPh');
const SPACE = nameOf('space');

/** The texts that cells share, each as a cell of CSV. */
export interface SharedStrings {
  count: number;
  /** Where each of them begins in `bytes`, and where the last one ends. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

/** Reads the text of one item: all its runs in one text, without the pronunciation beside it. */
export class RichText {
  readonly #sink: ByteSink;
  #start = 0;
  #isKept = false;
  #inPhonetic = false;

  constructor(limit: number) {
    this.#sink = new ByteSink(limit);
  }

  get length(): number {
    return this.#sink.length;
  }

  /** Writes the text as a cell of CSV. */
  pushTo(csv: ByteSink): void {
    pushCell(csv, this.#sink.bytes, [0, this.#sink.length]);
  }

  clear(): void {
    this.#sink.length = 0;
  }

  /** Begins with a tag within the item; returns whether it holds text. */
  open(name: number, attributes: Attributes): boolean {
    if (name === PHONETIC) this.#inPhonetic = true;
    if (name !== TEXT || this.#inPhonetic) return false;
    this.#start = this.#sink.length;
    this.#isKept = attributes.read(SPACE) === 'preserve';
    return true;
  }

  close(name: number): void {
    if (name === PHONETIC) this.#inPhonetic = false;
    else if (name === TEXT && !this.#isKept) trimFrom(this.#sink, this.#start);
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    pushText(this.#sink, bytes, [from, to]);
  }

  rawText(bytes: Uint8Array, from: number, to: number): void {
    this.#sink.pushBytes(bytes, from, to);
  }
}

/** Reads the shared texts of a workbook. */
export class StringsReader implements XmlHandler {
  wantsText = false;
  readonly #sink: ByteSink;
  readonly #item: RichText;
  #starts = new Uint32Array(1024);
  #count = 0;

  constructor(limit: number) {
    this.#sink = new ByteSink(limit);
    this.#item = new RichText(limit);
  }

  get strings(): SharedStrings {
    return { count: this.#count, starts: this.#starts, bytes: this.#sink.written() };
  }

  open(name: number, attributes: Attributes): void {
    if (name === ITEM) this.#item.clear();
    else this.wantsText = this.#item.open(name, attributes);
  }

  close(name: number): void {
    this.wantsText = false;
    if (name === ITEM) this.#finishItem();
    else this.#item.close(name);
  }

  #finishItem(): void {
    this.#item.pushTo(this.#sink);
    this.#count++;
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(2 * this.#starts.length);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count] = this.#sink.length;
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    this.#item.text(bytes, from, to);
  }

  rawText(bytes: Uint8Array, from: number, to: number): void {
    this.#item.rawText(bytes, from, to);
  }
}
