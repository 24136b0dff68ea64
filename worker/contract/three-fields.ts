import { MIN_SHARED_LEADS } from './limits.ts';
import {
  pairsOf,
  pairsWithoutLeads,
  type OutcomeGroup,
  type TableSide,
  type PairTable,
} from './pair-tables.ts';

/** If there are more sets of values than this, a pair is left out instead of searching them. */
const MAX_SETS = 50_000;

/** The tables of three fields: the first with the second, the first with the third, the second with the third. */
type Triple = readonly [PairTable, PairTable, PairTable];

/** The pairs of three fields that tell a small group together; null where none do. See `findTellingPairs`. */
export function findInThreeFields(tables: readonly PairTable[]): readonly number[] | null {
  for (const triple of listTriples(tables)) {
    const withoutLeads = triple.find((table) => pairsWithoutLeads(table) > 0);
    if (withoutLeads) return fewestPairs(triple.filter((table) => table !== withoutLeads));
    const telling = findInSets(triple);
    if (telling) return telling;
  }
  return null;
}

/** Rows are of an earlier field than columns in every table. */
function listTriples(tables: readonly PairTable[]): Triple[] {
  return tables.flatMap((ab) =>
    tables
      .filter((ac) => ac !== ab && ac.rows.field === ab.rows.field)
      .flatMap((ac) =>
        tables
          .filter(
            ({ rows, columns }) => rows.field === ab.columns.field && columns.field === ac.columns.field,
          )
          .map((bc): Triple => [ab, ac, bc]),
      ),
  );
}

/** All pairs of the table with the fewest; of equal ones the last. */
function fewestPairs(tables: readonly PairTable[]): number[] {
  return pairsOf(tables.reduce((least, table) => (table.cells.length <= least.cells.length ? table : least)));
}

/** Goes through all sets of values of which every pair is known. */
function findInSets(triple: Triple): readonly number[] | null {
  const [all, others] = [listKnown(triple, 'all'), listKnown(triple, 'others')];
  const [first, second, third] = all.fields.map(({ counts }) =>
    [...counts.keys()].filter((at) => counts[at] !== 0),
  );
  const isPart = (set: readonly number[], whole: readonly number[] = []) => set.length < whole.length;
  let looked = 0;
  for (const a of subsets(first ?? [])) {
    if (++looked > MAX_SETS) return fewestPairs(triple);
    const thirds = knownOf(all.ac, a, third);
    if (thirds.length === 0 || !isPart(a, first)) continue;
    for (const b of subsets(knownOf(all.ab, a, second))) {
      if (++looked > MAX_SETS) return fewestPairs(triple);
      if (!isPart(b, second)) continue;
      for (const c of subsets(knownOf(all.bc, b, thirds))) {
        if (++looked > MAX_SETS) return fewestPairs(triple);
        if (!isPart(c, third)) continue;
        const isTelling =
          addUp(all, [a, b, c]).some((leads) => leads < MIN_SHARED_LEADS) ||
          addUp(others, [a, b, c]).some((leads) => leads <= 0);
        if (isTelling) return pairsAmong(triple, all.fields, [a, b, c]);
      }
    }
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

/** Counts of pairs by row and column; null where they are not known. */
type KnownPairs = (number | null)[][];

/** Of one outcome, the counts of values of three fields and of their pairs. */
interface Known {
  fields: readonly [Field, Field, Field];
  ab: KnownPairs;
  ac: KnownPairs;
  bc: KnownPairs;
}

function listKnown([ab, ac, bc]: Triple, outcome: OutcomeGroup): Known {
  const a = joinSides(ab.rows, ac.rows, outcome);
  const b = joinSides(ab.columns, bc.rows, outcome);
  const c = joinSides(ac.columns, bc.columns, outcome);
  return {
    fields: [a, b, c],
    ab: listPairs(ab, [a, b], outcome),
    ac: listPairs(ac, [a, c], outcome),
    bc: listPairs(bc, [b, c], outcome),
  };
}

/** The shown pairs, and those that are the only ones left of a value. */
function listPairs(
  { rows, columns, cells }: PairTable,
  [ofRows, ofColumns]: readonly [Field, Field],
  outcome: OutcomeGroup,
): KnownPairs {
  const known: KnownPairs = ofRows.counts.map(() => ofColumns.counts.map(() => null));
  for (const { row, column, counts } of cells) {
    const atRow = ofRows.names.indexOf(rows.names[row] ?? '');
    const atColumn = ofColumns.names.indexOf(columns.names[column] ?? '');
    known[atRow]![atColumn] = counts[outcome]; // both fields hold the values of this table
  }
  const lines = [
    ...ofRows.counts.map((count, row) => ({
      count,
      places: ofColumns.counts.map((_, at) => [row, at] as const),
    })),
    ...ofColumns.counts.map((count, column) => ({
      count,
      places: ofRows.counts.map((_, at) => [at, column] as const),
    })),
  ];
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const { count, places } of lines) {
      const unknown = places.filter(([row, column]) => known[row]?.[column] === null);
      const left = count - sumOf(places.map(([row, column]) => known[row]?.[column] ?? 0));
      if (unknown.length === 0 || (unknown.length > 1 && left !== 0)) continue;
      for (const [row, column] of unknown) known[row]![column] = left; // a place of the table
      hasChanged = true;
    }
  }
  return known;
}

/** Which of these columns are known together with all of these rows. */
function knownOf(known: KnownPairs, rows: readonly number[], columns: readonly number[] = []): number[] {
  return columns.filter((column) => rows.every((row) => known[row]?.[column] !== null));
}

/** All sets of at least one of these, made one by one. */
function* subsets(places: readonly number[], chosen: readonly number[] = []): Generator<readonly number[]> {
  for (const [at, place] of places.entries()) {
    const next = [...chosen, place];
    yield next;
    yield* subsets(places.slice(at + 1), next);
  }
}

type Sets = readonly [readonly number[], readonly number[], readonly number[]];

/** |abc| + |neither|, |ab but not c| + |c alone|, |ac but not b| + |b alone|, |bc but not a| + |a alone|. */
function addUp({ fields, ...known }: Known, [a, b, c]: Sets): number[] {
  const countOf = ({ counts }: Field, set: readonly number[]) => sumOf(set.map((at) => counts[at] ?? 0));
  const together = (pairs: KnownPairs, rows: readonly number[], columns: readonly number[]) =>
    sumOf(rows.flatMap((row) => columns.map((column) => pairs[row]?.[column] ?? 0)));
  const [na, nb, nc] = [countOf(fields[0], a), countOf(fields[1], b), countOf(fields[2], c)];
  const [ab, ac, bc] = [together(known.ab, a, b), together(known.ac, a, c), together(known.bc, b, c)];
  const total = sumOf(fields[0].counts);
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
