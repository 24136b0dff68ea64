import { areMost, fitsMost } from './number-format.ts';
import { WEEKDAYS } from './order.ts';

/** The ways to write a date: '2026-03-01', '1.3.2026' or '3/1/2026'; each with or without a time and a zone. */
export const DATE_FORMATS = ['iso', 'day-first', 'month-first'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A date as it is written: its calendar day and its clock time, whatever the zone of file or visitor. */
interface ReadDate {
  /** Milliseconds from 1970-01-01 00:00 to the written day and time, both taken as UTC. */
  ms: number;
  hasTime: boolean;
}

/** Other years are slips of the pen. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
/** '69' is 2069 and '70' is 1970, as POSIX and spreadsheets have it. */
const CENTURY_CHANGE = 70;
const NOON = 12;

/**
 * The date in a cell, or null unless the whole cell is one in this way of writing. A zone is read and changes nothing: the
 * day and the hour are those that the file shows, in every zone. Years are 1900 to 2199; two digits are 1970 to 2069.
 * Examples: readDate('01.03.2026', 'day-first') is 1 March 2026 without a time; readDate('2026-03-01T23:30:00-05:00',
 * 'iso') is 1 March, 23:30; readDate('13/02/2026', 'month-first') is null, since there is no month 13.
 */
export function readDate(cell: string, format: DateFormat): ReadDate | null {
  const text = cell.trim();
  // Character by character: a pattern takes several times as long, and a column may have 100,000 different times.
  const first = endOfDigits(text, 0);
  const second = endOfDigits(text, first + 1);
  const third = endOfDigits(text, second + 1);
  const mark = text[first];
  if ((mark !== '-' && mark !== '/' && mark !== '.') || text[second] !== mark) return null;
  const [size, size2, size3] = [first, second - first - 1, third - second - 1];
  const numbers = [
    numberIn(text, 0, first),
    numberIn(text, first + 1, second),
    numberIn(text, second + 1, third),
  ];
  const [a, b, c] = numbers as [number, number, number]; // three of them
  const isIso = format === 'iso';
  const yearSize = isIso ? size : size3;
  if (yearSize !== 4 && (isIso || yearSize !== 2)) return null;
  if (!isOneOrTwo(size2) || !isOneOrTwo(isIso ? size3 : size)) return null;
  const year = isIso ? a : centuryOf(c, yearSize);
  const day = isIso
    ? startOfDay(year, b, c)
    : format === 'day-first'
      ? startOfDay(year, b, a)
      : startOfDay(year, a, b);
  if (day === null || third === text.length) return day === null ? null : { ms: day, hasTime: false };
  const time = readTime(text, third);
  return time === null ? null : { ms: day + time, hasTime: true };
}

const ZERO = 48;

function endOfDigits(text: string, from: number): number {
  let to = from;
  for (let digit = text.charCodeAt(to) - ZERO; digit >= 0 && digit <= 9;)
    digit = text.charCodeAt(++to) - ZERO;
  return to;
}

function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = 10 * number + text.charCodeAt(at) - ZERO;
  return number;
}

const isOneOrTwo = (size: number) => size === 1 || size === 2;

function centuryOf(year: number, digits: number): number {
  if (digits === 4) return year;
  return year < CENTURY_CHANGE ? 2000 + year : 1900 + year;
}

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function startOfDay(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS_OF_MONTHS[month - 1] ?? 0) + Number(month === 2 && isLeap);
  if (day < 1 || day > days || year < FIRST_YEAR || year > LAST_YEAR) return null;
  return Date.UTC(year, month - 1, day);
}

/** What may stand behind the minutes or seconds: a fraction, AM or PM, a zone. */
const BEHIND_TIME =
  /^(?:[.,]\d+)?(?:\s?([ap])\.?m\.?)?(?:\s?(?:z|[a-z]{3,4}|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?))?$/i;

/** Milliseconds since midnight, or null unless the text from `from` on is a time. */
function readTime(text: string, from: number): number | null {
  const separator = /^(?:t|,?\s+)/i.exec(text.slice(from, from + 3))?.[0].length ?? 0;
  const start = from + separator;
  const hours = endOfDigits(text, start);
  const minutes = endOfDigits(text, hours + 1);
  if (separator === 0 || !isOneOrTwo(hours - start) || text[hours] !== ':' || minutes - hours !== 3)
    return null;
  const hasSeconds = text[minutes] === ':';
  const end = hasSeconds ? endOfDigits(text, minutes + 1) : minutes;
  if (hasSeconds && end - minutes !== 3) return null;
  const behind = end === text.length ? NOTHING_BEHIND : BEHIND_TIME.exec(text.slice(end));
  const hour = behind && hourOf(numberIn(text, start, hours), behind[1]);
  const [minute, second] = [
    numberIn(text, hours + 1, minutes),
    hasSeconds ? numberIn(text, minutes + 1, end) : 0,
  ];
  if (hour === null || minute > 59 || second > 59) return null;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

const NOTHING_BEHIND: readonly (string | undefined)[] = [];

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half.toLowerCase() === 'p' ? NOON : 0);
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

/** A column without a date among so many different texts has none. */
const LOOKED_AT = 1000;

/**
 * The ways in which the dates of a column can be read, the likeliest first; none where the column has no dates. A way
 * fits if it reads at least 80% of the leads that are not blank. Of day first and month first, the one that reads more
 * leads wins; where both read as many, both are possible, and dots or hyphens speak for the day first, slashes for the month.
 * Examples: '03/13/2026', '04/01/2026' is month first only, '03/04/2026' alone both, month first before day first.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function findDateFormat(categories: readonly string[], leads: Uint32Array): DateSummary[] {
  const first = categories.slice(0, LOOKED_AT);
  const ways = DATE_FORMATS.filter((format) => first.some((category) => readDate(category, format) !== null));
  const fits = ways
    .map((format) => summariseDates(categories, leads, format))
    .filter((summary) => fitsMost(summary.leads, summary.leads + summary.unreadable));
  const most = Math.max(...fits.map((summary) => summary.leads));
  const best = fits.filter((summary) => summary.leads === most);
  if (best.length < 2) return best;
  const hasSlashes = categories.some((category) => /^\d{1,2}\//.test(category));
  return hasSlashes ? best.toReversed() : best;
}

/** What the dates of a column are in one way of reading. Without a date the earliest is Infinity, the latest -Infinity. */
export function summariseDates(
  categories: readonly string[],
  leads: Uint32Array,
  format: DateFormat,
): DateSummary {
  const summary: DateSummary = {
    format,
    earliest: Infinity,
    latest: -Infinity,
    hasTimes: false,
    leads: 0,
    unreadable: 0,
    blank: 0,
  };
  const times = readDates(categories, format);
  categories.forEach((category, code) => {
    const ms = times[code]!; // one per category
    const count = leads[code] ?? 0;
    if (category.trim() === '') summary.blank += count;
    else if (Number.isNaN(ms)) summary.unreadable += count;
    else {
      summary.leads += count;
      summary.earliest = Math.min(summary.earliest, ms);
      summary.latest = Math.max(summary.latest, ms);
      summary.hasTimes ||= ms % DAY_MS !== 0;
    }
  });
  return summary;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

// A filter of dates changes again and again over the same categories.
const read = new WeakMap<readonly string[], Map<DateFormat, Float64Array>>();

/** The date of each category as `ReadDate.ms`, or NaN; read at the first call for a list of categories. */
export function readDates(categories: readonly string[], format: DateFormat): Float64Array {
  const ofFormats = read.get(categories) ?? new Map<DateFormat, Float64Array>();
  read.set(categories, ofFormats);
  const known = ofFormats.get(format);
  if (known) return known;
  const dates = new Float64Array(categories.length);
  for (let code = 0; code < dates.length; code++) {
    dates[code] = readDate(categories[code]!, format)?.ms ?? NaN; // a category per date
  }
  ofFormats.set(format, dates);
  return dates;
}

/** Words of headers, the likeliest first: the day on which the lead came, then other days. */
const HEADER_WORDS = [/creat|submit|received|signup|sign.?up|regist|inquir|enquir/i, /date|time|day|datum/i];

/** Some distinct cells of a column, '' for the blank, with leads per cell. */
export interface CountedCells {
  categories: readonly string[];
  leads: Uint32Array;
}

/**
 * The columns with dates, judged by some of their cells: at least 80% of those that are not blank can be read in one way. A
 * column whose header says that the lead came then stands first, then other headers of dates, then the rest, each in column
 * order.
 * Example: 'Closed Date', 'Created At', 'Source' with dates in the first two: 1, 0.
 *
 * @param cells of each column
 */
export function findDateColumns(headers: readonly string[], cells: readonly CountedCells[]): number[] {
  const columns = [...headers.keys()].filter((column) => cells[column] && hasDates(cells[column]));
  const rankOf = (column: number) => {
    const rank = HEADER_WORDS.findIndex((words) => words.test(headers[column] ?? ''));
    return rank === -1 ? HEADER_WORDS.length : rank;
  };
  return columns.sort((a, b) => rankOf(a) - rankOf(b) || a - b);
}

function hasDates({ categories, leads }: CountedCells): boolean {
  return DATE_FORMATS.some((format) => areMost(categories, leads, (cell) => readDate(cell, format) !== null));
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

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
  hour: {
    name: 'Hour',
    nameOf: (date: Date) => `${twoDigits(date.getUTCHours())}:00-${twoDigits(date.getUTCHours())}:59`,
  },
} as const satisfies Record<string, { name: string; nameOf(date: Date): string }>;

export type DatePreset = keyof typeof DATE_PRESETS;

/** How the dates of an attribute become values. */
export interface DateNaming {
  preset: DatePreset;
  format: DateFormat;
}

/**
 * The value that a date is counted under; null for a text that is no date, and for a date without a time where the hour
 * is asked for.
 * Examples for '2026-03-01 09:05': '2026-03', '2026 Q1', 'Sunday', '09:00-09:59'.
 */
export function nameDate(cell: string, { preset, format }: DateNaming): string | null {
  const date = readDate(cell, format);
  if (!date || (preset === 'hour' && !date.hasTime)) return null;
  return DATE_PRESETS[preset].nameOf(new Date(date.ms));
}
