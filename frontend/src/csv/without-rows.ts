import type { RowCrosstabCounts, RowCrosstabSums, CodedTexts, FileTable } from './table.ts';

type Quick = Required<Pick<FileTable, 'countCrosstab' | 'sumCrosstab'>>;

/** A view of a table without some of its rows. The whole table stays, since other views need it. */
class TableWithoutRows implements FileTable {
  readonly headers: string[];
  readonly rowCount: number;
  readonly #table: FileTable;
  /** The remaining rows, as rows of the whole table. */
  readonly #remaining: Uint32Array;

  constructor(table: FileTable, remaining: Uint32Array) {
    this.headers = table.headers;
    this.rowCount = remaining.length;
    this.#table = table;
    this.#remaining = remaining;
  }

  readRows(from: number, to: number): string[][] {
    const remaining = this.#remaining.subarray(from, to);
    const first = remaining[0];
    if (first === undefined) return [];
    const rows = this.#table.readRows(first, remaining[remaining.length - 1]! + 1); // there is a first one
    return Array.from(remaining, (row) => rows[row - first]!); // between the first and the last
  }

  codeRows(column: number, most: number, rows = this.rowCount): CodedTexts & { isWhole: boolean } {
    const remaining = this.#remaining.subarray(0, rows);
    const coded = recode(this.#table.codeRows(column, Infinity, (remaining.at(-1) ?? -1) + 1), remaining);
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

/** The codes of the remaining rows, numbered anew in order of first appearance. */
export function recode({ codes, categories }: CodedTexts, remaining: Uint32Array): CodedTexts {
  const newCodes = new Uint32Array(categories.length);
  const counts = new Uint32Array(categories.length);
  const names: string[] = [];
  const recoded = new Uint32Array(remaining.length);
  for (let row = 0; row < remaining.length; row++) {
    // The `!` here: a code per row, and a category per code.
    const code = codes[remaining[row]!]!;
    if (newCodes[code] === 0) newCodes[code] = names.push(categories[code]!);
    const newCode = newCodes[code]! - 1;
    recoded[row] = newCode;
    counts[newCode]!++;
  }
  return { codes: recoded, categories: names, leads: counts.slice(0, names.length) };
}

/** The table without the rows that have a mark other than 0, or the same table where none has. */
export function withoutRows(table: FileTable, marks: Uint8Array): FileTable {
  const remaining = remainingRows(marks);
  return remaining.length === marks.length ? table : new TableWithoutRows(table, remaining);
}

/** The rows without a mark. */
export function remainingRows(marks: Uint8Array): Uint32Array {
  const remaining = new Uint32Array(marks.length);
  let count = 0;
  for (let row = 0; row < marks.length; row++) if (marks[row] === 0) remaining[count++] = row;
  return remaining.slice(0, count);
}
