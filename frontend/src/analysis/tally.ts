import { BLANK_LABEL, type CodedColumn } from './columns.ts';
import { groupPairs, type Grouping } from './group-pairs.ts';
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
 * and '(Blank)' where empty, is in `qualified`. Equal names in a column are one value. The order of the rows
 * decides the order of combinations and nothing else. No rows: no combinations, totals of 0.
 *
 * @param attributes 1 to 3 folded columns, each with one code per lead
 * @param status the status column, raw, with as many codes
 */
export function tallyLeads(
  attributes: readonly { name: string; column: CodedColumn }[],
  status: CodedColumn,
  qualified: ReadonlySet<string>,
): Tally {
  const columns = attributes.map(({ column }) => orderByName(column));
  const groups = groupLeads(columns, status.codes.length);
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
  return {
    fields: attributes.map(({ name }, field) => ({ name, values: columns[field]?.categories ?? [] })),
    codes: columns.map((column) => groups.firstItems.map((lead) => column.codes[lead] ?? 0)),
    leads,
    conversions,
    totalLeads: status.codes.length,
    totalConversions,
  };
}

/** The same column with its categories distinct and in the order of names. */
function orderByName(column: CodedColumn): CodedColumn {
  const categories = sortNames(column.categories);
  const codeByName = new Map(categories.map((name, code) => [name, code]));
  const codeOf = Uint32Array.from(column.categories, (name) => codeByName.get(name) ?? 0);
  return { codes: column.codes.map((code) => codeOf[code] ?? 0), categories };
}

function flagQualified(statuses: readonly string[], qualified: ReadonlySet<string>): Uint8Array {
  return Uint8Array.from(statuses, (status) => Number(qualified.has(status.trim() || BLANK_LABEL)));
}

/** Leads grouped by their values in all columns: each column joins the groups of those before it. */
function groupLeads(columns: readonly CodedColumn[], size: number): Grouping {
  let groups: Grouping = { codes: new Uint32Array(size), count: 1, firstItems: new Uint32Array(1) };
  for (const { codes, categories } of columns) {
    groups = groupPairs(groups, { codes, count: categories.length });
  }
  return groups;
}
