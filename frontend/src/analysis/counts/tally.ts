import { BLANK_LABEL, type CodedColumn } from '../columns/columns.ts';
import { gather, groupItems, numberItems } from './coding.ts';
import type { RelatedLeads } from './related-leads.ts';
import type { ValuedLeads } from './valued-leads.ts';

/**
 * Leads and conversions of every combination of attribute values that occurs. The results first ask the thread to
 * `measure`, which counts each value and each pair of values worth a test, and then for the tally. The tally defines
 * those counts, and tests and the benchmark compare with it. `codes[field][combination]` is an index into
 * `fields[field].values`.
 */
export interface Tally {
  fields: readonly { name: string; values: readonly string[] }[];
  codes: readonly Uint32Array[];
  leads: Uint32Array;
  conversions: Uint32Array;
  totalLeads: number;
  totalConversions: number;
  /** The amounts of the leads of each combination, for figures by value; else null or absent. */
  worth?: TalliedWorth | null;
}

/** The sums of the amounts of the leads of each combination. */
export interface TalliedWorth {
  sums: Float64Array;
  sumsOfSquares: Float64Array;
  total: number;
}

/** A tally by value also has the single leads with an amount, each with its combination. It stays in the thread. */
export interface ValuedTally extends Tally {
  valued?: ValuedLeads | null;
  /** The leads that have relatives, where any have; they stand on one side of every split. */
  related?: RelatedLeads | null;
}

/** A field with its code of each combination. */
export function codedField({ fields, codes }: Pick<Tally, 'fields' | 'codes'>, field: number) {
  // The `!` here: there is a list of codes per field, and callers name a field.
  return { ...fields[field]!, codes: codes[field]! };
}

/** All fields, each with its codes. */
export const codedFields = (tally: Pick<Tally, 'fields' | 'codes'>) =>
  tally.fields.map((_, field) => codedField(tally, field));

/** Conversions per combination and in all, or by value the sums of the amounts. */
export function observedOf({ conversions, totalConversions, worth }: Tally): {
  observed: Uint32Array | Float64Array;
  total: number;
} {
  return worth
    ? { observed: worth.sums, total: worth.total }
    : { observed: conversions, total: totalConversions };
}

/** The baseline rate, or by value the value per lead. 0 without leads. */
export function baselineOf(tally: Tally): number {
  return tally.totalLeads === 0 ? 0 : observedOf(tally).total / tally.totalLeads;
}

/** A folded column as a field of the results. */
export interface NamedColumn {
  name: string;
  column: CodedColumn;
}

/** Leads per combination of codes that occurs, in order of first appearance. */
export interface Combinations {
  /** One list per column, with the code of each combination. */
  codes: readonly Uint32Array[];
  leads: Uint32Array;
  /** How many of its leads have a flag. */
  flagged: Uint32Array;
}

/** Counts the combinations of one to three columns; flags are 0 or 1 per lead. */
export type CountCombinations = (columns: readonly CodedColumn[], flags: Uint8Array) => Combinations;

/**
 * Counts leads and conversions per combination of values that occurs. Combinations are in order of first appearance,
 * values in the order of the categories. No rows: no combinations, totals of 0.
 *
 * @param attributes 1 to 3 folded columns, each with one code per lead
 * @param isConverted 1 for each lead that converted, else 0
 * @param count replaces `countCombinations` by a quicker function with the same counts
 */
export function tallyLeads(
  attributes: readonly NamedColumn[],
  isConverted: Uint8Array,
  count: CountCombinations = countCombinations,
): Tally {
  const columns = attributes.map(({ column }) => column);
  const { codes, leads, flagged } = count(columns, isConverted);
  let totalConversions = 0;
  // A plain loop: the iterator of a typed array takes several times as long.
  for (let combination = 0; combination < flagged.length; combination++) {
    totalConversions += flagged[combination]!; // below the length
  }
  return {
    fields: attributes.map(({ name, column }) => ({ name, values: column.categories })),
    codes,
    leads,
    conversions: flagged,
    totalLeads: isConverted.length,
    totalConversions,
  };
}

/**
 * The tally by value of the same leads.
 *
 * @param attributes as they were counted for the tally
 * @param valued by lead
 */
export function addWorth(
  tally: Tally,
  attributes: readonly NamedColumn[],
  { items, amounts, converted }: ValuedLeads,
): ValuedTally {
  return withWorth(tally, { items: gather(combinationsOf(attributes), items), amounts, converted });
}

/** The combination of each lead, as it was counted for the tally. */
export function combinationsOf(attributes: readonly NamedColumn[]): Uint32Array {
  return groupItems(
    attributes.map(({ column: { codes, categories } }) => ({ codes, count: categories.length })),
  ).codes;
}

/** The tally with the sums of these leads, which are given by their combinations. */
export function withWorth(tally: Tally, valued: ValuedLeads): ValuedTally {
  const { items, amounts } = valued;
  const { length } = tally.leads;
  const [sums, sumsOfSquares] = [new Float64Array(length), new Float64Array(length)];
  let total = 0;
  for (let at = 0; at < items.length; at++) {
    // The `!` here: a position for each combination, an amount and a combination per lead.
    sums[items[at]!]! += amounts[at]!;
    sumsOfSquares[items[at]!]! += amounts[at]! ** 2;
    total += amounts[at]!;
  }
  return { ...tally, worth: { sums, sumsOfSquares, total }, valued };
}

/** Finds the index of a combination of values; undefined if no lead has it. */
export function combinationFinder({
  fields,
  codes,
}: Pick<Tally, 'fields' | 'codes'>): (values: readonly string[]) => number | undefined {
  const codeOf = codesByName(fields);
  const { find } = numberItems(codes);
  return (values) => find(codeOf.map((byName, field) => byName.get(values[field] ?? '') ?? NaN));
}

// Many measurements may have the same fields, with up to 100,000 names.
const codesCache = new WeakMap<Tally['fields'], readonly ReadonlyMap<string, number>[]>();

/** The code of each value of each field. */
export function codesByName(fields: Tally['fields']): readonly ReadonlyMap<string, number>[] {
  const cached = codesCache.get(fields);
  if (cached) return cached;
  const codes = fields.map(({ values }) => new Map(values.map((value, code) => [value, code])));
  codesCache.set(fields, codes);
  return codes;
}

/**
 * Leads and flagged leads per combination of codes that occurs. The columns and `flags` have an entry per lead; a flag is
 * 0 or 1. Example: codes 0, 0, 1 beside 1, 1, 0 with flags 1, 0, 1: (0, 1) has 2 leads of which 1 is flagged, (1, 0) has 1 of 1.
 */
export function countCombinations(columns: readonly CodedColumn[], flags: Uint8Array): Combinations {
  const codings = columns.map(({ codes, categories }) => ({ codes, count: categories.length }));
  const { codes: combinations, count, firstItems } = groupItems(codings);
  const leads = new Uint32Array(count);
  const flagged = new Uint32Array(count);
  for (let lead = 0; lead < flags.length; lead++) {
    // The `!` here: each lead has a combination.
    const combination = combinations[lead]!;
    leads[combination]!++;
    flagged[combination]! += flags[lead]!;
  }
  return { codes: columns.map(({ codes }) => gather(codes, firstItems)), leads, flagged };
}

/**
 * Conversions per category of a column: its leads whose status, trimmed and '(Blank)' where empty, is in `qualified`.
 * Both columns have one code per lead.
 * Example: codes 0, 0, 1 with statuses Won, Lost, Won of which Won is qualified: 1, 1.
 */
export function countConversions(
  column: CodedColumn,
  status: CodedColumn,
  qualified: ReadonlySet<string>,
): Uint32Array {
  return countFlagged(flagConverted(status, qualified), column);
}

/**
 * How many leads of each category have a flag. All flags come as a Uint8Array: browsers run the loop several times
 * slower once it has seen two kinds of arrays.
 */
export function countFlagged(flags: Uint8Array, { codes, categories }: CodedColumn): Uint32Array {
  const counts = new Uint32Array(categories.length);
  for (let lead = 0; lead < flags.length; lead++) counts[codes[lead]!]! += flags[lead]!; // codes of these categories
  return counts;
}

/**
 * 1 for each lead that converted, else 0: its status, trimmed and '(Blank)' where empty, is in `qualified`.
 * Example: statuses Won, Lost, '' with '(Blank)' qualified: 0, 0, 1.
 */
export function flagConverted(
  { codes, categories }: CodedColumn,
  qualified: ReadonlySet<string>,
): Uint8Array {
  const isQualified = Uint8Array.from(categories, (status) =>
    Number(qualified.has(status.trim() || BLANK_LABEL)),
  );
  const flags = new Uint8Array(codes.length);
  for (let lead = 0; lead < codes.length; lead++) flags[lead] = isQualified[codes[lead]!]!; // codes of these categories
  return flags;
}
