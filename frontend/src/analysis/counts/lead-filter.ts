import type { DateFormat } from '../columns/dates.ts';

/** The visitor's choices of leads that are left out of all figures. */
export interface LeadFilter {
  /** Statuses whose leads are left out, trimmed, '(Blank)' for the blank. */
  leftOutStatuses: ReadonlySet<string>;
  /** The column of the three conditions below, which are ignored without it. */
  dateColumn: number | null;
  /** Null: the likeliest way in which its cells can be read. */
  dateFormat: DateFormat | null;
  /** The first and the last day that count, as milliseconds at 00:00 UTC of the written day; null = open. */
  from: number | null;
  to: number | null;
  /** The leads of this number of days are left out, counted back from the newest date of the file. */
  youngerThanDays: number | null;
}

/** The part of a filter that is about dates. */
export type DateFilter = Omit<LeadFilter, 'leftOutStatuses'>;

export const NO_DATES: DateFilter = {
  dateColumn: null,
  dateFormat: null,
  from: null,
  to: null,
  youngerThanDays: null,
};

/** Whether a condition needs the date of each lead. */
export function asksForDate({ dateColumn, from, to, youngerThanDays }: DateFilter): boolean {
  return dateColumn !== null && (from !== null || to !== null || youngerThanDays !== null);
}

/** How many leads are left out, each counted once, for the first reason that holds in this order. */
export interface LeftOutLeads {
  byStatus: number;
  /** Without a date that can be read, where a condition asks for one. */
  unreadableDate: number;
  /** Before the first or after the last day. */
  byDate: number;
  young: number;
}
