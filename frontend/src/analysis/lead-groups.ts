import type { CodedColumn } from './columns.ts';
import { compactCodes, joinCodes, pick, type Coding } from './coding.ts';

/** Groups of leads that are alike in some columns: each column with one code per group, and how many leads each has. */
export interface LeadGroups {
  columns: readonly CodedColumn[];
  leads: Uint32Array;
}

/**
 * The leads grouped by all columns together, in order of first appearance: a tally of the groups equals one of the
 * leads, after any folding of the columns too, and takes time by their number.
 * Example: codes 0, 0, 1 and 2, 2, 0: the groups 0, 2 with 2 leads and 1, 0 with 1.
 *
 * @param columns one code per lead
 */
export function groupLeads(columns: readonly CodedColumn[]): LeadGroups {
  const { codes, count, firstItems } = compactCodes(joinColumns(columns));
  const leads = new Uint32Array(count);
  for (let lead = 0; lead < codes.length; lead++) leads[codes[lead]!]!++; // a group of these
  return {
    columns: columns.map((column) => ({
      codes: pick(column.codes, firstItems),
      categories: column.categories,
    })),
    leads,
  };
}

/** One code per lead, or group of leads, for its values in all columns. */
export function joinColumns(columns: readonly CodedColumn[]): Coding {
  const none: Coding = { codes: new Uint32Array(), count: 0 };
  const codings = columns.map(({ codes, categories }) => ({ codes, count: categories.length }));
  return codings.length === 0 ? none : codings.reduce(joinCodes);
}
