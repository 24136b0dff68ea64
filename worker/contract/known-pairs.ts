import type { SearchBudget } from './search-budget.ts';

/** Rows and columns of which every pair is known: all rows with these columns, and all columns that these rows have. */
export interface Block {
  rows: readonly number[];
  columns: readonly number[];
}

/** Which pairs of a row and a column are known. */
export class KnownPairs {
  readonly #isKnown: Uint8Array;
  readonly #columnsOf: readonly number[][];
  readonly columns: number;

  constructor(rows: number, columns: number) {
    this.#isKnown = new Uint8Array(rows * columns);
    this.#columnsOf = Array.from({ length: rows }, () => []);
    this.columns = columns;
  }

  get rows(): number {
    return this.#columnsOf.length;
  }

  has(row: number, column: number): boolean {
    return this.#isKnown[row * this.columns + column] === 1;
  }

  /** False where it was known before. */
  add(row: number, column: number): boolean {
    if (this.has(row, column)) return false;
    this.#isKnown[row * this.columns + column] = 1;
    this.#columnsOf[row]?.push(column);
    return true;
  }

  /** Whether each of its pairs is known there, too. */
  isWithin(other: KnownPairs): boolean {
    return this.#columnsOf.every((columns, row) => columns.every((column) => other.has(row, column)));
  }

  /**
   * The largest blocks, each once, made one by one; some where the budget is spent. From each block it goes on to those with fewer rows and
   * more columns, in the order of columns, as 'Close by One' does (S. O. Kuznetsov, 1993).
   */
  *listBlocks(budget: SearchBudget): Generator<Block> {
    const all = [...this.#columnsOf.keys()];
    const isFull = (row: number) => this.#columnsOf[row]?.length === this.columns;
    const full = all.filter(isFull);
    const others = all.filter((row) => !isFull(row));
    const common = this.#columnsOfAll(others, { isRefused: () => false, budget }) ?? [];
    const waiting = [{ rows: others, columns: common, from: 0 }];
    for (let block = waiting.pop(); block && !budget.isSpent; block = waiting.pop()) {
      yield { rows: [...block.rows, ...full], columns: block.columns };
      const isIn = new Set(block.columns);
      for (const [column, rows] of this.#rowsByColumn(block.rows, budget)) {
        if (column < block.from || isIn.has(column)) continue;
        // A column before this one has led to the same block.
        const isRefused = (other: number) => other < column && !isIn.has(other);
        const columns = this.#columnsOfAll(rows, { isRefused, budget });
        if (columns) waiting.push({ rows, columns, from: column + 1 });
      }
    }
  }

  #rowsByColumn(rows: readonly number[], budget: SearchBudget): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (const row of rows) {
      const columns = this.#columnsOf[row] ?? [];
      budget.take(1 + columns.length);
      for (const column of columns) {
        const others = found.get(column);
        if (others) others.push(row);
        else found.set(column, [row]);
      }
    }
    return found;
  }

  /** The columns that all of these rows have; null where one of them is refused. */
  #columnsOfAll(
    rows: readonly number[],
    { isRefused, budget }: { isRefused: (column: number) => boolean; budget: SearchBudget },
  ): number[] | null {
    const lists = rows.map((row) => this.#columnsOf[row] ?? []);
    const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
    const columns: number[] = [];
    budget.take(1 + rows.length);
    for (const column of shortest) {
      budget.take(1);
      const missing = rows.findIndex((row) => !this.has(row, column));
      budget.take(missing < 0 ? rows.length : missing);
      if (missing >= 0) continue;
      if (isRefused(column)) return null;
      columns.push(column);
    }
    return columns;
  }
}
