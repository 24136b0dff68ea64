import type { RowCrosstabCounts, RowCrosstabSums, CodedTexts, FileTable } from './table.ts';

type Quick = Required<Pick<FileTable, 'countCrosstab' | 'sumCrosstab'>>;

/** A table without some of its rows, for as long as the rows themselves are needed by another view of the file. */
class TableWithoutRows implements FileTable {
  readonly headers: string[];
  readonly rowCount: number;
  readonly #table: FileTable;
  /** The kept rows, as rows of the whole table. */
  readonly #kept: Uint32Array;

  constructor(table: FileTable, kept: Uint32Array) {
    this.headers = table.headers;
    this.rowCount = kept.length;
    this.#table = table;
    this.#kept = kept;
  }

  readRows(from: number, to: number): string[][] {
    const kept = this.#kept.subarray(from, to);
    const first = kept[0];
    if (first === undefined) return [];
    const rows = this.#table.readRows(first, kept[kept.length - 1]! + 1); // there is a first one
    return Array.from(kept, (row) => rows[row - first]!); // between the first and the last
  }

  codeRows(column: number, most: number, rows = this.rowCount): CodedTexts & { isWhole: boolean } {
    const kept = this.#kept.subarray(0, rows);
    const coded = recode(this.#table.codeRows(column, Infinity, (kept.at(-1) ?? -1) + 1), kept);
    return { ...coded, isWhole: coded.categories.length <= most };
  }

  countCrosstab(...asked: Parameters<Quick['countCrosstab']>): RowCrosstabCounts | null {
    return this.#table.countCrosstab?.(...asked) ?? null;
  }

  sumCrosstab(...asked: Parameters<Quick['sumCrosstab']>): RowCrosstabSums[] | null {
    return this.#table.sumCrosstab?.(...asked) ?? null;
  }

  findBlanks(): Uint8Array {
    const hasBlanks = this.#table.findBlanks();
    return hasBlanks.map((flag, column) =>
      flag === 0 ? 0 : Number(this.codeRows(column, Infinity).categories.includes('')),
    );
  }
}

/** The codes of the kept rows, numbered anew in order of first appearance. */
export function recode({ codes, categories }: CodedTexts, kept: Uint32Array): CodedTexts {
  const newCodes = new Uint32Array(categories.length);
  const counts = new Uint32Array(categories.length);
  const names: string[] = [];
  const recoded = new Uint32Array(kept.length);
  for (let row = 0; row < kept.length; row++) {
    // The `!` here: a code per row, and a category per code.
    const code = codes[kept[row]!]!;
    if (newCodes[code] === 0) newCodes[code] = names.push(categories[code]!);
    const newCode = newCodes[code]! - 1;
    recoded[row] = newCode;
    counts[newCode]!++;
  }
  return { codes: recoded, categories: names, leads: counts.slice(0, names.length) };
}

/** The table without the rows that have a mark other than 0, or the same table where none has. */
export function withoutRows(table: FileTable, marks: Uint8Array): FileTable {
  const kept = keptRows(marks);
  return kept.length === marks.length ? table : new TableWithoutRows(table, kept);
}

/** The rows without a mark. */
export function keptRows(marks: Uint8Array): Uint32Array {
  const kept = new Uint32Array(marks.length);
  let count = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === 0) kept[count++] = row;
  return kept.slice(0, count);
}
