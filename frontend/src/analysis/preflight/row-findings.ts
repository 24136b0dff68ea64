import { MAX_ORDINARY_VALUES, MIN_LEADS_PER_VALUE } from '../constants.ts';
import { leadKeyOf, type LeadKey, isTestFlag } from './header-words.ts';

/** A column identifies leads, as e-mail addresses do, if on average fewer leads than this share a cell. */
const MAX_LEADS_PER_KEY = 4;

/** The part of an earlier lead that a duplicate repeats: a cell that identifies the lead, or its whole row. */
export type Repeated = LeadKey | 'row';

/** The surest first: one lead may have several ids, and a household one phone number. */
const REPEATED: readonly Repeated[] = ['email', 'phone', 'id', 'row'];

/** How well a column tells its leads apart. `distinct` and `leads` leave blanks out. */
export interface DistinctCells {
  column: number;
  header: string;
  distinct: number;
  leads: number;
}

/**
 * The column that identifies duplicates: an e-mail address first, then a phone number, then the id of a lead. On average
 * fewer than 4 leads must share a cell: the address of a sales rep identifies no lead. Without such a column whole rows are
 * compared, if a column has at most 2 leads per cell: rows of ordinary columns are often alike. A column of at most 20
 * different cells identifies no leads. Null without any such column: then whole rows count only where chance gives fewer equal ones.
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

/** Meta's testing tool answers each question with this text, such as '<test lead: dummy data for full_name>'; phone numbers follow 'p:'. */
const PLANTED_ANSWER = '<test lead: dummy data for ';
/** The e-mail addresses of Meta's test leads. */
const PLANTED_ADDRESSES = new Set(['test@fb.com', 'test@meta.com']);
const TRUE_TEXTS = new Set(['true', '1', 'yes', 'y']);

/**
 * Which values of a column mark a test lead: one of Meta's planted answers, or a yes in a column such as 'is_test'.
 * 1 for each such value, else 0; null where there is none.
 */
export function markTestValues(header: string, values: readonly string[]): Uint8Array | null {
  const isFlag = isTestFlag(header);
  let marks: Uint8Array | null = null;
  // A plain loop, since a column may have 100,000 values and the function runs once per file.
  for (let code = 0; code < values.length; code++) {
    const value = values[code]!; // below the length
    if (!isPlanted(value) && !(isFlag && isTrue(value))) continue;
    marks ??= new Uint8Array(values.length);
    marks[code] = 1;
  }
  return marks;
}

function isPlanted(value: string): boolean {
  return value.length > PLANTED_ANSWER.length
    ? value.includes(PLANTED_ANSWER)
    : value.startsWith('test@') && PLANTED_ADDRESSES.has(value);
}

function isTrue(value: string): boolean {
  return TRUE_TEXTS.has(value.toLowerCase());
}
