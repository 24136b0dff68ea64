import { MAX_FINDER_VALUES, MIN_FINDER_LEADS } from '../constants.ts';
import { groupItems, sumByCode, type Coding } from '../counts/coding.ts';
import type { ModelColumn } from './design.ts';

/** The combination of some attributes as one more column of a model. */
export interface CombinedColumn extends ModelColumn {
  /** The codes of the attributes of each value; the value of all other combinations, if there are any, stands last without. */
  combinations: readonly (readonly number[])[];
}

/**
 * The combinations of values with at least 30 leads, of these the 50 with the most leads, equal counts in the order of the file; all
 * other combinations are one value. Null without such a combination, and where all leads have the same.
 * Example: two attributes of two values, 40, 35, 20 and 5 leads: three values, of which the last has 25 leads.
 */
export function combineColumns(attributes: readonly Coding[]): CombinedColumn | null {
  const { codes: groups, count, firstItems } = groupItems(attributes);
  const leads = sumByCode(new Uint32Array(groups.length).fill(1), groups, count);
  const kept = [...leads.keys()]
    .filter((group) => leads[group]! >= MIN_FINDER_LEADS) // a count per group
    .sort((a, b) => leads[b]! - leads[a]! || a - b) // as above
    .slice(0, MAX_FINDER_VALUES);
  const values = kept.length < count ? kept.length + 1 : count;
  if (kept.length === 0 || values < 2) return null;
  const valueOf = new Uint8Array(count).fill(kept.length);
  for (const [value, group] of kept.entries()) valueOf[group] = value;
  const codes = new Uint8Array(groups.length);
  for (let lead = 0; lead < codes.length; lead++) codes[lead] = valueOf[groups[lead]!]!; // a group per lead
  return {
    codes,
    values,
    // The `!` here: a lead per group, a code per lead.
    combinations: kept.map((group) => attributes.map((coding) => coding.codes[firstItems[group]!]!)),
  };
}
