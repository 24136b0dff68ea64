import type { AgeCounts } from '#frontend/analysis/measure/lead-age.ts';
import type { LeadFilter, Plan } from '#frontend/analysis/counts/mapping.ts';
import { findStrayLeads, type StrayLeads } from '#frontend/analysis/counts/stray-leads.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import { DAY, dayOf } from '#contract/limits.ts';
import { newestOf, reasonsPerLead } from './counted-leads.ts';
import { codedColumn, datedColumn, type DatedColumn, type LoadedFile } from './loaded-file.ts';

/** Asks for the ages of the leads that count, young ones included. */
export type AgesQuestion = Pick<Plan, 'statusColumn' | 'qualified'> & { leads: LeadFilter };

export interface FileAges extends AgeCounts {
  /** The newest date of the file, in milliseconds; -Infinity without a date. */
  newest: number;
  /** Of all leads of the file, also those that do not count. */
  stray: StrayLeads | null;
}

/**
 * Leads and conversions per age in days, of the leads that count, young ones included. Leads without a date that can be
 * read have no age. Nothing is counted without a column of dates.
 */
export function countAges(loaded: LoadedFile, question: AgesQuestion): FileAges {
  return question.leads.dateColumn === null
    ? { leads: new Uint32Array(), conversions: new Uint32Array(), newest: -Infinity, stray: null }
    : countAgesBy(datedColumn(loaded, question.leads), loaded, question);
}

/** The same by dates that have been read. */
export function countAgesBy(
  { codes, dates, leads: leadsOf }: DatedColumn,
  loaded: LoadedFile,
  { statusColumn, qualified, leads }: AgesQuestion,
): FileAges {
  const newest = newestOf(dates);
  const ageOf = Float64Array.from(dates, (ms) => dayOf(newest) - dayOf(ms));
  const oldest = ageOf.reduce((most, age) => (age > most ? age : most), -1);
  const all = new Uint32Array(oldest + 1);
  // The `!`: leads per category. Nothing is written where there is no age.
  for (let code = 0; code < ageOf.length; code++) all[ageOf[code]!]! += leadsOf[code]!;
  const counts = {
    leads: new Uint32Array(oldest + 1),
    conversions: new Uint32Array(oldest + 1),
    newest,
    stray: findStrayLeads(all),
  };
  const reasons = reasonsPerLead(loaded, statusColumn, { ...leads, youngerThanDays: null });
  const flags = flagConverted(codedColumn(loaded, statusColumn), qualified);
  for (let lead = 0; lead < codes.length; lead++) {
    // The `!` here: below the length, and an age per category.
    const age = ageOf[codes[lead]!]!;
    if (reasons[lead] !== 0 || Number.isNaN(age)) continue;
    counts.leads[age]!++;
    counts.conversions[age]! += flags[lead]!;
  }
  return counts;
}

/** Whether the newest dates look like slips, or lie in the future, so that every age is too high. */
export function isDoubtful({ stray, newest }: Pick<FileAges, 'stray' | 'newest'>): boolean {
  return stray !== null || newest > Date.now() + DAY;
}
