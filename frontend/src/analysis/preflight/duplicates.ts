import { MAX_LEADS_PER_KEY, MAX_ORDINARY_VALUES, MIN_LEADS_PER_VALUE } from '../constants.ts';
import { leadKeyOf, type LeadKey } from './header-words.ts';

/** What a duplicate repeats of an earlier lead: a cell that names the lead, or its whole row. */
export type Repeated = LeadKey | 'row';

/** The most telling comes first: one lead may have several ids, and a household one phone number. */
const REPEATED: readonly Repeated[] = ['email', 'phone', 'id', 'row'];

/** How well a column tells its leads apart. `distinct` and `leads` leave blanks out. */
export interface DistinctCells {
  column: number;
  header: string;
  distinct: number;
  leads: number;
}

/**
 * The column by which duplicates are found. An e-mail address comes first, then a phone number, then the id of a lead, each only if
 * fewer than 4 leads share a cell on average: the address of a sales rep names no lead. Without any of them rows are
 * compared as a whole, in a file with a column of at most 2 leads per cell: rows of ordinary columns are often alike.
 * A column of at most 20 different cells names no leads. Null where no column does.
 */
export function findKeyColumn(columns: readonly DistinctCells[]): { column: number; by: Repeated } | null {
  const keys = columns.flatMap(({ column, header, distinct, leads }) => {
    const by = leadKeyOf(header);
    const names = by !== null && leads < MAX_LEADS_PER_KEY * distinct;
    const differs = leads <= MIN_LEADS_PER_VALUE * distinct;
    if (distinct <= MAX_ORDINARY_VALUES || (!names && !differs)) return [];
    return [{ column, by: names ? by : ('row' as const) }];
  });
  return REPEATED.map((by) => keys.find((key) => key.by === by)).find((key) => key !== undefined) ?? null;
}
