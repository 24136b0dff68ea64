import type { ValuedPart } from '../counts/valued-leads.ts';
import type { Change } from './changed.ts';
import { MIN_PERIODS } from './method.ts';
import { DAY, dayOf } from '#contract/limits.ts';
import { DATE_PRESETS } from '../columns/dates.ts';

/** The age below which leads have had less time to convert. */
export interface AgeCut {
  days: number;
  /** Whether the visitor leaves out younger leads; else it was found in the file. */
  isChosen: boolean;
}

/** A period of the file. */
interface Period {
  /** Its first day. */
  start: number;
  /** Whether all of its days are past the age cut. */
  isRipe: boolean;
}

/** The leads of some rules by period. Plain data, which one thread can pass to another. */
export interface OverTime {
  unit: Unit;
  /** The units that can be chosen. */
  units: readonly Unit[];
  /** The unit by which changes are tested, whatever unit is shown. */
  testedUnit: Unit;
  /** Null where no sign of young leads was found. */
  cut: AgeCut | null;
  periods: readonly Period[];
  /** All leads of each period; the amounts are 0 by conversions. */
  totals: readonly ValuedPart[];
  /** The leads of each rule, period by period. */
  parts: readonly (readonly ValuedPart[])[];
  /** Whether each rule has changed. */
  changes: readonly Change[];
  /** How many leads have no date that can be read, and are in no period. */
  undated: number;
}

/** By months, or by weeks where the file has fewer ripe months than a test needs. */
export function chooseUnit(ripeMonths: number): Unit {
  return ripeMonths >= MIN_PERIODS ? 'month' : 'week';
}

/** The lengths of time that figures over time are counted by. */
export const UNITS = ['week', 'month', 'quarter'] as const;
export type Unit = (typeof UNITS)[number];

/** More periods than this are not drawn. */
export const MOST_PERIODS = 120;

const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday: its week began three days before. */
const DAYS_BEFORE_1970 = 3;
const MONTHS_PER_YEAR = 12;
const MONTHS: Readonly<Record<Exclude<Unit, 'week'>, number>> = { month: 1, quarter: 3 };

/**
 * The number of the period that holds a date; the next period has the next number. Weeks begin on Monday. Dates are milliseconds
 * since 1970 as if they were UTC. NaN for a date that could not be read.
 * Example: 1 and 31 March 2026 are in month 24,314; 1 April is in 24,315.
 */
export function periodOf(ms: number, unit: Unit): number {
  if (unit === 'week') return Math.floor((dayOf(ms) + DAYS_BEFORE_1970) / DAYS_PER_WEEK);
  const date = new Date(ms);
  return Math.floor((date.getUTCFullYear() * MONTHS_PER_YEAR + date.getUTCMonth()) / MONTHS[unit]);
}

/**
 * The first day of a period, as a date at 00:00. Example: month 24,314 begins on 1 March 2026.
 */
export function startOf(period: number, unit: Unit): number {
  if (unit === 'week') return (period * DAYS_PER_WEEK - DAYS_BEFORE_1970) * DAY;
  const months = period * MONTHS[unit];
  return Date.UTC(Math.floor(months / MONTHS_PER_YEAR), months % MONTHS_PER_YEAR, 1);
}

/** '2026-03' for a month, '2026 Q1' for a quarter, and the Monday for a week: '2026-03-02'. */
export function namePeriod(start: number, unit: Unit): string {
  const date = new Date(start);
  return unit === 'week' ? date.toISOString().slice(0, 10) : DATE_PRESETS[unit].nameOf(date);
}

/**
 * The periods to count, in order: all from the first to the last that occurs, so that a gap is seen; of more than 120 the latest 120
 * that occur.
 * Example: 3, 4 and 7 occur: 3, 4, 5, 6, 7. 3 and 4,000: both.
 *
 * @param occurring each period once, in order
 */
export function listPeriods(occurring: readonly number[]): number[] {
  const [first, last] = [occurring[0], occurring.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = last - first + 1;
  if (span > MOST_PERIODS) return occurring.slice(-MOST_PERIODS);
  return Array.from({ length: span }, (_, at) => first + at);
}
