import { KnownPairs, type Block } from './known-pairs.ts';
import { MIN_SHARED_LEADS } from './limits.ts';
import { pairsOf, type OutcomeGroup, type PairTable } from './pair-tables.ts';
import type { SearchBudget } from './search-budget.ts';

/** Whether the remaining leads are a small group: some, but too few. A negative number is impossible, and refused too. */
const isTold = (leads: number): boolean => leads !== 0 && leads < MIN_SHARED_LEADS;

/** Of one outcome, the known pairs; or the pairs that tell a small group. */
type Findings = { known: KnownPairs } | { telling: readonly number[] };

/** The leads of rows and columns without their shown pairs. */
interface Left {
  rows: Float64Array;
  columns: Float64Array;
}

/** Looks for small groups in one table. Each outcome is searched once. Where the budget is spent, all pairs of the table count as telling. */
export class TableSearch {
  readonly table: PairTable;
  readonly #budget: SearchBudget;
  readonly #findings = new Map<OutcomeGroup, Findings>();

  constructor(table: PairTable, budget: SearchBudget) {
    this.table = table;
    this.#budget = budget;
  }

  /** The pairs of the table that tell a small group; null where none do. */
  findTelling(): readonly number[] | null {
    const ofAll = this.#find('all');
    if ('telling' in ofAll) return ofAll.telling;
    const tellsMore = (outcome: 'converted' | 'others') => {
      const found = this.#find(outcome);
      return 'telling' in found || !found.known.isWithin(ofAll.known);
    };
    return tellsMore('converted') && tellsMore('others') ? pairsOf(this.table) : null;
  }

  /**
   * The pairs by which the leads of two values are known to have all converted, unless all leads of one value have; null where
   * there are none.
   */
  findAllConverted(): readonly number[] | null {
    const { rows, columns, cells } = this.table;
    const isNews = (row: number, column: number) =>
      rows.counts[row]?.others !== 0 && columns.counts[column]?.others !== 0;
    const shown = cells.filter(({ row, column, counts }) => counts.others === 0 && isNews(row, column));
    if (shown.length > 0) return shown.map(({ at }) => at);
    const [all, others] = [this.#find('all'), this.#find('others')];
    if ('telling' in all || 'telling' in others) return pairsOf(this.table);
    const tells = this.#countPairs(
      (row, column) => others.known.has(row, column) && !all.known.has(row, column) && isNews(row, column),
    );
    return tells > 0 ? pairsOf(this.table) : null;
  }

  /** How many pairs of values that have leads are known to share none. */
  countPairsWithoutLeads(): number {
    const found = this.#find('all');
    if ('telling' in found) return 0;
    const { rows, columns, cells } = this.table;
    const shown = new KnownPairs(rows.counts.length, columns.counts.length);
    for (const { row, column } of cells) shown.add(row, column);
    return this.#countPairs(
      (row, column) =>
        found.known.has(row, column) &&
        !shown.has(row, column) &&
        rows.counts[row]?.all !== 0 &&
        (columns.counts[column]?.all ?? 0) > 0,
    );
  }

  #countPairs(holds: (row: number, column: number) => boolean): number {
    const { rows, columns } = this.table;
    if (!this.#budget.take(rows.counts.length * columns.counts.length)) return 0;
    const inRow = (row: number) => columns.counts.filter((_, column) => holds(row, column)).length;
    return rows.counts.reduce((sum, _, row) => sum + inRow(row), 0);
  }

  #find(outcome: OutcomeGroup): Findings {
    const found = this.#findings.get(outcome) ?? this.#search(outcome);
    this.#findings.set(outcome, found);
    return found;
  }

  /** Looks for small groups among all leads only: of other outcomes it finds what is known. */
  #search(outcome: OutcomeGroup): Findings {
    const isAsked = outcome === 'all';
    const left = findLeft(this.table, outcome);
    const toldRow = left.rows.findIndex(isTold);
    if (isAsked && toldRow >= 0) return this.#tellingWhere(({ row }) => row === toldRow);
    const toldColumn = left.columns.findIndex(isTold);
    if (isAsked && toldColumn >= 0) return this.#tellingWhere(({ column }) => column === toldColumn);

    const known = this.#listKnown(left);
    const all = sumOf(left.rows);
    for (let hasChanged = true; hasChanged;) {
      const full: Block[] = [];
      for (const block of known.listBlocks(this.#budget)) {
        const rest = all - sumAt(left.rows, block.rows) - sumAt(left.columns, block.columns);
        if (isAsked && isTold(rest)) return this.#tellingIn(block);
        if (rest === 0) full.push(block);
      }
      hasChanged = full.filter((block) => this.#addOutside(known, block)).length > 0;
    }
    return this.#budget.isSpent ? { telling: pairsOf(this.table) } : { known };
  }

  /** The shown pairs, and those of values of which nothing is left: these have no leads. */
  #listKnown(left: Left): KnownPairs {
    const known = new KnownPairs(left.rows.length, left.columns.length);
    for (const { row, column } of this.table.cells) known.add(row, column);
    const [rows, columns] = [[...left.rows.keys()], [...left.columns.keys()]];
    const isEmpty = (counts: Float64Array) => (at: number) => counts[at] === 0;
    this.#addAll(known, rows.filter(isEmpty(left.rows)), columns);
    this.#addAll(known, rows, columns.filter(isEmpty(left.columns)));
    return known;
  }

  /** Adds the pairs with neither a row nor a column of a block. False where all were known before. */
  #addOutside(known: KnownPairs, { rows, columns }: Block): boolean {
    return this.#addAll(known, placesWithout(known.rows, rows), placesWithout(known.columns, columns));
  }

  /** False where all of these pairs were known before, and where the budget is spent. */
  #addAll(known: KnownPairs, rows: readonly number[], columns: readonly number[]): boolean {
    if (!this.#budget.take(known.rows + known.columns + rows.length * columns.length)) return false;
    let hasChanged = false;
    for (const row of rows) for (const column of columns) hasChanged = known.add(row, column) || hasChanged;
    return hasChanged;
  }

  #tellingIn({ rows, columns }: Block): Findings {
    const [isInside, isIn] = [new Set(rows), new Set(columns)];
    return this.#tellingWhere(({ row, column }) => isInside.has(row) && isIn.has(column));
  }

  /** The pairs of these cells; all of the table where there are none. */
  #tellingWhere(holds: (cell: PairTable['cells'][number]) => boolean): Findings {
    const telling = this.table.cells.filter(holds).map(({ at }) => at);
    return { telling: telling.length > 0 ? telling : pairsOf(this.table) };
  }
}

function findLeft({ rows, columns, cells }: PairTable, outcome: OutcomeGroup): Left {
  const left = {
    rows: Float64Array.from(rows.counts, (counts) => counts[outcome]),
    columns: Float64Array.from(columns.counts, (counts) => counts[outcome]),
  };
  for (const { row, column, counts } of cells) {
    // The `!` here: a cell has a row and a column of its table.
    left.rows[row]! -= counts[outcome];
    left.columns[column]! -= counts[outcome];
  }
  return left;
}

/** The places up to a length that are not among these. */
function placesWithout(length: number, places: readonly number[]): number[] {
  const isAmong = new Set(places);
  return Array.from({ length }, (_, at) => at).filter((at) => !isAmong.has(at));
}

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

const sumAt = (numbers: Float64Array, places: readonly number[]): number =>
  places.reduce((sum, at) => sum + (numbers[at] ?? 0), 0);
