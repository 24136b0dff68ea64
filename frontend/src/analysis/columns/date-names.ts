import table from './date-names.txt';
import { foldText } from './words.ts';

/** 'january3' stands for january and jan. */
function unpack(packed: string): string[] {
  const [name = '', lengths = ''] = packed.split(/(?=[\dA-Z])(.*)/s);
  return [name, ...Array.from(lengths, (length) => name.slice(0, Number.parseInt(length, 36)))];
}

const lists = table.split(';').map((list) => list.split(',').flatMap(unpack));

/** The place of each name in its list, from 1. */
function numbered(from: number, to: number): ReadonlyMap<string, number> {
  return new Map(lists.slice(from, to).flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
}

const MONTHS = numbered(0, 12);
const WEEKDAYS = numbered(12, 19);

/** 1 for January to 12, or 0 for any other word: a name or its usual short form, in one of 14 languages. 'févr' and 'FEVR' are 2. */
export function monthOf(word: string): number {
  return find(MONTHS, word);
}

/** 1 for Monday to 7, or 0 for any other word. */
export function weekdayOf(word: string): number {
  return find(WEEKDAYS, word);
}

const ASCII = /^[a-z]*$/;

function find(names: ReadonlyMap<string, number>, word: string): number {
  const small = word.toLowerCase();
  // Most cells begin with another word, and to fold is slow.
  return names.get(small) ?? (ASCII.test(small) ? 0 : (names.get(foldText(small).replace(' ', '-')) ?? 0));
}

const isSmallLetter = (code: number) => code >= 97 && code <= 122;
const indexOfPair = (first: number, second: number) => (first - 97) * 26 + second - 97;

/** Which pairs of small letters begin a name. */
const BEGINNINGS = new Uint8Array(26 * 26);
for (const name of [...MONTHS.keys(), ...WEEKDAYS.keys()]) {
  const [first, second] = [name.charCodeAt(0), name.charCodeAt(1)];
  if (isSmallLetter(first) && isSmallLetter(second)) BEGINNINGS[indexOfPair(first, second)] = 1;
}

/**
 * Whether the first two letters of a text may begin the name of a month or weekday. It is asked of each text of a file, so it takes no
 * pattern and no look at the table. Letters with accents may begin any.
 */
export function mayBeginWithName(text: string): boolean {
  const [first, second] = [text.charCodeAt(0) | 32, text.charCodeAt(1) | 32];
  if (first > 127) return true;
  return (
    isSmallLetter(first) &&
    (second > 127 || (isSmallLetter(second) && BEGINNINGS[indexOfPair(first, second)] === 1))
  );
}

const LEADING_WORD = /^([A-Za-z\u00aa-\uffff]+(?:-feira|-FEIRA)?)[.,]*\s*(?:(?:den|DEN)\s+)?/;

/** Where a text goes on behind a weekday at its beginning, as in 'Di., 3. Feb. 2026'; 0 without one. */
export function endOfWeekday(text: string): number {
  if (!mayBeginWithName(text)) return 0;
  const [all = '', word = ''] = LEADING_WORD.exec(text) ?? [];
  return weekdayOf(word) === 0 ? 0 : all.length;
}

const ZERO = 48;

/** The index after the digits that begin at `from`. */
export function endOfDigits(text: string, from: number): number {
  let to = from;
  for (let digit = text.charCodeAt(to) - ZERO; digit >= 0 && digit <= 9;)
    digit = text.charCodeAt(++to) - ZERO;
  return to;
}

/** The whole number that the digits in [from, to) write. Example: numberIn('2026-03', 5, 7) = 3. */
export function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = 10 * number + text.charCodeAt(at) - ZERO;
  return number;
}

export const isOneOrTwo = (size: number) => size === 1 || size === 2;

/** Years of two digits are at most this many years ahead. */
const YEARS_AHEAD = 10;

/**
 * The year that two digits stand for: of the years that end in them the latest that is at most 10 years ahead of the given one.
 * Examples, read in 2026: '36' is 2036, '37' is 1937, '69' is 1969.
 */
export function yearOfTwoDigits(digits: number, yearOfReading: number): number {
  const latest = yearOfReading + YEARS_AHEAD;
  return latest - ((((latest - digits) % 100) + 100) % 100);
}

/** Dates of other years are taken for mistakes. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
/** Such years are of the Buddhist calendar. Its other parts are those of ours. */
const [FIRST_BUDDHIST_YEAR, LAST_BUDDHIST_YEAR, YEARS_BETWEEN] = [2400, 2600, 543];

const isBuddhist = (year: number) => year >= FIRST_BUDDHIST_YEAR && year <= LAST_BUDDHIST_YEAR;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Midnight of a day, in milliseconds since 1970 as if it were UTC; null where the calendar has no such day, or the year is
 * not 1900 to 2199. 29 February 2000 is a day, 29 February 1900 is none. Months count from 1. The years 2400 to 2600 are 543 years
 * earlier: 2569 is 2026.
 */
export function startOfDay(written: number, month: number, day: number): number | null {
  const year = isBuddhist(written) ? written - YEARS_BETWEEN : written;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS_OF_MONTHS[month - 1] ?? 0) + Number(month === 2 && isLeap);
  if (day < 1 || day > days || year < FIRST_YEAR || year > LAST_YEAR) return null;
  return Date.UTC(year, month - 1, day);
}

/** A date as it is written: its calendar day and its clock time, whatever the zone of file or visitor. */
export interface ReadDate {
  /** Milliseconds from 1970-01-01 00:00 to the written day and time, both taken as UTC. */
  ms: number;
  hasTime: boolean;
  /** False for a month or a quarter alone, read as its first day, and for a week, read as its Thursday. */
  hasDay: boolean;
  /** The zone as it is written behind a time. */
  zone?: string;
}
