import { decodeEntities } from './html-entities.ts';
import { headerLine, plainLine } from './quote.ts';

/** A table of a page, as lines of CSV. */
export interface HtmlTable {
  lines: string[];
  columns: number;
}

interface Cell {
  text: string;
  isHeader: boolean;
  columns: number;
  rows: number;
}

/** By the standard of HTML, a cell is at most so wide. */
const MAX_SPAN = 1000;

/** Comments, elements whose content is not shown, tags with their attributes, and the text between. */
const TOKENS =
  /<!--[^]*?(?:-->|$)|<(script|style|template|title|textarea)\b[^]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>|[^<]+|</gi;
const LINE_TAG = /^(?:br|p|div|li|h\d|hr)$/;
const TABLE_PART = /^(?:t[rdh]|thead|tbody|tfoot)$/;

/**
 * The tables of a text of HTML that hold two rows and two columns or more; of nested ones the innermost, and a smaller one is text of its cell.
 * Null where spans ask for more than `mostCells`. Tags are never run: they are text here.
 */
export function findTables(text: string, mostCells: number): HtmlTable[] | null {
  const found: HtmlTable[] = [];
  const open: OpenTable[] = [];
  const budget = { cells: mostCells };
  const close = () => {
    const table = open.pop();
    table?.end();
    if (!table || table.isLayout) {
      if (table) open.at(-1)?.markLayout();
    } else if (table.lines.length > 1 && table.columns > 1) {
      found.push(table);
      open.at(-1)?.markLayout();
    } else open.at(-1)?.addText(` ${table.texts.join(' ')} `);
  };
  for (const [token, hidden, slash, name, attributes = ''] of text.matchAll(TOKENS)) {
    const table = open.at(-1);
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (hidden === undefined && !token.startsWith('<!--')) table?.addText(token.replace(/\s+/g, ' '));
    } else if (tag === 'table') {
      if (slash === '') open.push(new OpenTable(budget));
      else close();
    } else if (TABLE_PART.test(tag)) table?.openPart(tag, slash === '' ? attributes : null);
    else if (LINE_TAG.test(tag)) table?.addText('\n');
    if (budget.cells < 0) return null;
  }
  while (open.length > 0) close();
  return found;
}

/** A table whose end has not come. */
class OpenTable implements HtmlTable {
  readonly lines: string[] = [];
  columns = 0;
  /** The texts of its cells, as long as it is no table of leads. */
  readonly texts: string[] = [];
  /** True where another table of leads lies in it. */
  isLayout = false;
  readonly #budget: { cells: number };
  /** The first rows, as long as all of their cells are names. */
  #heads: Cell[][] | null = [];
  #row: Cell[] | null = null;
  #cell: Cell | null = null;
  /** By column: a cell of a row above that stands in the next rows too. */
  readonly #spanning = new Map<number, Cell>();

  constructor(budget: { cells: number }) {
    this.#budget = budget;
  }

  markLayout(): void {
    this.isLayout = true;
  }

  /** Text outside of cells is no part of a table. */
  addText(text: string): void {
    if (this.#cell) this.#cell.text += text;
  }

  /** @param attributes null for an end tag */
  openPart(tag: string, attributes: string | null): void {
    this.#cell = null;
    if (tag !== 'td' && tag !== 'th') this.#endRow();
    if (attributes === null) return;
    if (tag === 'tr') this.#row = [];
    if (tag !== 'td' && tag !== 'th') return;
    const columns = Math.min(spanOf(attributes, 'colspan'), MAX_SPAN);
    this.#cell = { text: '', isHeader: tag === 'th', columns, rows: spanOf(attributes, 'rowspan') };
    this.#row ??= [];
    this.#row.push(this.#cell);
    this.#budget.cells -= columns;
  }

  end(): void {
    this.#endRow();
    this.#writeHeads();
  }

  #endRow(): void {
    const row = this.#row && this.#place(this.#row);
    this.#row = null;
    this.#cell = null;
    if (!row || row.length === 0) return;
    this.columns = Math.max(this.columns, row.length);
    const isHead = this.#heads !== null && row.every(({ isHeader }) => isHeader);
    if (isHead) this.#heads?.push(row);
    else {
      this.#writeHeads();
      this.#write(row.map(({ text }) => text));
    }
  }

  /** The row with the cells of rows above, and each cell in all of its columns: of those behind the first the text is blank. */
  #place(cells: readonly Cell[]): Cell[] {
    const row: Cell[] = [];
    const add = (cell: Cell) => {
      if (cell.rows > 1) this.#spanning.set(row.length, { ...cell, rows: cell.rows - 1 });
      else this.#spanning.delete(row.length);
      row.push(cell);
    };
    const addSpanning = () => {
      for (let cell = this.#spanning.get(row.length); cell; cell = this.#spanning.get(row.length)) {
        this.#budget.cells--;
        add(cell);
      }
    };
    for (const cell of cells) {
      addSpanning();
      const text = textOf(cell.text);
      for (let column = 0; column < cell.columns; column++)
        add({ ...cell, text: column === 0 || cell.isHeader ? text : '' });
    }
    addSpanning();
    return row;
  }

  /** Up to three rows of names are one header: 'Campaign' above 'Name' gives 'Campaign Name'. A name over all columns is a title. */
  #writeHeads(): void {
    const heads = this.#heads ?? [];
    this.#heads = null;
    const isTitle = (row: readonly Cell[]) => row.length > 1 && row[0]?.columns === row.length;
    const names = heads.filter((row) => !isTitle(row)).map((row) => row.map(({ text }) => text));
    for (const [cell] of heads.filter(isTitle)) this.#write([cell?.text ?? '']);
    if (names.length <= MAX_HEADER_ROWS && names[0])
      this.#write(names[0].map((_, column) => joinNames(names, column)));
    else for (const row of names) this.#write(row);
  }

  #write(texts: readonly string[]): void {
    this.texts.push(...texts);
    this.lines.push(this.lines.length === 0 ? headerLine(texts) : plainLine(texts));
    if (this.lines.length > 1 && this.columns > 1) this.texts.length = 0;
  }
}

const MAX_HEADER_ROWS = 3;

function joinNames(rows: readonly (readonly string[])[], column: number): string {
  const parts = rows.map((row) => row[column] ?? '').filter((part) => part !== '');
  return [...new Set(parts)].join(' ');
}

/** 1 without the attribute. A cell with a rowspan of 0 goes down to the end. */
function spanOf(attributes: string, name: 'colspan' | 'rowspan'): number {
  const value = new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(attributes)?.[1];
  if (value === undefined) return 1;
  return Number(value) || (name === 'rowspan' ? Infinity : 1);
}

/** The characters of a cell as a page shows them. */
function textOf(html: string): string {
  const text = decodeEntities(html).replaceAll('\u00a0', ' ').replaceAll('\u00ad', '');
  const lines = text.split('\n').map((line) => line.replace(/ {2,}/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}
