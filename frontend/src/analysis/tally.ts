import { BLANK_LABEL, type CodedColumn } from './columns.ts';
import { compactCodes, pick } from './coding.ts';
import { joinColumns } from './lead-groups.ts';

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
  return tallyGroups({ attributes, status, leads: new Uint32Array(status.codes.length).fill(1) }, qualified);
}

/** The same from groups of leads: each column has one code per group. */
export function tallyGroups(
  groups: { attributes: readonly NamedColumn[]; status: CodedColumn; leads: Uint32Array },
  qualified: ReadonlySet<string>,
): Tally {
  const { attributes, status } = groups;
  const combinations = compactCodes(joinColumns(attributes.map(({ column }) => column)));
  const leads = new Uint32Array(combinations.count);
  const conversions = new Uint32Array(combinations.count);
  const isQualified = flagQualified(status.categories, qualified);
  let totalLeads = 0;
  let totalConversions = 0;
  for (let group = 0; group < groups.leads.length; group++) {
    // The `!` here: codes of these groups, combinations and statuses.
    const combination = combinations.codes[group]!;
    const size = groups.leads[group]!;
    const converted = isQualified[status.codes[group]!]! * size;
    leads[combination]! += size;
    conversions[combination]! += converted;
    totalLeads += size;
    totalConversions += converted;
  }
  return {
    fields: attributes.map(({ name, column }) => ({ name, values: column.categories })),
    codes: attributes.map(({ column }) => pick(column.codes, combinations.firstItems)),
    leads,
    conversions,
    totalLeads,
    totalConversions,
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
  for (let lead = 0; lead < column.codes.length; lead++) {
    // The `!` here: codes of these categories and statuses.
    conversions[column.codes[lead]!]! += isQualified[status.codes[lead]!]!;
  }
  return conversions;
}

function flagQualified(statuses: readonly string[], qualified: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(statuses, (status) => Number(qualified.has(status.trim() || BLANK_LABEL)));
}
