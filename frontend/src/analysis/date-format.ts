import { MIN_NUMERIC_PERCENT } from './constants.ts';

/** The ways to write a date: '2026-03-01', '1.3.2026' or '3/1/2026'; each with or without a time and a zone. */
export const DATE_FORMATS = ['iso', 'day-first', 'month-first'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A date as it is written: its calendar day and its clock time, whatever the zone of file or visitor. */
export interface ReadDate {
  /** Milliseconds from 1970-01-01 00:00 to the written day and time, both taken as UTC. */
  ms: number;
  hasTime: boolean;
}

const YEAR_FIRST = String.raw`(?<year>\d{4})(?<mark>[-/.])(?<first>\d{1,2})\k<mark>(?<second>\d{1,2})`;
const YEAR_LAST = String.raw`(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})`;
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second2>\d{2})(?:[.,]\d+)?)?(?:\s?(?<half>[ap])\.?m\.?)?`;
const ZONE = String.raw`\s?(?:z|[a-z]{3,4}|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?)`;
const patternOf = (day: string) => new RegExp(`^${day}(?:(?:t|,?\\s+)${CLOCK}(?:${ZONE})?)?$`, 'i');
const PATTERNS: Readonly<Record<DateFormat, RegExp>> = {
  iso: patternOf(YEAR_FIRST),
  'day-first': patternOf(YEAR_LAST),
  'month-first': patternOf(YEAR_LAST),
};

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
  const parts = PATTERNS[format].exec(cell.trim())?.groups;
  if (!parts) return null;
  const [first, second] = [Number(parts.first), Number(parts.second)];
  const [month, day] = format === 'day-first' ? [second, first] : [first, second];
  const year = yearOf(parts.year ?? '');
  const days = Date.UTC(year, month - 1, day);
  // Date.UTC makes 31 April 1 May.
  const isDay = month >= 1 && month <= 12 && day >= 1 && new Date(days).getUTCDate() === day;
  if (!isDay || year < FIRST_YEAR || year > LAST_YEAR) return null;
  if (parts.hour === undefined) return { ms: days, hasTime: false };
  const hour = hourOf(Number(parts.hour), parts.half);
  const [minute, seconds] = [Number(parts.minute), Number(parts.second2 ?? 0)];
  if (hour === null || minute > 59 || seconds > 59) return null;
  return { ms: days + ((hour * 60 + minute) * 60 + seconds) * 1000, hasTime: true };
}

function yearOf(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < CENTURY_CHANGE ? 2000 + year : 1900 + year;
}

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
  const fits = DATE_FORMATS.map((format) => summariseDates(categories, leads, format)).filter(hasMostlyDates);
  const most = Math.max(...fits.map((summary) => summary.leads));
  const best = fits.filter((summary) => summary.leads === most);
  const hasSlashes = categories.some((category) => /^\d{1,2}\//.test(category));
  return hasSlashes ? best.toReversed() : best;
}

function hasMostlyDates({ leads, unreadable }: DateSummary): boolean {
  return leads > 0 && 100 * leads >= MIN_NUMERIC_PERCENT * (leads + unreadable);
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
  const dates = Float64Array.from(categories, (category) => readDate(category, format)?.ms ?? NaN);
  ofFormats.set(format, dates);
  return dates;
}
