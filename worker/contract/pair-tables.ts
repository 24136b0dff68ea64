import { segmentKey } from './top-segments.ts';
import type { CorrelationTest, Metric } from './metrics.ts';
import type { SearchBudget } from './search-budget.ts';

type ValueCounts = Pick<Metric, 'fieldName' | 'fieldValue' | 'totalLeads' | 'qualifiedLeads'>;
export type ShownPair = Pick<CorrelationTest, 'attributes' | 'leads' | 'qualifiedLeads'>;

/** The counts that a link shows. Each value has a place among the values of its field. */
export interface ShownCounts<Pair extends ShownPair = ShownPair> {
  totalLeads: number;
  totalQualified: number;
  metrics: readonly ValueCounts[];
  correlationTests: readonly Pair[];
}

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

/** The tables of all pairs. Rows are of an earlier field than columns. None where the budget is spent. */
export function listTables(counts: ShownCounts, budget: SearchBudget): PairTable[] {
  const { totalLeads, totalQualified, metrics, correlationTests } = counts;
  const valuesOf = Map.groupBy(metrics, ({ fieldName }) => fieldName);
  const ranks = new Map([...valuesOf.keys()].map((field, at) => [field, at]));
  const rank = (field: string) => ranks.get(field) ?? -1;
  const pairs = correlationTests.map(({ attributes, leads, qualifiedLeads }, at): TablePair => {
    const [one, other] = attributes;
    const [first, second] = rank(other.field) < rank(one.field) ? [other, one] : [one, other];
    return { first, second, at, counts: countOutcomes(leads, qualifiedLeads) };
  });
  const groups = Map.groupBy(pairs, ({ first, second }) => segmentKey(first.field, second.field));
  if (!budget.take(pairs.length + groups.size * metrics.length)) return [];
  const total = countOutcomes(totalLeads, totalQualified);
  return [...groups.values()].map((group) => makeTable(group, { valuesOf, total }));
}

type Attribute = ShownCounts['correlationTests'][number]['attributes'][number];

interface TablePair {
  first: Attribute;
  second: Attribute;
  at: number;
  counts: CountsByOutcome;
}

interface AllCounts {
  valuesOf: ReadonlyMap<string, readonly ValueCounts[]>;
  total: CountsByOutcome;
}

function makeTable(pairs: readonly TablePair[], all: AllCounts): PairTable {
  const rows = makeSide(
    pairs.map(({ first }) => first),
    all,
  );
  const columns = makeSide(
    pairs.map(({ second }) => second),
    all,
  );
  const placesOf = ({ names }: TableSide) => new Map(names.map((name, at) => [name, at]));
  const [rowOf, columnOf] = [placesOf(rows), placesOf(columns)];
  const cells = pairs.map(({ first, second, at, counts }) => ({
    // The `!` here: both sides have the values of all pairs.
    row: rowOf.get(first.value)!,
    column: columnOf.get(second.value)!,
    at,
    counts,
  }));
  return { rows, columns, cells };
}

/** @param paired values of one field, each as often as it is in a pair */
function makeSide(paired: readonly Attribute[], { valuesOf, total }: AllCounts): TableSide {
  const field = paired[0]?.field ?? '';
  const values = valuesOf.get(field) ?? [];
  const countsOf = ({ totalLeads, qualifiedLeads }: ValueCounts) => countOutcomes(totalLeads, qualifiedLeads);
  const known = new Map(values.map((metric) => [metric.fieldValue, countsOf(metric)]));
  const names = [...new Set(paired.map(({ value }) => value))];
  const counts = names.map((name) => known.get(name) ?? countOutcomes(0, 0));
  const isPaired = new Set(names);
  const rest = values.filter(({ fieldValue }) => !isPaired.has(fieldValue)).map(countsOf);
  const without = (outcome: OutcomeGroup) => addUp(rest.filter((count) => count[outcome] === 0));
  const ofOneKind = [without('converted'), without('others')];
  return { field, names, counts: [...counts, ...ofOneKind, subtract(total, [...counts, ...ofOneKind])] };
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

export const pairsOf = ({ cells }: PairTable): number[] => cells.map(({ at }) => at);
