import { MIN_SHARED_LEADS } from './limits.ts';
import { pairsOf, type OutcomeGroup, type TableSide, type PairTable } from './pair-tables.ts';
import type { SearchBudget } from './search-budget.ts';
import type { TableSearch } from './table-search.ts';

/** To prepare the search of three fields takes at least the time of this many operations. */
const TRIPLE_OPERATIONS = 2000;

/** The tables of three fields: the first with the second, the first with the third, the second with the third. */
type Triple<Part = PairTable> = readonly [Part, Part, Part];

/**
 * The pairs of three fields that tell a small group together; null where none do. See `findRevealingPairs`. Where the budget is spent, the
 * pairs of the smallest table tell.
 */
export function findInThreeFields(
  tables: readonly TableSearch[],
  budget: SearchBudget,
): readonly number[] | null {
  for (const searches of listTriples(tables, budget)) {
    const [ab, ac, bc] = searches;
    const triple: Triple = [ab.table, ac.table, bc.table];
    const withoutLeads = searches.find((search) => search.countPairsWithoutLeads() > 0);
    if (withoutLeads) return fewestPairs(triple.filter((table) => table !== withoutLeads.table));
    const telling = findInSets(triple, budget);
    if (telling) return telling;
    if (budget.isSpent) return fewestPairs(triple);
  }
  return null;
}

/** Rows are of an earlier field than columns in every table. */
function* listTriples(tables: readonly TableSearch[], budget: SearchBudget): Generator<Triple<TableSearch>> {
  const byRows = Map.groupBy(tables, ({ table }) => table.rows.field);
  const byFields = new Map(
    [...byRows].map(([field, others]) => [
      field,
      new Map(others.map((other) => [other.table.columns.field, other])),
    ]),
  );
  for (const ab of tables)
    for (const ac of byRows.get(ab.table.rows.field) ?? []) {
      if (!budget.take(1)) return;
      const bc = byFields.get(ab.table.columns.field)?.get(ac.table.columns.field);
      if (!bc || ac === ab) continue;
      if (!budget.take(TRIPLE_OPERATIONS)) return;
      yield [ab, ac, bc];
    }
}

/** All pairs of the table with the fewest; of equal ones the last. */
function fewestPairs(tables: readonly PairTable[]): number[] {
  return pairsOf(tables.reduce((least, table) => (table.cells.length <= least.cells.length ? table : least)));
}

/** Goes through all sets of values of which every pair is known. */
function findInSets(triple: Triple, budget: SearchBudget): readonly number[] | null {
  const [all, others] = [listKnown(triple, 'all', budget), listKnown(triple, 'others', budget)];
  if (!all || !others) return null;
  const [first, second, third] = [
    placesWithCounts(all.fields[0]),
    placesWithCounts(all.fields[1]),
    placesWithCounts(all.fields[2]),
  ];
  const isPart = (set: readonly number[], whole: readonly number[]) => set.length < whole.length;
  const grow = (
    values: readonly number[] = [],
    partners: GrownSet['partners'] = [],
    known: readonly KnownCounts[] = [],
  ) => growSets(values, { set: [], partners }, { known, budget });
  for (const a of grow(first, [second, third], [all.ab, all.ac]))
    for (const b of grow(a.partners[0], a.partners.slice(1), [all.bc]))
      for (const c of grow(b.partners[0])) {
        const sets = [a.set, b.set, c.set] as const;
        if (!isPart(a.set, first) || !isPart(b.set, second) || !isPart(c.set, third)) continue;
        if (!budget.take(2 * sizeOf(sets))) return null;
        const isTelling =
          addUp(all, sets).some((leads) => leads < MIN_SHARED_LEADS) ||
          addUp(others, sets).some((leads) => leads <= 0);
        if (isTelling) return pairsAmong(triple, all.fields, sets);
      }
  return null;
}

/** The values of a field that have pairs with one of two others, and the rest as one more. */
interface Field {
  names: readonly string[];
  counts: readonly number[];
}

function joinSides(one: TableSide, other: TableSide, outcome: OutcomeGroup): Field {
  const list = (side: TableSide) =>
    side.names.map((name, at) => [name, side.counts[at]?.[outcome] ?? 0] as const);
  const counts = new Map([...list(one), ...list(other)]);
  const listed = [...counts.values()];
  const total = sumOf(one.counts.map((count) => count[outcome]));
  return { names: [...counts.keys()], counts: [...listed, total - sumOf(listed)] };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Of one outcome, the counts of values of three fields and of their pairs. */
interface Known {
  fields: readonly [Field, Field, Field];
  total: number;
  ab: KnownCounts;
  ac: KnownCounts;
  bc: KnownCounts;
}

/** Null where the budget is spent. */
function listKnown([ab, ac, bc]: Triple, outcome: OutcomeGroup, budget: SearchBudget): Known | null {
  const a = joinSides(ab.rows, ac.rows, outcome);
  const b = joinSides(ab.columns, bc.rows, outcome);
  const c = joinSides(ac.columns, bc.columns, outcome);
  const [rows, columns, others] = [a.counts.length, b.counts.length, c.counts.length];
  if (!budget.take(2 * (rows * columns + rows * others + columns * others))) return null;
  const listPairs = (table: PairTable, rows: Field, columns: Field) => {
    const known = new KnownCounts(rows.counts, columns.counts);
    const [rowOf, columnOf] = [placesByName(rows), placesByName(columns)];
    for (const { row, column, counts } of table.cells)
      // The `!` here: both fields hold the values of this table.
      known.set(
        rowOf.get(table.rows.names[row]!)!,
        columnOf.get(table.columns.names[column]!)!,
        counts[outcome],
      );
    known.complete();
    return known;
  };
  return {
    fields: [a, b, c],
    total: sumOf(a.counts),
    ab: listPairs(ab, a, b),
    ac: listPairs(ac, a, c),
    bc: listPairs(bc, b, c),
  };
}

const placesByName = ({ names }: Field) => new Map(names.map((name, at) => [name, at]));

/** The places of the values that have leads. */
const placesWithCounts = ({ counts }: Field): number[] => [...counts.keys()].filter((at) => counts[at] !== 0);

/** A set of values of one field, and per other field the values of which every pair with one of the set is known. */
interface GrownSet {
  set: readonly number[];
  partners: readonly (readonly number[])[];
}

/** All sets of at least one of these values that have such partners in each other field, made one by one; some where the budget is spent. */
function* growSets(
  values: readonly number[],
  { set, partners }: GrownSet,
  { known, budget }: { known: readonly KnownCounts[]; budget: SearchBudget },
): Generator<GrownSet> {
  for (const [at, value] of values.entries()) {
    if (!budget.take(partners.reduce((sum, others) => sum + others.length, 1))) return;
    const next = partners.map((others, field) =>
      others.filter((other) => known[field]?.get(value, other) !== null),
    );
    // A larger set has no more partners than this one.
    if (next.some((others) => others.length === 0)) continue;
    const grown = { set: [...set, value], partners: next };
    yield grown;
    yield* growSets(values.slice(at + 1), grown, { known, budget });
  }
}

type Sets = readonly [readonly number[], readonly number[], readonly number[]];

/** How many counts `addUp` adds. */
const sizeOf = ([a, b, c]: Sets): number =>
  (1 + a.length) * (1 + b.length) + (1 + a.length + b.length) * c.length;

/** |abc| + |neither|, |ab but not c| + |c alone|, |ac but not b| + |b alone|, |bc but not a| + |a alone|. */
function addUp({ fields, total, ...known }: Known, [a, b, c]: Sets): number[] {
  const countOf = ({ counts }: Field, set: readonly number[]) => sumOf(set.map((at) => counts[at] ?? 0));
  const together = (pairs: KnownCounts, rows: readonly number[], columns: readonly number[]) =>
    sumOf(rows.flatMap((row) => columns.map((column) => pairs.get(row, column) ?? 0)));
  const [na, nb, nc] = [countOf(fields[0], a), countOf(fields[1], b), countOf(fields[2], c)];
  const [ab, ac, bc] = [together(known.ab, a, b), together(known.ac, a, c), together(known.bc, b, c)];
  return [total - na - nb - nc + ab + ac + bc, nc + ab - ac - bc, nb + ac - ab - bc, na + bc - ab - ac];
}

/** The shown pairs of these values; where there are none, those of the table with the fewest. */
function pairsAmong(triple: Triple, fields: Known['fields'], sets: Sets): number[] {
  const namesOf = (field: 0 | 1 | 2) => new Set(sets[field].map((at) => fields[field].names[at]));
  const [a, b, c] = [namesOf(0), namesOf(1), namesOf(2)];
  const sides = [
    [a, b],
    [a, c],
    [b, c],
  ] as const;
  const pairs = triple.flatMap(({ rows, columns, cells }, at) =>
    cells
      .filter(
        ({ row, column }) => sides[at]?.[0].has(rows.names[row]) && sides[at]?.[1].has(columns.names[column]),
      )
      .map((cell) => cell.at),
  );
  return pairs.length > 0 ? pairs : fewestPairs(triple);
}

/** A row or a column: what is left of its count, and how many of its pairs are not known. */
interface Line {
  left: number;
  unknown: number;
}

/** The counts of pairs by row and column, as far as they are known. @internal */
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
