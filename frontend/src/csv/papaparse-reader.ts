import Papa from 'papaparse';
import type { Delimiter } from './dialect.ts';
import type { Extent, FileRecord, HeadRecord, OnSlice, Reader, RowCounts, RowOptions } from './reader.ts';
import type { CodedTexts, FileTable } from './table.ts';

/** A private-use character, which hardly any file contains. */
const MARK = '\ue000';
/** Stands for a lone CR. It ends a line as LF does, and begins with white space, which is trimmed. */
const LONE_CR = '\u2028\n';

/**
 * Reads a file with PapaParse, where the browser has no WebAssembly or too little memory. `from` and `next` of its
 * records count records.
 */
export class PapaReader implements Reader {
  readonly name = 'papaparse';
  readonly bytes: Uint8Array;
  #text: string;
  #skippedLines = 0;
  /** The cells of every record, trimmed. A blank line is a record of one cell. */
  #records: string[][] = [];
  /** Line numbers of quotes that never close: at most one, since PapaParse reads on from it to the end of the file. */
  #openQuotes: number[] = [];
  #columnCount = 0;
  #rows: string[][] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  skip(bytes: number): void {
    // Each byte of this line is one character.
    this.#text = this.#text.slice(bytes);
    this.#skippedLines = 1;
  }

  sniff({ records, bytes }: Extent): string[] {
    // PapaParse splits at one delimiter only, so it gets the mark. With marks around it, each of our delimiters
    // becomes a cell.
    const text = this.#text.slice(0, bytes).replace(/[,;\t|]/g, `${MARK}$&${MARK}`);
    return split(endLinesWithLf(text), MARK)
      .data.filter((cells) => hasText(cells.filter((_, at) => at % 2 === 0)))
      .slice(0, records)
      .map((cells) =>
        cells.map((cell, at) => (at % 2 === 1 ? cell + ((cells[at + 1] ?? '')[0] ?? '\n') : '')).join(''),
      );
  }

  readHead(delimiter: Delimiter, { records, columns }: Extent): HeadRecord[] {
    const text = endLinesWithLf(this.#text);
    const { data, errors } = split(text, delimiter);
    this.#records = data.map((cells) => cells.map((cell) => cell.replaceAll(LONE_CR, '\r').trim()));
    this.#openQuotes = errors
      .filter(({ code }) => code === 'MissingQuotes')
      .map(({ index }) => text.slice(0, index).split('\n').length + this.#skippedLines);
    return this.#records
      .map((cells, from) => ({ cells, width: cells.length, from, next: from + 1 }))
      .filter(({ cells }) => hasText(cells))
      .slice(0, records)
      .map((record) => ({ ...record, cells: record.cells.slice(0, columns) }));
  }

  async readRows(
    { header, keepPreamble, skipBelow, keepEmptyRows }: RowOptions,
    onSlice: OnSlice,
  ): Promise<RowCounts> {
    this.#columnCount = header.width;
    const above = keepPreamble ? this.#records.slice(0, header.from) : [];
    const below = this.#records.slice(header.next);
    for (let skipped = 0; skipped < skipBelow;) if (hasText(below.shift() ?? [MARK])) skipped++;
    const records = [...above, ...below];
    // A blank line is never a row. PapaParse makes the same record of a line with nothing but a pair of quotes.
    this.#rows = records.filter((cells) => hasText(cells) || (keepEmptyRows && cells.length > 1));
    await onSlice(this.bytes.length, this.rowCount);
    return {
      emptyRowsSkipped:
        records.filter((cells) => cells.length > 1).length -
        this.#rows.filter((cells) => cells.length > 1).length,
      shortRowsPadded: this.#rows.filter((cells) => cells.length < header.width).length,
      longRowsCut: this.#rows.filter((cells) => cells.length > header.width).length,
      unterminatedQuoteLines: this.#openQuotes,
      unterminatedQuotes: this.#openQuotes.length,
    };
  }

  lastRows(count: number): FileRecord[] {
    return this.#rows
      .slice(-count)
      .map((cells) => ({ cells: cells.slice(0, this.#columnCount), width: this.#widthOf(cells) }));
  }

  dropLastRows(count: number): void {
    this.#rows.length -= count;
  }

  widthOf(row: number): number {
    return this.#widthOf(this.#rows[row] ?? []);
  }

  #widthOf(cells: readonly string[]): number {
    return Math.min(cells.length, this.#columnCount + 1);
  }

  finish(headers: string[]): FileTable {
    return new TextTable(headers, this.#rows);
  }
}

/** PapaParse knows one kind of line end. The CR of a CRLF becomes white space after the last cell. */
function endLinesWithLf(text: string): string {
  return `${text.replace(/\r(?!\n)/g, LONE_CR)}\n`;
}

function split(text: string, delimiter: string): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n' });
}

function hasText(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.trim() !== '');
}

/** A table of texts that are trimmed already. Short rows are padded, cells beyond the headers left out. */
export class TextTable implements FileTable {
  readonly headers: string[];
  readonly #rows: readonly (readonly string[])[];

  constructor(headers: string[], rows: readonly (readonly string[])[]) {
    this.headers = headers;
    this.#rows = rows;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  readRows(from: number, to: number): string[][] {
    return this.#rows
      .slice(from, to)
      .map((cells) => Array.from(this.headers, (_, column) => cells[column] ?? ''));
  }

  codeRows(column: number, most: number, rows = Infinity): CodedTexts & { isWhole: boolean } {
    const codeOf = new Map<string, number>();
    const codes = new Uint32Array(Math.min(rows, this.rowCount));
    const leads: number[] = [];
    for (let row = 0; row < codes.length && codeOf.size <= most; row++) {
      const text = this.#rows[row]?.[column] ?? '';
      const code = codeOf.get(text) ?? codeOf.size;
      codeOf.set(text, code);
      codes[row] = code;
      leads[code] = (leads[code] ?? 0) + 1;
    }
    const isWhole = codeOf.size <= most;
    return { codes, categories: [...codeOf.keys()], leads: Uint32Array.from(leads), isWhole };
  }

  findBlanks(): Uint8Array {
    return Uint8Array.from(this.headers, (_, column) => Number(this.#rows.some((cells) => !cells[column])));
  }
}
