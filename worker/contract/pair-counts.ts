/** A row or a column: what is left of its count, and how many of its pairs are not known. */
interface Line {
  left: number;
  unknown: number;
}

/** The counts of pairs by row and column, as far as they are known. */
export class KnownCounts {
  readonly #counts: (number | null)[][];
  readonly #rows: Line[];
  readonly #columns: Line[];

  constructor(rows: readonly number[], columns: readonly number[]) {
    this.#counts = rows.map(() => columns.map(() => null));
    this.#rows = rows.map((left) => ({ left, unknown: columns.length }));
    this.#columns = columns.map((left) => ({ left, unknown: rows.length }));
  }

  /** Null where it is not known. */
  get(row: number, column: number): number | null {
    return this.#counts[row]?.[column] ?? null;
  }

  set(row: number, column: number, count: number): void {
    if (this.get(row, column) !== null) return;
    this.#counts[row]![column] = count; // a place of the table
    for (const line of [this.#rows[row], this.#columns[column]])
      if (line) {
        line.left -= count;
        line.unknown--;
      }
  }

  /** Adds the pairs that are the only unknown ones of a value, and those of values of which nothing is left. */
  complete(): void {
    const [rows, columns] = [this.#rows.length, this.#columns.length];
    const lines = Array.from({ length: rows + columns }, (_, at) => at);
    // Lines are added meanwhile: those that cross a line whose pairs have become known.
    for (const at of lines) {
      const line = at < rows ? this.#rows[at] : this.#columns[at - rows];
      if (!line || line.unknown === 0 || (line.unknown > 1 && line.left !== 0)) continue;
      const { left } = line;
      for (let crossing = 0; crossing < (at < rows ? columns : rows); crossing++) {
        const [row, column] = at < rows ? [at, crossing] : [crossing, at - rows];
        if (this.get(row, column) !== null) continue;
        this.set(row, column, left);
        lines.push(at < rows ? rows + crossing : crossing);
      }
    }
  }
}
