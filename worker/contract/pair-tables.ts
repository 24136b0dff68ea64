import { MIN_SHARED_LEADS } from './limits.ts';
import type { ShownCounts } from './small-groups.ts';

/** A set of places as the bits of a number. */
type Places = bigint;

const isWithin = (part: Places, whole: Places): boolean => (part & ~whole) === 0n;
const placeOf = (at: number): Places => 1n << BigInt(at);

/** Whether the remaining leads are a small group: some, but too few. A negative number is impossible, and refused too. */
const isTold = (leads: number): boolean => leads !== 0 && leads < MIN_SHARED_LEADS;

export type OutcomeGroup = 'all' | 'converted' | 'others';
type CountsByOutcome = Record<OutcomeGroup, number>;

function countOutcomes(leads: number, conversions: number): CountsByOutcome {
  return { all: leads, converted: conversions, others: leads - conversions };
}

/**
 * The values of one field that are in a pair. Behind them the others: those without conversions together, those of conversions only
 * together, and all that is left.
 */
export interface TableSide {
  field: string;
  names: readonly string[];
  counts: readonly CountsByOutcome[];
}

/** The pairs of two fields. Each pair has its place in the list of all pairs. */
export interface PairTable {
  rows: TableSide;
  columns: TableSide;
  cells: readonly { row: number; column: number; at: number; counts: CountsByOutcome }[];
}

const keyOf = (field: string, value: string): string => JSON.stringify([field, value]);

export function listTables({
  totalLeads,
  totalQualified,
  metrics,
  correlationTests,
}: ShownCounts): PairTable[] {
  const order = [...new Set(metrics.map(({ fieldName }) => fieldName))];
  const rank = (field: string) => order.indexOf(field);
  const known = new Map(
    metrics.map((metric) => [
      keyOf(metric.fieldName, metric.fieldValue),
      countOutcomes(metric.totalLeads, metric.qualifiedLeads),
    ]),
  );
  const groups = new Map<string, { first: string; second: string; at: number; values: [string, string] }[]>();
  correlationTests.forEach(({ attributes }, at) => {
    const [a, b] = attributes.toSorted((one, other) => rank(one.field) - rank(other.field));
    if (!a || !b) return;
    const key = keyOf(a.field, b.field);
    const group = groups.get(key) ?? [];
    group.push({ first: a.field, second: b.field, at, values: [a.value, b.value] });
    groups.set(key, group);
  });
  const total = countOutcomes(totalLeads, totalQualified);
  const makeSide = (field: string, values: readonly string[]): TableSide => {
    const names = [...new Set(values)];
    const counts = names.map((name) => known.get(keyOf(field, name)) ?? countOutcomes(0, 0));
    const paired = new Set(names);
    const rest = metrics
      .filter(({ fieldName, fieldValue }) => fieldName === field && !paired.has(fieldValue))
      .map(({ totalLeads: leads, qualifiedLeads }) => countOutcomes(leads, qualifiedLeads));
    const without = (outcome: OutcomeGroup) => addUp(rest.filter((count) => count[outcome] === 0));
    const ofOneKind = [without('converted'), without('others')];
    return { field, names, counts: [...counts, ...ofOneKind, subtract(total, [...counts, ...ofOneKind])] };
  };
  return [...groups.values()].flatMap((pairs) => {
    const [{ first, second } = { first: '', second: '' }] = pairs;
    const rows = makeSide(
      first,
      pairs.map(({ values }) => values[0]),
    );
    const columns = makeSide(
      second,
      pairs.map(({ values }) => values[1]),
    );
    const cells = pairs.map(({ at, values }) => {
      const { leads = 0, qualifiedLeads = 0 } = correlationTests[at] ?? {};
      return {
        row: rows.names.indexOf(values[0]),
        column: columns.names.indexOf(values[1]),
        at,
        counts: countOutcomes(leads, qualifiedLeads),
      };
    });
    return [{ rows, columns, cells }];
  });
}

function addUp(parts: readonly CountsByOutcome[]): CountsByOutcome {
  return countOutcomes(
    parts.reduce((sum, { all }) => sum + all, 0),
    parts.reduce((sum, { converted }) => sum + converted, 0),
  );
}

function subtract(whole: CountsByOutcome, parts: readonly CountsByOutcome[]): CountsByOutcome {
  const of = (outcome: keyof CountsByOutcome) =>
    parts.reduce((left, part) => left - part[outcome], whole[outcome]);
  return { all: of('all'), converted: of('converted'), others: of('others') };
}

/** If there are more blocks than this, a pair is left out instead of searching them. */
const MAX_BLOCKS = 4096;

/** Of one outcome, per row the columns of which the pair is known; or the pairs that tell a small group. */
type Findings = { known: readonly Places[] } | { telling: readonly number[] };

/** The pairs of a table that tell a small group; null where none do. */
export function findInTable(table: PairTable): readonly number[] | null {
  const ofAll = findKnown(table, 'all');
  if ('telling' in ofAll) return ofAll.telling;
  const tellsMore = (outcome: 'converted' | 'others') => {
    const found = findKnown(table, outcome);
    return 'telling' in found || found.known.some((row, at) => !isWithin(row, ofAll.known[at] ?? 0n));
  };
  return tellsMore('converted') && tellsMore('others') ? pairsOf(table) : null;
}

/**
 * The pairs by which the leads of two values are known to have all converted, unless all leads of one value have; null where
 * there are none.
 */
export function findAllConverted(table: PairTable): readonly number[] | null {
  const { rows, columns, cells } = table;
  const isNews = (row: number, column: number) =>
    rows.counts[row]?.others !== 0 && columns.counts[column]?.others !== 0;
  const shown = cells.filter(({ row, column, counts }) => counts.others === 0 && isNews(row, column));
  if (shown.length > 0) return shown.map(({ at }) => at);
  const [all, others] = [findKnown(table, 'all'), findKnown(table, 'others')];
  if ('telling' in all || 'telling' in others) return pairsOf(table);
  const isTold = others.known.some((known, row) =>
    columns.counts.some(
      (_, column) => !isWithin(known & placeOf(column), all.known[row] ?? 0n) && isNews(row, column),
    ),
  );
  return isTold ? pairsOf(table) : null;
}

/** How many pairs of values that have leads are known to share none. */
export function pairsWithoutLeads(table: PairTable): number {
  const found = findKnown(table, 'all');
  if ('telling' in found) return 0;
  const { rows, columns, cells } = table;
  const columnsWithLeads = columns.counts.flatMap(({ all }, at) => (all > 0 ? [at] : []));
  const shown = new Set(cells.map(({ row, column }) => `${row} ${column}`));
  const inRow = (known: Places, row: number) =>
    columnsWithLeads.filter((at) => (known & placeOf(at)) !== 0n && !shown.has(`${row} ${at}`)).length;
  return found.known.reduce(
    (sum, known, row) => (rows.counts[row]?.all === 0 ? sum : sum + inRow(known, row)),
    0,
  );
}

export const pairsOf = ({ cells }: PairTable): number[] => cells.map(({ at }) => at);

/** The leads of rows and columns without their shown pairs, and per row the columns of its known pairs. */
interface Left {
  rows: number[];
  columns: number[];
  known: Places[];
}

function findLeft({ rows, columns, cells }: PairTable, outcome: OutcomeGroup): Left {
  const left: Left = {
    rows: rows.counts.map((counts) => counts[outcome]),
    columns: columns.counts.map((counts) => counts[outcome]),
    known: rows.counts.map(() => 0n),
  };
  for (const { row, column, counts } of cells) {
    // The `!` here: a cell has a row and a column of its table.
    left.rows[row]! -= counts[outcome];
    left.columns[column]! -= counts[outcome];
    left.known[row]! |= placeOf(column);
  }
  return left;
}

/** Looks for small groups among all leads only: of other outcomes it finds what is known. */
function findKnown(table: PairTable, outcome: OutcomeGroup): Findings {
  const { rows, columns, known } = findLeft(table, outcome);
  const isAsked = outcome === 'all';
  const toldRow = rows.findIndex(isTold);
  if (isAsked && toldRow >= 0) return tellingWhere(table, ({ row }) => row === toldRow);
  const toldColumn = columns.findIndex(isTold);
  if (isAsked && toldColumn >= 0) return tellingWhere(table, ({ column }) => column === toldColumn);

  const all = placeOf(columns.length) - 1n;
  const empty = columns.reduce((places, left, at) => (left === 0 ? places | placeOf(at) : places), 0n);
  fill(known, (row) => (rows[row] === 0 ? all : empty));
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    const blocks = listBlocks(known, all);
    if (!blocks) return tellingWhere(table, () => true);
    for (const block of blocks) {
      const isOutside = (row: number) => !isWithin(block, known[row] ?? 0n);
      const rowsLeft = rows.reduce((sum, left, row) => (isOutside(row) ? sum + left : sum), 0);
      const columnsLeft = columns.reduce((sum, left, at) => (block & placeOf(at) ? sum + left : sum), 0);
      if (isAsked && isTold(rowsLeft - columnsLeft))
        return tellingWhere(table, ({ row, column }) => !isOutside(row) && (block & placeOf(column)) !== 0n);
      if (rowsLeft === columnsLeft && fill(known, (row) => (isOutside(row) ? all & ~block : 0n)))
        hasChanged = true;
    }
  }
  return { known };
}

/** The pairs of these cells; all of the table where there are none. */
function tellingWhere(table: PairTable, holds: (cell: PairTable['cells'][number]) => boolean): Findings {
  const telling = table.cells.filter(holds).map(({ at }) => at);
  return { telling: telling.length > 0 ? telling : pairsOf(table) };
}

/** Adds known pairs. True where one of them was not known before. */
function fill(known: Places[], added: (row: number) => Places): boolean {
  let hasChanged = false;
  for (const [row, before] of known.entries()) {
    const after = before | added(row);
    hasChanged ||= after !== before;
    known[row] = after;
  }
  return hasChanged;
}

/** The columns of each largest block; null where there are too many. */
function listBlocks(known: readonly Places[], all: Places): Places[] | null {
  const blocks = new Set([all]);
  for (const row of new Set(known))
    // Those that are added meanwhile lie within the row already.
    for (const block of blocks) {
      blocks.add(block & row);
      if (blocks.size > MAX_BLOCKS) return null;
    }
  return [...blocks];
}
