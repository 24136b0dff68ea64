import { DAY } from '#contract/limits.ts';
import {
  endOfWeekday,
  endOfDigits,
  isOneOrTwo,
  numberIn,
  startOfDay,
  yearOfTwoDigits,
  type ReadDate,
} from './date-names.ts';
import { areMost, fitsMost } from './number-format.ts';
import { WEEKDAYS } from './order.ts';
import { readEpoch, readNamedDate, readSerial, saysDate, saysLeadDate, saysMoment } from './date-readers.ts';
import { withTime } from './written-time.ts';

/**
 * The ways to write a date: '2026-03-01', '1.3.2026' or '3/1/2026', '1 March 2026', each with or without a time and a zone;
 * days as Excel counts them, and seconds or milliseconds since 1970. '20260301' and '2026-03' have the year first too.
 */
export const DATE_FORMATS = [
  'iso',
  'day-first',
  'month-first',
  'named-month',
  'excel-serial',
  'epoch-seconds',
  'epoch-milliseconds',
  // Several of the ways above in one column, as a spreadsheet leaves them that has understood some of the dates.
  'mixed-day-first',
  'mixed-month-first',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** How the dates of a column are read. */
export interface DateReading {
  format: DateFormat;
  /** The year in which the file is read: years of two digits are at most 10 years ahead of it. */
  year: number;
}

/**
 * The date in a cell, or null unless the whole cell is one in this way of writing. A zone is read and changes nothing: the
 * day and the hour are those that the file shows, in every zone. Years are 1900 to 2199. Numbers of Excel and of seconds or
 * milliseconds are read whatever the column: `findDateFormat` asks whether its header says that they are dates.
 * Examples: '01.03.2026' with the day first is 1 March 2026 without a time; '2026-03-01T23:30:00-05:00' is 1 March, 23:30;
 * '13/02/2026' with the month first is null, since there is no month 13; '01.02.69', read in 2026, is 1 February 1969.
 */
export function readDate(cell: string, { format, year }: DateReading): ReadDate | null {
  const text = cell.trim();
  switch (format) {
    case 'iso':
    case 'day-first':
    case 'month-first':
      return readDigits(text, format, year);
    case 'named-month':
      return readNamedDate(text, year);
    case 'excel-serial':
      return readSerial(text);
    case 'epoch-seconds':
      return readEpoch(text, 1000);
    case 'epoch-milliseconds':
      return readEpoch(text, 1);
    case 'mixed-day-first':
      return readMixed(text, 'day-first', year);
    case 'mixed-month-first':
      return readMixed(text, 'month-first', year);
  }
}

/** Each of these ways reads texts that no other of them reads. */
function readMixed(text: string, digits: 'day-first' | 'month-first', year: number): ReadDate | null {
  return (
    readDigits(text, 'iso', year) ??
    readDigits(text, digits, year) ??
    readNamedDate(text, year) ??
    readSerial(text)
  );
}

const MIXED_WAYS = ['mixed-day-first', 'mixed-month-first'] as const satisfies readonly DateFormat[];
const isMixed = (format: DateFormat) => format.startsWith('mixed');

/** Character by character: a pattern takes several times as long, and a column may have 100,000 different times. */
function readDigits(text: string, format: 'iso' | 'day-first' | 'month-first', now: number): ReadDate | null {
  const first = endOfDigits(text, 0);
  const isIso = format === 'iso';
  const mark = text[first];
  if (isIso && (first === 0 || first === 4) && QUARTER.test(text)) return readQuarter(text);
  if (first === 0) {
    const end = endOfWeekday(text);
    return end === 0 ? null : readDigits(text.slice(end), format, now);
  }
  if (isIso && first === 8) return readCompact(text);
  if (isIso && first === 4 && WEEK.test(text)) return readWeek(text);
  if (mark !== '-' && mark !== '/' && mark !== '.') return null;
  const second = endOfDigits(text, first + 1);
  if (isIso && second === text.length) return readMonth(text, first);
  if (text[second] !== mark) return null;
  const third = endOfDigits(text, second + 1);
  const [size, size2, size3] = [first, second - first - 1, third - second - 1];
  const a = numberIn(text, 0, first);
  const b = numberIn(text, first + 1, second);
  const c = numberIn(text, second + 1, third);
  const yearSize = isIso ? size : size3;
  if (yearSize !== 4 && (isIso || yearSize !== 2)) return null;
  if (!isOneOrTwo(size2) || !isOneOrTwo(isIso ? size3 : size)) return null;
  const year = isIso ? a : yearSize === 2 ? yearOfTwoDigits(c, now) : c;
  const day = isIso
    ? startOfDay(year, b, c)
    : format === 'day-first'
      ? startOfDay(year, b, a)
      : startOfDay(year, a, b);
  return withTime(day, text, third);
}

const WEEK = /^\d{4}-?W\d{2}$/;
const WEEKS = 7 * DAY;

/**
 * A week of ISO 8601, '2026-W07' or '2026W07', as its Thursday: the year of a week is that of its Thursday, and 4 January is in the
 * first one.
 */
function readWeek(text: string): ReadDate | null {
  const year = numberIn(text, 0, 4);
  const fourth = startOfDay(year, 1, 4);
  if (fourth === null) return null;
  const daysFromMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  const ms = fourth + (3 - daysFromMonday) * DAY + (Number(text.slice(-2)) - 1) * WEEKS;
  const isOfYear = new Date(ms).getUTCFullYear() === new Date(fourth).getUTCFullYear();
  return isOfYear ? { ms, hasTime: false, hasDay: false } : null;
}

const QUARTER = /^(?:\d{4}[-/ ]?Q[1-4]|Q[1-4][-/ ]?\d{4})$/i;

/** '2026-Q1' or 'Q1 2026', as its first day. */
function readQuarter(text: string): ReadDate | null {
  const numberIn = (pattern: RegExp) => Number(pattern.exec(text)?.[0]);
  const ms = startOfDay(numberIn(/\d{4}/), 3 * numberIn(/(?<=q)\d/i) - 2, 1);
  return ms === null ? null : { ms, hasTime: false, hasDay: false };
}

/** '20260301', perhaps with a time. */
function readCompact(text: string): ReadDate | null {
  return withTime(startOfDay(numberIn(text, 0, 4), numberIn(text, 4, 6), numberIn(text, 6, 8)), text, 8);
}

/** '2026-03' or '2026/03': a year of `size` digits and a month of two. */
function readMonth(text: string, size: number): ReadDate | null {
  if (size !== 4 || text.length !== 7 || text[4] === '.') return null;
  const ms = startOfDay(numberIn(text, 0, 4), numberIn(text, 5, 7), 1);
  return ms === null ? null : { ms, hasTime: false, hasDay: false };
}

/** The dates of a column, read in one way. */
export interface DateSummary {
  format: DateFormat;
  /** The earliest and the latest date, as `ReadDate` has them. */
  earliest: number;
  latest: number;
  /** True where a date has a time other than midnight. */
  hasTimes: boolean;
  /** Leads with a date; with a text that is none; without a text. */
  leads: number;
  unreadable: number;
  blank: number;
}

/** A way of reading is tried on the first distinct texts, this number of them: where it reads none, it does not fit. */
const LOOKED_AT = 1000;

/** Some distinct cells of a column, '' for the blank, with leads per cell. */
export interface CountedCells {
  categories: readonly string[];
  leads: Uint32Array;
}

/** A column that may have dates. */
export interface DateColumn extends CountedCells {
  header: string;
  /** The day on which it is read, as `ReadDate.ms`. Absent: nobody asks which dates are later. */
  today?: number;
}

/** The ways that a column may have: numbers are dates only where its header says so. */
function waysOf(header: string): DateFormat[] {
  const [isOfDates, isOfMoments] = [saysDate(header), saysMoment(header)];
  return DATE_FORMATS.filter((format) => {
    if (isMixed(format)) return false;
    if (format === 'excel-serial') return isOfDates;
    return isOfMoments || (format !== 'epoch-seconds' && format !== 'epoch-milliseconds');
  });
}

/**
 * The ways in which the dates of a column can be read, the likeliest first; none where the column has no dates. A way
 * fits if it reads at least 80% of the leads that are not blank. Of day first and month first, the one that reads more
 * leads wins; where both read as many, both are possible, and dots or hyphens speak for the day first, slashes for the month.
 * Numbers count as dates of Excel where the header says date, and as seconds or milliseconds where it says date or time.
 * Of these two, the one that puts fewer leads after today comes first. Where no way fits alone but several do together, each way of
 * reading all of them is given: half '2026-03-01' and half '13/02/2026' is 'mixed-day-first'.
 * Examples: '03/13/2026', '04/01/2026' is month first only, '03/04/2026' alone both, month first before day first, and the other way
 * round on 10 March 2026; '45000' under 'Close Date' is a date, under 'Budget' none.
 *
 * @param year the year in which the file is read
 */
export function findDateFormat(
  { header, categories, leads, today = Infinity }: DateColumn,
  year: number,
): DateSummary[] {
  const first = categories.slice(0, LOOKED_AT);
  const ways = waysOf(header).filter((format) =>
    first.some((category) => readDate(category, { format, year }) !== null),
  );
  const single = findFitting({ categories, leads }, ways, year);
  const fits =
    single.length === 0 && mayBeMixed(ways) ? findFitting({ categories, leads }, MIXED_WAYS, year) : single;
  const most = Math.max(...fits.map((summary) => summary.leads));
  const best = fits.filter((summary) => summary.leads === most);
  const [one, another] = best;
  if (!one || !another) return best;
  if (isMixed(one.format) && areSame(categories, best, year)) return [one];
  const hasSlashes = categories.some((category) => /^\d{1,2}\//.test(category));
  const ordered = hasSlashes ? best.toReversed() : best;
  return ordered
    .map((way) => ({
      way,
      later: countLater({ categories, leads }, { format: way.format, year }, today),
    }))
    .sort((a, b) => a.later - b.later)
    .map(({ way }) => way);
}

/** Numbers alone are no second way of writing: an id may be one of Excel's days. */
const mayBeMixed = (ways: readonly DateFormat[]) =>
  ways.some((way) => way !== 'day-first' && way !== 'month-first') && ways.length > 1;

/** Whether no date depends on the way: there is none of which the day and the month could change places. */
function areSame(categories: readonly string[], ways: readonly DateSummary[], year: number): boolean {
  const [first, ...others] = ways.map(({ format }) => readDates(categories, { format, year }));
  return others.every((dates) => dates.every((ms, code) => Object.is(ms, first?.[code])));
}

function findFitting({ categories, leads }: CountedCells, ways: readonly DateFormat[], year: number) {
  return ways
    .map((format) => summariseDates(categories, leads, { format, year }))
    .filter((summary) => fitsMost(summary.leads, summary.leads + summary.unreadable));
}

/** The leads with a date after a day. */
function countLater({ categories, leads }: CountedCells, reading: DateReading, today: number): number {
  const dates = readDates(categories, reading);
  return leads.reduce((sum, count, code) => (dates[code]! >= today + DAY ? sum + count : sum), 0); // a date for each
}

/**
 * Summarises the dates of a column in one way of reading. Without a date the earliest is Infinity, the latest -Infinity.
 *
 * @internal
 */
export function summariseDates(
  categories: readonly string[],
  leads: Uint32Array,
  reading: DateReading,
): DateSummary {
  const summary: DateSummary = {
    format: reading.format,
    earliest: Infinity,
    latest: -Infinity,
    hasTimes: false,
    leads: 0,
    unreadable: 0,
    blank: 0,
  };
  const times = readDates(categories, reading);
  categories.forEach((category, code) => {
    const ms = times[code]!; // one per category
    const count = leads[code] ?? 0;
    if (Number.isNaN(ms)) {
      if (category.trim() === '') summary.blank += count;
      else summary.unreadable += count;
    } else {
      summary.leads += count;
      summary.earliest = Math.min(summary.earliest, ms);
      summary.latest = Math.max(summary.latest, ms);
      summary.hasTimes ||= ms % DAY !== 0;
    }
  });
  return summary;
}

/** The dates of a list of cells, one entry per cell. */
interface CellDates {
  /** As `ReadDate.ms`, or NaN. */
  ms: Float64Array;
  /** How much the cell says: one of the levels below, or 0 for a cell that is no date. */
  precision: Uint8Array;
}

const [MONTH, DAY_OF_MONTH, TIME] = [1, 2, 3];

// A filter of dates changes again and again over the same categories, and each name of their dates reads them.
const read = new WeakMap<readonly string[], Map<string, CellDates>>();

/** The date of each category as `ReadDate.ms`, or NaN; read at the first call for a list of categories. */
export function readDates(categories: readonly string[], reading: DateReading): Float64Array {
  return readCells(categories, reading).ms;
}

function readCells(categories: readonly string[], reading: DateReading): CellDates {
  const ofReadings = read.get(categories) ?? new Map<string, CellDates>();
  read.set(categories, ofReadings);
  const key = `${reading.format} ${reading.year}`;
  const cached = ofReadings.get(key);
  if (cached) return cached;
  const { length } = categories;
  const dates = { ms: new Float64Array(length).fill(NaN), precision: new Uint8Array(length) };
  for (let code = 0; code < length; code++) {
    const date = readDate(categories[code]!, reading); // below the length
    if (!date) continue;
    dates.ms[code] = date.ms;
    dates.precision[code] = date.hasTime ? TIME : date.hasDay ? DAY_OF_MONTH : MONTH;
  }
  ofReadings.set(key, dates);
  return dates;
}

/**
 * The columns with dates, judged by some of their cells: at least 80% of those that are not blank can be read in one way. A
 * column whose header says that the lead came then stands first, then other headers of dates, then the rest, and quarters last,
 * each in column order.
 * Example: 'Closed Date', 'Created At', 'Source' with dates in the first two: 1, 0.
 *
 * @param cells of each column
 * @param year the year in which the file is read
 */
export function findDateColumns(
  headers: readonly string[],
  cells: readonly CountedCells[],
  year: number,
): number[] {
  return headers
    .flatMap((header, column) => {
      const named = cells[column] && { header, ...cells[column] };
      return named && hasDates(named, year) ? [{ column, rank: rankOf(named) }] : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

/** The likeliest first: the day on which the lead came, then other days by their header; quarters tell least. */
function rankOf({ header, categories, leads }: DateColumn): number {
  if (areMost(categories, leads, (cell) => QUARTER.test(cell))) return 3;
  if (saysLeadDate(header)) return 0;
  return /date|time|day|datum/i.test(header) ? 1 : 2;
}

/** '45000', a day of Excel, is the shortest date. */
const MAY_BE_DATE = /^(?=.*\d).{5}/s;

function hasDates({ header, categories, leads }: DateColumn, year: number): boolean {
  // Most columns have no dates: this look is quicker than a reading.
  if (!areMost(categories, leads, (cell) => MAY_BE_DATE.test(cell))) return false;
  const ways = waysOf(header);
  const reads = (format: DateFormat) => (cell: string) => readDate(cell, { format, year }) !== null;
  if (ways.some((format) => areMost(categories, leads, reads(format)))) return true;
  // Most columns have no dates, which the first cells tell.
  return (
    MIXED_WAYS.some((format) => areMost(categories, leads, reads(format))) &&
    mayBeMixed(ways.filter((format) => categories.some(reads(format))))
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');

/** The number first, so that the names sort like the year. */
const CALENDAR_MONTHS = MONTH_NAMES.map((name, month) => `${twoDigits(month + 1)} ${name}`);
const HOURS = Array.from({ length: 24 }, (_, hour) => `${twoDigits(hour)}:00-${twoDigits(hour)}:59`);

/** The names that dates get as values of an attribute, in the order of their buttons. */
export const DATE_PRESETS = {
  month: { name: 'Month', nameOf: (date: Date) => date.toISOString().slice(0, 7) },
  quarter: {
    name: 'Quarter',
    nameOf: (date: Date) => `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
  },
  weekday: {
    name: 'Weekday',
    // getUTCDay() begins with Sunday.
    nameOf: (date: Date) => WEEKDAYS[(date.getUTCDay() + 6) % 7]!,
  },
  'calendar-month': {
    name: 'Month of the year',
    nameOf: (date: Date) => CALENDAR_MONTHS[date.getUTCMonth()]!,
  },
  hour: { name: 'Hour', nameOf: (date: Date) => HOURS[date.getUTCHours()]! },
} as const satisfies Record<string, { name: string; nameOf(date: Date): string }>;

export type DatePreset = keyof typeof DATE_PRESETS;

/** How the dates of an attribute become values. */
export interface DateNaming {
  preset: DatePreset;
  format: DateFormat;
}

/** A naming with the year in which the file is read. */
export type ReadNaming = DateNaming & DateReading;

/**
 * The value that the date in each cell is counted under; null for a text that is no date, for a date without a time where the hour is
 * asked for, and for a month without a day where the weekday is.
 * Examples for '2026-03-01 09:05': '2026-03', '2026 Q1', 'Sunday', '03 March', '09:00-09:59'.
 */
export function nameDates(
  categories: readonly string[],
  { preset, ...reading }: ReadNaming,
): (string | null)[] {
  const { ms, precision } = readCells(categories, reading);
  const { nameOf } = DATE_PRESETS[preset];
  const least = preset === 'hour' ? TIME : preset === 'weekday' ? DAY_OF_MONTH : MONTH;
  return Array.from(ms, (date, code) => (precision[code]! < least ? null : nameOf(new Date(date)))); // one per cell
}
