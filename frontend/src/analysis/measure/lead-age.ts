import { MATURE_PERCENT, MIN_AGE_CONVERSIONS, MIN_WEEK_LEADS, YOUNG_LEADS_P_VALUE } from '../constants.ts';
import { measureRate, subtractCounts, tableOfGroups } from './lift.ts';
import { addCounts, NO_LEADS, type Counts } from '../counts/valued-leads.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';
import { fitRising } from '../stats/isotonic.ts';

/** Leads and conversions per age in whole days; the age counts back from the newest date of the file, which has 0. */
export interface AgeCounts {
  leads: Uint32Array;
  conversions: Uint32Array;
}

/** Leads of neighbouring weeks of age: the youngest are of week 0, from 0 to 6 days old. */
export interface AgeWeeks extends Counts {
  firstWeek: number;
  lastWeek: number;
  /** The rising rate that is nearest to the rates of all weeks. */
  fit: number;
}

export const DAYS_PER_WEEK = 7;

/**
 * The rate by age, youngest first: weeks with fewer than 30 leads are merged with the next older ones, and the oldest, if
 * they are too few, with the ones before. `fit` is the isotonic fit of their rates, weighted by leads.
 * Example: 20, 20, 50, 10 leads in weeks 0 to 3: weeks 0 to 1 with 40 leads, weeks 2 to 3 with 60.
 */
export function rateByAge({ leads, conversions }: AgeCounts): AgeWeeks[] {
  const weeks: Omit<AgeWeeks, 'fit'>[] = [];
  let open: Omit<AgeWeeks, 'fit'> | null = null;
  // A filter may leave out the oldest leads: their weeks stay empty, and are no part of the last group.
  const dayCount = leads.findLastIndex((count) => count > 0) + 1;
  const weekCount = Math.ceil(dayCount / DAYS_PER_WEEK);
  for (let week = 0; week < weekCount; week++) {
    const days = [week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK] as const;
    const counts = { leads: sumOf(leads, ...days), conversions: sumOf(conversions, ...days) };
    open = open
      ? { ...addCounts(open, counts), firstWeek: open.firstWeek, lastWeek: week }
      : { ...counts, firstWeek: week, lastWeek: week };
    if (open.leads < MIN_WEEK_LEADS) continue;
    weeks.push(open);
    open = null;
  }
  if (open) {
    const before = weeks.pop();
    weeks.push(
      before ? { ...addCounts(before, open), firstWeek: before.firstWeek, lastWeek: open.lastWeek } : open,
    );
  }
  const fits = fitRising(
    Float64Array.from(weeks, measureRate),
    Float64Array.from(weeks, (merged) => merged.leads),
  );
  return weeks.map((merged, at) => ({ ...merged, fit: fits[at]! })); // a fit for each
}

/** Whether leads below some age have had less time to convert. */
export type AgeFinding =
  | {
      kind: 'cut';
      /** Leads younger than this are to be left out. */
      days: number;
      younger: Counts;
      older: Counts;
    }
  | { kind: 'no-sign' }
  | { kind: 'not-enough' };

/**
 * The age from which leads convert like older ones: the beginning of the first week whose fit is at least 90% of the rate
 * of all older leads. It counts only where the leads below it convert differently from those from it on (chi-square,
 * p < 0.01), and with at least 30 conversions from it on; there is not enough to tell with fewer, or where the rate rises
 * up to the oldest week. A campaign that changed at that time looks the same.
 * Example: rates 2%, 6%, then 12% in all older weeks: from week 2 on, 14 days.
 *
 * @param weeks from `rateByAge`
 */
export function findYoungLeads(weeks: readonly AgeWeeks[]): AgeFinding {
  const all = weeks.reduce(addCounts, NO_LEADS);
  let before = NO_LEADS;
  const first = weeks.findIndex((week) => {
    before = addCounts(before, week);
    const behind = subtractCounts(all, before);
    return behind.leads > 0 && 100 * week.fit >= MATURE_PERCENT * measureRate(behind);
  });
  if (first === -1) return { kind: 'not-enough' };
  const younger = weeks.slice(0, first).reduce(addCounts, NO_LEADS);
  const older = subtractCounts(all, younger);
  if (older.conversions < MIN_AGE_CONVERSIONS) return { kind: 'not-enough' };
  if (first === 0 || !differ(younger, older)) return { kind: 'no-sign' };
  return { kind: 'cut', days: weeks[first]!.firstWeek * DAYS_PER_WEEK, younger, older }; // it was found
}

/** Counts the leads that are at least `days` old. Example: 2 leads on each of 10 days, from 3 days on: 14. */
export function countFrom({ leads, conversions }: AgeCounts, days: number): Counts {
  return { leads: sumOf(leads, days, leads.length), conversions: sumOf(conversions, days, leads.length) };
}

function sumOf(counts: Uint32Array, from: number, to: number): number {
  return counts.subarray(from, to).reduce((sum, count) => sum + count, 0);
}

function differ(a: Counts, b: Counts): boolean {
  return chiSquareTail(chiSquare2x2(tableOfGroups(a, b))) < YOUNG_LEADS_P_VALUE;
}
