import { ByteSink } from './byte-sink.ts';
import { formatNumber, isShortest, type Epoch } from './cell-number.ts';
import { pushCell } from './cell-text.ts';
import type { CellFormat } from './number-formats.ts';
import { RichText, type SharedStrings } from './shared-strings.ts';
import { damaged } from './unpack-failure.ts';
import { formatOf, isTrue } from './workbook-parts.ts';
import { isXmlSpace, nameOf, type Attributes, type XmlHandler } from './xml.ts';
import { MAX_DATASET_BYTES } from '#contract/limits.ts';

const [ROW, CELL, VALUE, INLINE, MERGE, FORMULA] = ['row', 'c', 'v', 'is', 'mergeCell', 'f'].map(nameOf);
const [PLACE, TYPE, STYLE, HIDDEN, RANGE] = ['r', 't', 's', 'hidden', 'ref'].map(nameOf) as [
  number,
  number,
  number,
  number,
  number,
]; // one per name
const [TYPE_SHARED, TYPE_TEXT, TYPE_FLAG, TYPE_ERROR, TYPE_DATE] = ['s', 'str', 'b', 'e', 'd'].map(nameOf);

const [COMMA, LF] = [0x2c, 0x0a];
/** Columns of Excel end at XFD, rows at 2^20. */
const MAX_SHEET_COLUMNS = 16_384;
const MAX_SHEET_ROWS = 1_048_576;
/** Enough for the longest text of a cell, as it is written in XML. */
const MAX_CELL_BYTES = 4 * 1024 * 1024;

/** The parts of a workbook with which its cells are read. */
export interface CellContext {
  /** Null where it only matters which cells are filled. */
  strings: SharedStrings | null;
  formats: readonly CellFormat[];
  epoch: Epoch;
}

/** A range of merged cells; rows and columns count from 1 and 0. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The rows of a sheet that have a filled cell, as lines of CSV that end at their last filled cell. */
export interface SheetLines {
  csv: Uint8Array<ArrayBuffer>;
  /** For each line where it begins, its row in the sheet and how many cells it has. */
  lines: Int32Array;
  count: number;
  /** Filled cells of each column. */
  filled: Uint32Array;
  /** How many columns are used, from the first of the sheet on. */
  width: number;
  merges: readonly Merge[];
  hiddenRows: number;
  errorCells: number;
  /** Formulas whose results the file does not hold. */
  formulaCells: number;
}

/** How many numbers `lines` has for each line, and their places. */
export const LINE_SIZE = 3;
export const [LINE_START, LINE_ROW, LINE_CELLS] = [0, 1, 2] as const;

/**
 * Reads the cells of a sheet, each as people read it: see `formatNumber` for numbers. Text stays as it is, flags are TRUE and
 * FALSE, errors are blank and counted, of formulas the stored results count. Nothing is computed.
 */
export class SheetReader implements XmlHandler {
  wantsText = false;
  readonly #context: CellContext;
  readonly #csv = new ByteSink(MAX_DATASET_BYTES);
  readonly #text = new RichText(MAX_CELL_BYTES);
  readonly #filled = new Uint32Array(MAX_SHEET_COLUMNS);
  readonly #merges: Merge[] = [];
  #lines = new Int32Array(1024 * LINE_SIZE);
  #count = 0;
  #width = 0;
  #tableRows = 0;
  #hiddenRows = 0;
  #errorCells = 0;
  #formulaCells = 0;

  #row = 0;
  #isRowHidden = false;
  #rowStart = 0;
  #firstFilled = -1;
  /** The column of the next cell without a place of its own. */
  #nextColumn = 0;
  /** Cells of the line so far. */
  #cells = 0;

  #column = 0;
  #type = 0;
  #style = 0;
  #inInline = false;
  #isValue = false;
  /** Whether the cell has a formula, and a result of it. A text may be an empty result. */
  #hasFormula = false;
  #hasResult = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  get rowCount(): number {
    return this.#count;
  }

  /** How many lines have at least two cells, so that they may be the rows of a table. */
  get tableRows(): number {
    return this.#tableRows;
  }

  finish(): SheetLines {
    return {
      csv: this.#csv.written(),
      lines: this.#lines,
      count: this.#count,
      filled: this.#filled,
      width: this.#width,
      merges: this.#merges,
      hiddenRows: this.#hiddenRows,
      errorCells: this.#errorCells,
      formulaCells: this.#formulaCells,
    };
  }

  open(name: number, attributes: Attributes): void {
    if (name === CELL) this.#openCell(attributes);
    else if (name === VALUE) {
      this.#isValue = true;
      this.wantsText = true;
      this.#hasResult = this.#type === TYPE_TEXT;
    } else if (this.#inInline) this.wantsText = this.#text.open(name, attributes);
    else if (name === ROW) this.#openRow(attributes);
    else if (name === FORMULA) this.#hasFormula = true;
    else if (name === INLINE) this.#inInline = true;
    else if (name === MERGE) this.#addMerge(attributes.read(RANGE) ?? '');
  }

  close(name: number): void {
    this.wantsText = false;
    this.#isValue = false;
    if (name === CELL) this.#closeCell();
    else if (this.#inInline) {
      if (name === INLINE) this.#inInline = false;
      else this.#text.close(name);
    } else if (name === ROW) this.#closeRow();
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    if (to > from) this.#hasResult = true;
    if (!this.#isValue || this.#type === TYPE_TEXT) this.#text.text(bytes, from, to);
    else if (this.#type === TYPE_SHARED) this.#writeShared(bytes, from, to);
    else if (this.#type === TYPE_ERROR) this.#errorCells++;
    else this.#writeValue(bytes, from, to);
  }

  rawText(bytes: Uint8Array, from: number, to: number): void {
    if (this.#isValue && this.#type !== TYPE_TEXT) this.text(bytes, from, to);
    else this.#text.rawText(bytes, from, to);
  }

  #openRow(attributes: Attributes): void {
    const row = attributes.readNumber(PLACE);
    this.#row = row > 0 ? row : this.#row + 1;
    if (this.#row > MAX_SHEET_ROWS) throw damaged('There is a row beyond the last one');
    this.#isRowHidden = isTrue(attributes.read(HIDDEN));
    this.#rowStart = this.#csv.length;
    this.#firstFilled = -1;
    this.#nextColumn = 0;
    this.#cells = 0;
  }

  #closeRow(): void {
    if (this.#cells === 0) return;
    this.#csv.push(LF);
    if ((this.#count + 1) * LINE_SIZE > this.#lines.length) {
      const larger = new Int32Array(2 * this.#lines.length);
      larger.set(this.#lines);
      this.#lines = larger;
    }
    this.#lines.set([this.#rowStart, this.#row, this.#cells], this.#count * LINE_SIZE);
    this.#count++;
    if (this.#cells - this.#firstFilled > 1) this.#tableRows++;
    if (this.#isRowHidden) this.#hiddenRows++;
    if (this.#cells > this.#width) this.#width = this.#cells;
  }

  #openCell(attributes: Attributes): void {
    const place = attributes.find(PLACE);
    this.#column = place < 0 ? this.#nextColumn : this.#readColumn(attributes, place);
    if (this.#column < this.#nextColumn || this.#column >= MAX_SHEET_COLUMNS)
      throw damaged('There is a cell out of its place');
    this.#nextColumn = this.#column + 1;
    this.#style = Math.max(0, attributes.readNumber(STYLE));
    const type = attributes.find(TYPE);
    // The `!` here: an entry for each attribute.
    this.#type = type < 0 ? 0 : hashOf(attributes.bytes, attributes.from[type]!, attributes.to[type]!);
    this.#text.clear();
    this.#hasFormula = false;
    this.#hasResult = false;
  }

  /** The column of a place such as 'AB12', from 0; the next one where it names none. */
  #readColumn({ bytes, from, to }: Attributes, index: number): number {
    let column = 0;
    for (let at = from[index]!; at < to[index]!; at++) {
      const letter = (bytes[at]! | 0x20) - 0x60; // bytes of the tag
      if (letter < 1 || letter > 26) break;
      column = 26 * column + letter;
      if (column > MAX_SHEET_COLUMNS) break;
    }
    return column === 0 ? this.#nextColumn : column - 1;
  }

  /** Texts may come in parts, so they are written when the cell ends. */
  #closeCell(): void {
    if (this.#hasFormula && !this.#hasResult) this.#formulaCells++;
    if (this.#text.length === 0) return;
    const before = this.#beginCell();
    this.#text.pushTo(this.#csv);
    this.#endCell(before);
  }

  /** Writes the commas up to the cell; returns where the line ended before them. */
  #beginCell(): { end: number; start: number } {
    const end = this.#csv.length;
    for (let column = Math.max(1, this.#cells); column <= this.#column; column++) this.#csv.push(COMMA);
    return { end, start: this.#csv.length };
  }

  /** Takes the commas back where the cell is blank. */
  #endCell({ end, start }: { end: number; start: number }): void {
    if (this.#csv.length === start) {
      this.#csv.length = end;
      return;
    }
    if (this.#firstFilled < 0) this.#firstFilled = this.#column;
    this.#cells = this.#column + 1;
    this.#filled[this.#column]!++; // below the last column
  }

  #writeShared(bytes: Uint8Array, from: number, to: number): void {
    let index = 0;
    for (let at = from; at < to; at++) {
      const digit = bytes[at]! - 0x30; // below the end
      if (digit >= 0 && digit <= 9) index = 10 * index + digit;
    }
    const { count, starts, bytes: strings } = this.#context.strings ?? ANY_STRING;
    if (this.#context.strings === null) index = 0;
    if (index >= count) throw damaged('A cell has a text that the workbook has not');
    const [start, end] = [starts[index]!, starts[index + 1]!]; // below the count
    const before = this.#beginCell();
    this.#csv.pushBytes(strings, start, end);
    this.#endCell(before);
  }

  #writeValue(bytes: Uint8Array, start: number, end: number): void {
    let [from, to] = [start, end];
    while (isXmlSpace(bytes[from]) && from < to) from++;
    while (to > from && isXmlSpace(bytes[to - 1])) to--;
    if (from === to) return;
    const before = this.#beginCell();
    const format = formatOf(this.#context.formats, this.#style);
    if (this.#type === TYPE_FLAG) this.#csv.pushAscii(bytes[from] === 0x31 ? 'TRUE' : 'FALSE');
    else if (this.#type === TYPE_DATE) pushCell(this.#csv, bytes, [from, to]);
    else if (format.kind === 'number' && isShortest(bytes, from, to)) this.#csv.pushBytes(bytes, from, to);
    else {
      const text = formatNumber(asciiOf(bytes, from, to), format, this.#context.epoch);
      if (PLAIN_PATTERN.test(text)) this.#csv.pushAscii(text);
      else {
        const written = encoder.encode(text);
        pushCell(this.#csv, written, [0, written.length]);
      }
    }
    this.#endCell(before);
  }

  #addMerge(range: string): void {
    const [, left = '', top = '', right = '', bottom = ''] = RANGE_PATTERN.exec(range) ?? [];
    if (this.#merges.length >= MAX_MERGES) return;
    this.#merges.push({
      top: Number(top),
      bottom: Number(bottom),
      left: columnOf(left),
      right: columnOf(right),
    });
  }
}

/** Stands for texts that are not read. */
const ANY_STRING: SharedStrings = { count: 1, starts: Uint32Array.of(0, 1), bytes: Uint8Array.of(0x3f) };

const encoder = new TextEncoder();
/** Numbers, dates and times: their characters are bytes, and none has a meaning in CSV. */
const PLAIN_PATTERN = /^[-\d.:TZe+%]+$/;

/** A short text character by character, which is faster than a decoder. */
function asciiOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!); // below the end
  return text;
}

/** Headers have few merged cells; those of a long sheet need not be kept. */
const MAX_MERGES = 2000;
const RANGE_PATTERN = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/i;

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = 26 * column + letter.charCodeAt(0) - 0x40;
  return column - 1;
}

/** A text as `nameOf` gives it. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0; // bytes of the tag
  return hash;
}
