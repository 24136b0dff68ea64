/** A search may take this many operations: some 200 ms. 400 x 300 values with 1,592 pairs at random take a twentieth of them. */
export const MAX_OPERATIONS = 2_500_000;

/** The operations of one search, counted in its innermost loops, so that no figures can make it run for long. */
export class SearchBudget {
  readonly #limit: number;
  used = 0;

  constructor(limit = MAX_OPERATIONS) {
    this.#limit = limit;
  }

  /** Takes operations that come next. False where they are too many: the search has to end. */
  take(operations: number): boolean {
    this.used += operations;
    return !this.isSpent;
  }

  get isSpent(): boolean {
    return this.used > this.#limit;
  }
}
