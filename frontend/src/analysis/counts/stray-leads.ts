import { MAX_STRAY_PERCENT, STRAY_GAP_DAYS } from '../constants.ts';

/** Leads with the newest dates of a file, which stand so far apart that they may be slips. */
export interface StrayLeads {
  leads: number;
  /** The age of the newest of all other leads: if the dates are slips, every age is too high by this number of days. */
  days: number;
}

/**
 * The at most 1% of the leads that came after the others and after more than 90 days without any lead; null without such
 * leads. Of several gaps the oldest counts. The day of today says nothing: the dates of an old file may be slips too.
 * Example: 1 lead of age 0, 99 leads from 211 days on: 1 lead, 211 days.
 *
 * @param leads per age in days, of all leads of the file
 */
export function findStrayLeads(leads: Uint32Array): StrayLeads | null {
  const all = leads.reduce((sum, count) => sum + count, 0);
  let stray: StrayLeads | null = null;
  let newer = 0;
  let last = 0;
  for (let age = 0; age < leads.length && 100 * newer <= MAX_STRAY_PERCENT * all; age++) {
    const count = leads[age]!; // below the length
    if (count === 0) continue;
    if (age - last > STRAY_GAP_DAYS) stray = { leads: newer, days: age };
    newer += count;
    last = age;
  }
  return stray;
}
