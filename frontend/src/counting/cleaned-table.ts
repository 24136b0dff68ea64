import { MAX_COLUMNS } from '#contract/limits.ts';
import {
  findCellChanges,
  haveMark,
  withoutInvisible,
  withoutTextMark,
  type CellChanges,
} from '#frontend/analysis/columns/cell-marks.ts';
import { renameTexts } from '#frontend/analysis/counts/coding.ts';
import { splitChoices } from '#frontend/analysis/columns/choices-in-cells.ts';
import { nameHeaderCells } from '#frontend/csv/column-names.ts';
import type { ReadOptions } from '#frontend/csv/intake.ts';
import type { CodedTexts, FileTable, PlainNumbers } from '#frontend/csv/table.ts';

/** The values of columns of choices. */
const [YES, NO] = ['Yes', 'No'] as const;
const NO_VALUES: ReadonlyMap<string, string> = new Map();

type CellOptions = Pick<ReadOptions, 'keepCells' | 'blankCells' | 'choiceColumns' | 'keepAllCells'>;

/** A column of 'Yes' and 'No' that is made of one choice in the cells of another column. */
interface ChoiceColumn {
  of: number;
  choice: string;
  separator: string;
}

/**
 * A view of a table whose cells are the values that they stand for: without text marks of spreadsheets, footnote marks and
 * invisible characters, blank where the visitor says so, and with a column for each choice of a column of choices. Each column is
 * looked at by its distinct texts, when it is first asked for. `original` has the cells as they stand in the file.
 */
export class CleanedTable implements FileTable {
  readonly headers: string[];
  readonly rowCount: number;
  readonly original: FileTable;
  readonly #options: CellOptions;
  /** The value of each cell that differs from it, by column, once the whole column was looked at. */
  readonly #values = new Map<number, ReadonlyMap<string, string>>();
  readonly #changes = new Map<number, CellChanges | null>();
  /** The same of the first rows. */
  readonly #first = new Map<number, { rows: number; values: ReadonlyMap<string, string> }>();
  readonly #choices: ChoiceColumn[] = [];

  constructor(original: FileTable, options: CellOptions) {
    this.original = original;
    this.rowCount = original.rowCount;
    this.#options = options;
    this.headers = options.keepAllCells
      ? original.headers
      : nameHeaderCells(original.headers.map(cleanHeader));
    for (const { column, choices, separator } of options.choiceColumns ?? []) {
      const of = this.headers.indexOf(column);
      if (of >= 0) this.#choices.push(...choices.map((choice) => ({ of, choice, separator })));
    }
    this.#choices.splice(Math.max(0, MAX_COLUMNS - this.headers.length));
    const added = this.#choices.map(({ of, choice }) => `${this.headers[of]}: ${choice}`);
    this.headers = nameHeaderCells([...this.headers, ...added]);
  }

  /** The marks that are taken off the cells of a column, or would be if they were not kept; null where there are none. */
  changesOf(column: number): CellChanges | null {
    if (column >= this.original.headers.length) return null;
    if (!this.#changes.has(column)) this.#decide(column, this.original.codeRows(column, Infinity));
    return this.#changes.get(column) ?? null;
  }

  codeRows(column: number, most: number, rows = Infinity): CodedTexts & { isWhole: boolean } {
    const choice = this.#choices[column - this.original.headers.length];
    if (choice) return this.#codeChoice(choice, most, rows);
    const read = this.original.codeRows(column, most, rows);
    const values = this.#valuesOf(column, read, rows);
    if (values.size === 0 || !read.categories.some((text) => values.has(text))) return read;
    const whole = read.isWhole ? read : this.original.codeRows(column, Infinity, rows);
    const merged = renameTexts(whole, (text) => values.get(text) ?? text);
    return { ...merged, isWhole: merged.categories.length <= most };
  }

  #valuesOf(
    column: number,
    read: CodedTexts & { isWhole: boolean },
    rows: number,
  ): ReadonlyMap<string, string> {
    const cached = this.#values.get(column);
    if (cached) return cached;
    const isAll = read.isWhole && rows >= this.rowCount;
    if (isAll) return this.#decide(column, read);
    if (haveMark(read.categories) || this.#blanksOf(column))
      return this.#decide(column, this.original.codeRows(column, Infinity));
    if (read.isWhole) this.#first.set(column, { rows, values: NO_VALUES });
    return NO_VALUES;
  }

  #blanksOf(column: number): ReadonlySet<string> | null {
    const header = this.headers[column];
    const chosen = this.#options.blankCells?.find((blank) => blank.column === header);
    return chosen ? new Set(chosen.values) : null;
  }

  #decide(column: number, whole: CodedTexts): ReadonlyMap<string, string> {
    const changes = findCellChanges(whole.categories, whole.leads);
    const { keepAllCells, keepCells = [] } = this.#options;
    const isKept = keepAllCells === true || keepCells.includes(this.headers[column] ?? '');
    const values = new Map(isKept ? [] : changes?.values);
    const blanks = this.#blanksOf(column);
    if (blanks)
      for (const text of whole.categories) if (blanks.has(values.get(text) ?? text)) values.set(text, '');
    this.#changes.set(column, changes);
    this.#values.set(column, values);
    return values;
  }

  #codeChoice(
    { of, choice, separator }: ChoiceColumn,
    most: number,
    rows: number,
  ): CodedTexts & { isWhole: boolean } {
    const coded = renameTexts(this.codeRows(of, Infinity, rows), (text) => answer(text, choice, separator));
    return { ...coded, isWhole: coded.categories.length <= most };
  }

  readRows(from: number, to: number): string[][] {
    const rows = this.original.readRows(from, to);
    for (const column of this.original.headers.keys()) {
      const values = this.#valuesUpTo(column, to);
      if (values.size === 0) continue;
      for (const row of rows) {
        const cleaned = values.get(row[column] ?? '');
        if (cleaned !== undefined) row[column] = cleaned;
      }
    }
    for (const row of rows)
      for (const { of, choice, separator } of this.#choices) {
        const text = row[of]!; // a column of the table
        row.push(answer(text, choice, separator));
      }
    return rows;
  }

  #valuesUpTo(column: number, to: number): ReadonlyMap<string, string> {
    const cached = this.#values.get(column);
    if (cached) return cached;
    const first = this.#first.get(column);
    return first && to <= first.rows
      ? first.values
      : this.#decide(column, this.original.codeRows(column, Infinity));
  }

  findBlanks(): Uint8Array {
    const hasBlanks = this.original.findBlanks();
    const blanks = Array.from(hasBlanks, (flag, column) =>
      flag === 1 || [...(this.#values.get(column)?.values() ?? [])].includes('') ? 1 : 0,
    );
    return Uint8Array.from([...blanks, ...this.#choices.map(({ of }) => blanks[of] ?? 0)]);
  }

  /** Cells that are changed are read by their codes. */
  readNumbers(column: number, flags: Uint8Array, least: number): PlainNumbers | null {
    if (column >= this.original.headers.length || this.#blanksOf(column)) return null;
    return this.original.readNumbers?.(column, flags, least) ?? null;
  }

  get countCrosstab(): FileTable['countCrosstab'] {
    return this.original.countCrosstab?.bind(this.original);
  }

  get sumCrosstab(): FileTable['sumCrosstab'] {
    return this.original.sumCrosstab?.bind(this.original);
  }

  get countCombinations(): FileTable['countCombinations'] {
    return this.original.countCombinations?.bind(this.original);
  }
}

function cleanHeader(header: string): string {
  const text = withoutInvisible(header);
  return withoutTextMark(text) ?? text;
}

/** Whether a cell has a choice, as a cell; blank cells have no answer. */
function answer(cell: string, choice: string, separator: string): string {
  if (cell === '') return '';
  return splitChoices(cell, separator).includes(choice) ? YES : NO;
}

/** The table with its cells read by the options. A table that was stored before is the same unless the visitor has chosen something. */
export function cleanCells(table: FileTable, options: CellOptions): FileTable {
  const isSame = options.keepAllCells && !options.blankCells?.length && !options.choiceColumns?.length;
  return isSame ? table : new CleanedTable(table, options);
}

/** The table with its cells as they stand in the file, for files that leave. */
export function originalOf(table: FileTable): FileTable {
  return table instanceof CleanedTable ? table.original : table;
}
