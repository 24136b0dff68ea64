import { BLANK_LABEL, type CodedColumn } from './columns.ts';
import { compactCodes, joinCodes, pick, type Coding } from './coding.ts';

/**
 * Leads and conversions for every combination of attribute values that occurs: all that the analysis needs to
 * know of a file. `codes[field][combination]` points into `fields[field].values`. Every value of a field occurs in a
 * combination where the column's categories do.
 */
export interface Tally {
  fields: readonly { name: string; values: readonly string[] }[];
  codes: readonly Uint32Array[];
  leads: Uint32Array;
  conversions: Uint32Array;
  totalLeads: number;
  totalConversions: number;
}

/** A folded column as a field of the results. */
export interface NamedColumn {
  name: string;
  column: CodedColumn;
}

/**
 * Counts leads and conversions per occurring combination of values. A lead converted when its status, trimmed
 * and '(Blank)' where empty, is in `qualified`. Combinations stand in order of first appearance, values in the order of
 * the categories. No rows: no combinations, totals of 0.
 *
 * @param attributes 1 to 3 folded columns, each with one code per lead
 * @param status the status column, raw, with as many codes
 */
export function tallyLeads(
  attributes: readonly NamedColumn[],
  status: CodedColumn,
  qualified: ReadonlySet<string>,
): Tally {
  const combinations = compactCodes(joinColumns(attributes.map(({ column }) => column)));
  const isConverted = flagConverted(status, qualified);
  const leads = new Uint32Array(combinations.count);
  const conversions = new Uint32Array(combinations.count);
  let totalConversions = 0;
  for (let lead = 0; lead < isConverted.length; lead++) {
    // The `!` here: a combination per lead.
    const combination = combinations.codes[lead]!;
    leads[combination]!++;
    conversions[combination]! += isConverted[lead]!;
    totalConversions += isConverted[lead]!;
  }
  return {
    fields: attributes.map(({ name, column }) => ({ name, values: column.categories })),
    codes: attributes.map(({ column }) => pick(column.codes, combinations.firstItems)),
    leads,
    conversions,
    totalLeads: isConverted.length,
    totalConversions,
  };
}

/** One code per lead for its values in all columns. */
function joinColumns(columns: readonly CodedColumn[]): Coding {
  const none: Coding = { codes: new Uint32Array(), count: 0 };
  const codings = columns.map(({ codes, categories }) => ({ codes, count: categories.length }));
  return codings.length === 0 ? none : codings.reduce(joinCodes);
}

/**
 * Conversions per category of one column: leads whose status, trimmed and '(Blank)' where empty, is in
 * `qualified`. Both columns have one code per lead.
 * Example: codes 0, 0, 1 with statuses Won, Lost, Won of which Won is qualified: 1, 1.
 */
export function countConversions(
  column: CodedColumn,
  status: CodedColumn,
  qualified: ReadonlySet<string>,
): Uint32Array {
  return countFlagged(flagConverted(status, qualified), column);
}

/** How many leads of each category have a flag. One kind of array only: with two, a loop takes several times as long. */
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
