import {
  bytesAt,
  cutTexts,
  ensureMemory,
  entriesAt,
  numbersAt,
  type Program,
  type Value,
} from './compiled-program.ts';
import type {
  RowCrosstabCounts,
  RowCrosstabSums,
  RowCodes,
  CodedTexts,
  CountedCombinations,
  RowCrosstab,
  NumberedRows,
  PlainNumbers,
  FileTable,
} from './table.ts';

/** The program reads this many cells per call. A browser switches to its faster code of the program between two calls. */
const CELLS_PER_CALL = 8192;
/** The results of the program by their numbers. */
const POINTS = ['none', 'unclear', 'decimal'] as const;

/** A table whose rows stay as bytes in the memory of the program, next to their index and room for lists. */
export class CompiledTable implements FileTable {
  readonly headers: string[];
  readonly rowCount: number;
  readonly #program: Program;

  constructor(program: Program, headers: string[]) {
    this.headers = headers;
    this.rowCount = program.rowCount.value;
    this.#program = program;
  }

  readRows(from: number, to: number): string[][] {
    return readRows(this.#program, { from, to: Math.min(to, this.rowCount) }, this.headers.length);
  }

  codeRows(column: number, most: number, rows = Infinity): CodedTexts & { isWhole: boolean } {
    const program = this.#program;
    const count = Math.min(rows, this.rowCount);
    const limit = Math.min(most, count);
    let isWhole = true;
    program.clearDictionary();
    for (const [from, to] of piecesOf(count)) {
      isWhole &&= program.codeRows(column, from, to, limit) === to;
    }
    const size = program.size.value;
    const bytes = bytesAt(program, program.texts, entriesAt(program, program.ends, size + 1)[size] ?? 0);
    return {
      codes: entriesAt(program, program.codes, isWhole ? count : 0).slice(),
      leads: entriesAt(program, program.leads, size).slice(),
      categories: cutTexts(bytes, entriesAt(program, program.units, size + 1).subarray(1)),
      isWhole,
    };
  }

  findBlanks(): Uint8Array {
    const program = this.#program;
    const columnCount = this.headers.length;
    program.forgetBlanks();
    for (const [from, to] of piecesOf(this.rowCount, columnCount))
      if (program.findBlanks(from, to, columnCount)) break;
    return Uint8Array.from(this.headers, (_, column) => Number(program.hasBlank(column)));
  }

  readNumbers(column: number, flags: Uint8Array, least: number): PlainNumbers | null {
    const program = this.#program;
    program.startNumbers(least);
    bytesAt(program, program.flags, this.rowCount).set(flags);
    for (const [from, to] of piecesOf(this.rowCount))
      if (program.readNumbers(column, from, to) < to) return null;
    const count = program.numberCount.value;
    return {
      rows: entriesAt(program, program.numberedRows, count).slice(),
      numbers: numbersAt(program, program.numbers, count).slice(),
      points: POINTS[program.points.value] ?? 'none',
      negative: program.negatives.value,
      empty: program.zeros.value,
      unreadable: program.unreadable.value,
    };
  }

  countCrosstab(flags: Uint8Array, table: RowCrosstab): RowCrosstabCounts | null {
    const program = this.#program;
    const size = this.#setTable(table, 2 * Uint32Array.BYTES_PER_ELEMENT);
    if (size === null) return null;
    const { sides, from } = table;
    bytesAt(program, program.rowFlags, flags.length).set(flags);
    program.countCrosstab(flags.length, from, sides[0].count, sides[1]?.count ?? 0);
    const cells = entriesAt(program, program.cells, 2 * size);
    return { rows: cells.slice(0, size), flagged: cells.slice(size) };
  }

  sumCrosstab(
    { items, amounts }: NumberedRows,
    table: RowCrosstab,
    caps: readonly number[],
  ): RowCrosstabSums[] | null {
    const program = this.#program;
    const size = this.#setTable(table, 3 * Float64Array.BYTES_PER_ELEMENT);
    if (size === null) return null;
    const { sides, from } = table;
    numbersAt(program, program.numbers, amounts.length).set(amounts);
    entriesAt(program, program.numberedRows, items.length).set(items);
    return caps.map((cap) => {
      program.sumCrosstab(items.length, cap, from, sides[0].count, sides[1]?.count ?? 0);
      const cells = numbersAt(program, program.cells, 3 * size);
      return {
        sums: cells.slice(0, size),
        sumsOfSquares: cells.slice(size, 2 * size),
        largest: cells.slice(2 * size),
      };
    });
  }

  /** Copies the sides of a table to the memory. Returns the number of cells; null where memory is short. */
  #setTable({ sides: [a, b] }: RowCrosstab, bytesPerCell: number): number | null {
    const program = this.#program;
    const size = a.count * (b?.count ?? 1);
    if (!ensureMemory(program, (program.cells.value >>> 0) + size * bytesPerCell)) return null;
    const set = (list: Value, entries: Uint32Array) => entriesAt(program, list, entries.length).set(entries);
    set(program.rowCodes, a.codes);
    set(program.rowPlaces, a.positionOf);
    if (b) set(program.columnCodes, b.codes);
    if (b) set(program.columnPlaces, b.positionOf);
    return size;
  }

  countCombinations(columns: readonly RowCodes[], flags: Uint8Array): CountedCombinations {
    const program = this.#program;
    const lists = [program.codes, program.ends, program.units];
    lists.forEach((list, index) => {
      const column = columns[index] ?? columns[0]!; // there is one, and counting it twice changes no combination
      entriesAt(program, list, this.rowCount).set(column.codes);
    });
    bytesAt(program, program.cellTexts, this.rowCount).set(flags);
    const most = columns.reduce((product, { categories }) => product * categories.length, 1);
    program.clearCombinations(Math.min(most, this.rowCount));
    for (const [from, to] of piecesOf(this.rowCount)) program.countCombinations(from, to);
    const copy = (list: Program['codes']) => entriesAt(program, list, program.combinationCount.value).slice();
    return {
      codes: lists.slice(0, columns.length).map(copy),
      leads: copy(program.leads),
      flagged: copy(program.flagged),
    };
  }
}

/** Ranges of rows that are worked on in one call, by the number of cells that are looked at in each row. */
function piecesOf(rows: number, cells = 1): [from: number, to: number][] {
  const size = Math.ceil(CELLS_PER_CALL / cells);
  return Array.from({ length: Math.ceil(rows / size) }, (_, piece) => [
    piece * size,
    Math.min((piece + 1) * size, rows),
  ]);
}

/** The texts of the first `columnCount` cells of the rows in [from, to) of the program's index. */
export function readRows(
  program: Program,
  { from, to }: { from: number; to: number },
  columnCount: number,
): string[][] {
  const rows: string[][] = [];
  const rowsPerCall = Math.floor(program.COPIED_CELLS.value / columnCount);
  for (let first = from; first < to; first += rowsPerCall) {
    const count = Math.min(rowsPerCall, to - first);
    const bytes = program.copyCells(first, first + count, columnCount);
    const units = entriesAt(program, program.cellUnits, count * columnCount);
    const texts = cutTexts(bytesAt(program, program.cellTexts, bytes), units);
    for (let at = 0; at < texts.length; at += columnCount) rows.push(texts.slice(at, at + columnCount));
  }
  return rows;
}
