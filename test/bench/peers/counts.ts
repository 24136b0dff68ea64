import type { CountJob } from '../files/shapes.ts';

/** Leads and qualified ones per combination of values that occurs; a combination is its values, joined. */
export interface Counts {
  combinations: string[];
  leads: number[];
  conversions: number[];
}

/** Stands between the values of a combination, and in no file. */
export const SEPARATOR = '\u001f';

/**
 * Counts rows as one would by hand: a Map from combination to its number, and two arrays of counts. Cells are taken
 * as they are, since no cell of the files has space around it; ours trims and labels each value, these need not.
 */
export class RowCounter {
  readonly #status: number;
  readonly #qualified: ReadonlySet<string>;
  readonly #first: number;
  readonly #others: readonly number[];
  readonly #numbers = new Map<string, number>();
  readonly #leads: number[] = [];
  readonly #conversions: number[] = [];

  constructor(headers: readonly string[], job: CountJob) {
    const [first = '', ...others] = job.attributes;
    this.#status = headers.indexOf(job.status);
    this.#qualified = new Set(job.qualified);
    this.#first = headers.indexOf(first);
    this.#others = others.map((name) => headers.indexOf(name));
  }

  add(row: readonly string[]): void {
    let key = row[this.#first] ?? '';
    for (const column of this.#others) key += SEPARATOR + row[column];
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#leads.push(0) - 1;
      this.#conversions.push(0);
      this.#numbers.set(key, number);
    }
    // Both arrays have an entry per number.
    this.#leads[number]!++;
    if (this.#qualified.has(row[this.#status] ?? '')) this.#conversions[number]!++;
  }

  counts(): Counts {
    return { combinations: [...this.#numbers.keys()], leads: this.#leads, conversions: this.#conversions };
  }
}
