import { DAY } from '#contract/limits.ts';
import {
  endOfWeekday,
  mayBeginWithName,
  monthOf,
  endOfDigits,
  isOneOrTwo,
  startOfDay,
  yearOfTwoDigits,
  type ReadDate,
} from './date-names.ts';
import { LEAD_DATES, NOT_WON_DATES, OTHER_DATES, WON_DATES } from './header-tables.ts';
import { findPhrases, foldText, hasPhraseOf, headerWords, listPhrases, type FoundPhrase } from './words.ts';
import { withTime } from './written-time.ts';

/** Between the parts of a date; 'de' and 'of' before a month or year. */
const GAP = String.raw`(?:[.,]*\s+|[-/. ])`;
const OF = String.raw`(?:(?:de|del|of|DE|DEL|OF)\s+)?`;
const ORDINAL = '(?:st|nd|rd|th|er|ST|ND|RD|TH|ER|[ºª°])?';
/** Letters, and signs that no name has. Classes of Unicode take several times as long. */
const NAME = String.raw`([A-Za-z\u00aa-\uffff]{2,13})`;
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})${ORDINAL}${GAP}${OF}${NAME}${GAP}${OF}(\d{4}|\d{2})(?![\d:])`,
);
const MONTH_FIRST = new RegExp(
  String.raw`^${NAME}(?:\.?\s+|[-/. ])(\d{1,2})${ORDINAL}(?:,?\s+|[-/. ])(\d{4})(?![\d:])`,
);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})${GAP}${NAME}${GAP}(\d{1,2})(?![\d:])`);
const NO_DAY = new RegExp(String.raw`^${NAME}${GAP}${OF}(\d{4})(?:\s?(?:[гГ]\.?|года|ГОДА))?$`);
/** The most signs between the digits of a day or year and its month. */
const MOST_SIGNS = 4;
const WITH_SIGNS = /^(\d{4})\s?年\s?(\d{1,2})\s?月(?:\s?(\d{1,2})\s?[日号號])?/;

/**
 * A date with the month as a word or its usual short form, in 14 languages: '07-Apr-2015', '12 février 2026', 'Feb 13, 2026',
 * '2026年2月3日', and as RFC 2822 has it 'Fri, 13 Feb 2026 10:15:00 +0000'. 'Feb 2026' is a month without a day. Two digits of a year
 * stand last only where the day is first: '07-APR-15'. Null unless the whole text is one.
 */
export function readNamedDate(text: string, yearOfReading: number): ReadDate | null {
  const first = text.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  // Most texts are no dates, and patterns are slow.
  if (isDigit ? !hasLetterBehind(text) : !mayBeginWithName(text) || !/\d{2}/.test(text)) return null;
  const end = endOfWeekday(text);
  // 'mar' is March in 'mar 3 2026', and Tuesday in 'mar. 3 févr. 2026'.
  return readNamed(text, yearOfReading) ?? (end > 0 ? readNamed(text.slice(end), yearOfReading) : null);
}

/** Whether a letter follows the digits at the beginning, perhaps behind some signs: '2026年', '3. Feb'. '2026-02-03' has none. */
function hasLetterBehind(text: string): boolean {
  let at = endOfDigits(text, 0);
  const end = at + MOST_SIGNS;
  while (at < end && text.charCodeAt(at) < 64) at++;
  return text.charCodeAt(at) > 64;
}

function readNamed(text: string, yearOfReading: number): ReadDate | null {
  const first = text.charCodeAt(0);
  return first >= 48 && first <= 57 ? readFromNumber(text, yearOfReading) : readFromName(text);
}

function readFromNumber(text: string, yearOfReading: number): ReadDate | null {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const [all, day = '', name = '', last = ''] = dayFirst;
    const year = isOneOrTwo(last.length) ? yearOfTwoDigits(Number(last), yearOfReading) : Number(last);
    return withTime(startOfDay(year, monthOf(name), Number(day)), text, all.length);
  }
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [all, year, name = '', day] = yearFirst;
    return withTime(startOfDay(Number(year), monthOf(name), Number(day)), text, all.length);
  }
  const [all = '', year, month, day] = WITH_SIGNS.exec(text) ?? [];
  if (day === undefined) return all === text ? monthAlone(Number(year), Number(month)) : null;
  return withTime(startOfDay(Number(year), Number(month), Number(day)), text, all.length);
}

function readFromName(text: string): ReadDate | null {
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const [all, name = '', day, year] = monthFirst;
    return withTime(startOfDay(Number(year), monthOf(name), Number(day)), text, all.length);
  }
  const [, name = '', year] = NO_DAY.exec(text) ?? [];
  return monthAlone(Number(year), monthOf(name));
}

function monthAlone(year: number, month: number): ReadDate | null {
  const ms = startOfDay(year, month, 1);
  return ms === null ? null : { ms, hasTime: false, hasDay: false };
}

/** Day 0 of Excel. It treats 1900 as a leap year, so from March 1900 on its days count from 30 December 1899. */
const EXCEL_START = Date.UTC(1899, 11, 30);
/** The numbers of 1930 to 2099. Smaller numbers under a header of dates are more likely durations in days. */
const [FIRST_SERIAL, END_OF_SERIALS] = [10_959, 73_051];

/**
 * The date of a number of Excel: whole days since the end of 1899, and the time of the day as the fraction, to the second.
 * Only 1930 to 2099 are read. Example: '45000' is 15 March 2023, '45000.5' its noon.
 */
export function readSerial(text: string): ReadDate | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
  const days = Number(text);
  if (days < FIRST_SERIAL || days >= END_OF_SERIALS) return null;
  const ms = EXCEL_START + Math.round(days * (DAY / 1000)) * 1000;
  // Some programs write every number with a point: '45000.0'.
  return { ms, hasTime: ms % DAY !== 0, hasDay: true };
}

/** The moments of 1990 to 2099. */
const [FIRST_MOMENT, END_OF_MOMENTS] = [Date.UTC(1990, 0, 1), Date.UTC(2100, 0, 1)];

/**
 * The moment, in UTC, of a number of seconds or milliseconds since 1970. Only 1990 to 2099 are read. Example: '1770977700' in
 * seconds is 13 February 2026, 10:15.
 */
export function readEpoch(text: string, unitMs: 1 | 1000): ReadDate | null {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return null;
  const ms = Math.floor(Number(text) * unitMs);
  return ms < FIRST_MOMENT || ms >= END_OF_MOMENTS ? null : { ms, hasTime: true, hasDay: true };
}

/** Words of headers over numbers that are dates: 'Created', 'event_time', 'Close Date', 'Anmeldedatum'. */
const DATE_WORDS = new Set(
  'date dates datum fecha created creation submitted received registered registration signup joined timestamp'.split(
    ' ',
  ),
);
const MOMENT_WORDS = new Set('time at on epoch unix ts ms millis milliseconds seconds'.split(' '));
const NO_DATES = /^(?:candi|man|vali|up|consoli|liqui|accommo)date$/;

/** Whether a header says that its column has dates. Example: 'Close Date' and 'closedate' say so, 'Candidate' does not. */
export function saysDate(header: string): boolean {
  return headerWords(header).some(
    (word) =>
      DATE_WORDS.has(word) || (/(?:date|datum|datetime|timestamp)$/.test(word) && !NO_DATES.test(word)),
  );
}

const LEAD_DATE = listPhrases(LEAD_DATES);
/** Without those of languages that part no words, which are found anywhere. */
const WORDS_OF_LEAD_DATE = { ...LEAD_DATE, inside: [] };
const OTHER_DATE = listPhrases(OTHER_DATES);

/**
 * Whether a header says that its dates are those on which the leads came, in 14 languages. Examples: 'Created At', 'Eingangsdatum' and
 * 'Дата создания' say so; 'Created or updated', 'Close Date' and 'Date' do not.
 */
export function saysLeadDate(header: string): boolean {
  const folded = foldText(header);
  if (!hasPhraseOf(folded, LEAD_DATE)) return false;
  const words = findPhrases(folded, WORDS_OF_LEAD_DATE);
  // 'Signed up' is no day of a contract, though it has 'signed'.
  const isPartOf = ({ start, end }: FoundPhrase) =>
    words.some((phrase) => phrase.start === start && phrase.end > end);
  return findPhrases(folded, OTHER_DATE).every(isPartOf);
}

const WON_DATE = listPhrases(WON_DATES);
const NOT_WON_DATE = listPhrases(NOT_WON_DATES);

/**
 * Whether a header says that its dates are those on which won leads were won, in 14 languages. Examples: 'Won Time', 'Close Date' and
 * 'Abschlussdatum' say so; 'Expected Close Date' and 'Lost Time' do not.
 */
export function saysWonDate(header: string): boolean {
  const folded = foldText(header);
  return hasPhraseOf(folded, WON_DATE) && !hasPhraseOf(folded, NOT_WON_DATE);
}

/**
 * Whether a header says that its dates are those of what became of the lead, or will, so that nobody knows them when it comes. Examples:
 * 'Closing Date', 'Lost Time' and 'Expected Close Date' say so; 'Created' and 'Signed up' do not.
 */
export function saysLaterDate(header: string): boolean {
  const folded = foldText(header);
  return !saysLeadDate(header) && [WON_DATE, NOT_WON_DATE].some((words) => hasPhraseOf(folded, words));
}

/** Whether a header says that its column has dates or moments: as `saysDate`, or 'created_at', 'event_time', 'unix ms'. */
export function saysMoment(header: string): boolean {
  return (
    saysDate(header) || headerWords(header).some((word) => MOMENT_WORDS.has(word) || word.endsWith('time'))
  );
}
