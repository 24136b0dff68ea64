import { BLANK_LABEL, type CodedColumn } from './columns.ts';
import { compactCodes, joinCodes, type Coding } from './coding.ts';
import { sortNames } from './names.ts';

/**
 * Leads and conversions for every combination of attribute values that occurs: all that the analysis needs to
 * know of a file. `codes[field][combination]` points into `fields[field].values`, which stand in the order of
 * names, '(Blank)' last. Every value of a field occurs in a combination where the column's categories do.
 */
export interface Tally {
  fields: readonly { name: string; values: readonly string[] }[];
  codes: readonly Uint32Array[];
  leads: Uint32Array;
  conversions: Uint32Array;
  totalLeads: number;
  totalConversions: number;
}

/**
 * Counts leads and conversions per occurring combination of values. A lead converted when its status, trimmed
 * and '(Blank)' where empty, is in `qualified`. The order of the rows decides the order of combinations and
 * nothing else. No rows: no combinations, totals of 0.
 *
 * @param attributes 1 to 3 folded columns, each with one code per lead
 * @param status the status column, raw, with as many codes
 */
export function tallyLeads(
  attributes: readonly { name: string; column: CodedColumn }[],
  status: CodedColumn,
  qualified: ReadonlySet<string>,
): Tally {
  const groups = compactCodes(
    joinColumns(
      attributes.map(({ column }) => column),
      status.codes.length,
    ),
  );
  const leads = new Uint32Array(groups.count);
  const conversions = new Uint32Array(groups.count);
  const isQualified = flagQualified(status.categories, qualified);
  let totalConversions = 0;
  for (let lead = 0; lead < status.codes.length; lead++) {
    const group = groups.codes[lead] ?? 0;
    const converted = isQualified[status.codes[lead] ?? 0] ?? 0;
    leads[group] = (leads[group] ?? 0) + 1;
    conversions[group] = (conversions[group] ?? 0) + converted;
    totalConversions += converted;
  }
  const named = attributes.map((attribute) => nameValues(attribute, groups.firstItems));
  return {
    fields: named.map(({ field }) => field),
    codes: named.map(({ codes }) => codes),
    leads,
    conversions,
    totalLeads: status.codes.length,
    totalConversions,
  };
}

/** One code per lead for its values in all columns. */
function joinColumns(columns: readonly CodedColumn[], size: number): Coding {
  const none: Coding = { codes: new Uint32Array(size), count: 1 };
  return columns
    .map(({ codes, categories }) => ({ codes, count: categories.length }))
    .reduce(joinCodes, none);
}

/** A field with its values in the order of names, and its code in each combination, given a lead of each. */
function nameValues(attribute: { name: string; column: CodedColumn }, leads: Uint32Array) {
  const { codes, categories } = attribute.column;
  const values = sortNames(categories);
  const codeByName = new Map(values.map((name, code) => [name, code]));
  const codeOf = categories.map((name) => codeByName.get(name) ?? 0);
  return {
    field: { name: attribute.name, values },
    codes: leads.map((lead) => codeOf[codes[lead] ?? 0] ?? 0),
  };
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
  const isQualified = flagQualified(status.categories, qualified);
  const conversions = new Uint32Array(column.categories.length);
  for (const [lead, code] of column.codes.entries()) {
    conversions[code] = (conversions[code] ?? 0) + (isQualified[status.codes[lead] ?? 0] ?? 0);
  }
  return conversions;
}

function flagQualified(statuses: readonly string[], qualified: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(statuses, (status) => Number(qualified.has(status.trim() || BLANK_LABEL)));
}
