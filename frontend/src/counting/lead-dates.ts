import { saysLeadDate, saysWonDate } from '#frontend/analysis/columns/date-readers.ts';
import { readDates, type DateFormat } from '#frontend/analysis/columns/dates.ts';
import { MIN_DATED_PERCENT, MIN_WON_DATED_PERCENT } from '#frontend/analysis/constants.ts';
import {
  asksForDate,
  NO_DATES,
  type DateFilter,
  type LeadFilter,
} from '#frontend/analysis/counts/mapping.ts';
import { dayOf } from '#contract/limits.ts';
import { codedColumn, describeDates, type DatedColumn, type LoadedFile } from './loaded-file.ts';

const leadDates = new WeakMap<LoadedFile, DateFilter | null>();

/**
 * The date of each lead: the column that the visitor chose, else the first one whose header says so and in which 95% of the leads have a
 * date. Null without one. A column of dates without a condition and a format is the one with which the file was opened, which may be the
 * day of the sale: with it every week would convert as a whole or not at all.
 *
 * @param whole all leads of the file
 */
export function leadDateOf(whole: LoadedFile, leads: LeadFilter | null | undefined): DateFilter | null {
  if (leads && (asksForDate(leads) || leads.dateFormat !== null)) return leads;
  const cached = leadDates.get(whole);
  if (cached !== undefined) return cached;
  const found = findLeadDate(whole);
  leadDates.set(whole, found);
  return found;
}

function findLeadDate(whole: LoadedFile): DateFilter | null {
  for (const [column, header] of whole.table.headers.entries()) {
    if (!saysLeadDate(header)) continue;
    const [dates] = describeDates(whole, column);
    if (dates && 100 * dates.leads >= MIN_DATED_PERCENT * whole.table.rowCount)
      return { ...NO_DATES, dateColumn: column, dateFormat: dates.format };
  }
  return null;
}

/**
 * The days from each lead to its sale, -1 for leads that did not convert: by the first column whose header says so, and in which 80% of the
 * converted leads have a date that is not before their own. Null without one.
 *
 * @param came the dates of the leads
 */
export function findDaysToWin(
  whole: LoadedFile,
  { came, isConverted }: { came: DatedColumn; isConverted: Uint8Array },
): Int32Array | null {
  const total = isConverted.reduce((sum, flag) => sum + flag, 0);
  for (const [column, header] of whole.table.headers.entries()) {
    if (!saysWonDate(header)) continue;
    const [dates] = describeDates(whole, column);
    if (!dates) continue;
    const won = datesOf(whole, column, dates.format);
    const days = Int32Array.from(won.codes, (code, lead) => {
      if (isConverted[lead] === 0) return -1;
      const between = dayOf(won.dates[code]!) - dayOf(came.dates[came.codes[lead]!]!); // a date per code
      return between >= 0 ? between : -1; // NaN too
    });
    const known = days.reduce((count, between) => count + Number(between >= 0), 0);
    if (total > 0 && 100 * known >= MIN_WON_DATED_PERCENT * total) return days;
  }
  return null;
}

function datesOf(whole: LoadedFile, column: number, format: DateFormat) {
  const { codes, categories } = codedColumn(whole, column);
  return { codes, dates: readDates(categories, { format, year: whole.year }) };
}
