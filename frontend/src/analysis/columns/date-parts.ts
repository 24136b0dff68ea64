const ZERO = 48;
const NOON = 12;

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
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Midnight of a day, in milliseconds since 1970 as if it were UTC; null where the calendar has no such day, or the year is
 * not 1900 to 2199. 29 February 2000 is a day, 29 February 1900 is none. Months count from 1.
 */
export function startOfDay(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = (DAYS_OF_MONTHS[month - 1] ?? 0) + Number(month === 2 && isLeap);
  if (day < 1 || day > days || year < FIRST_YEAR || year > LAST_YEAR) return null;
  return Date.UTC(year, month - 1, day);
}

/** The parts that may follow minutes or seconds: a fraction, AM or PM, a zone, and the zone's name as in RFC 2822. */
const BEHIND_TIME =
  /^(?:[.,]\d+)?(?:\s?([ap])\.?m\.?)?(?:\s?(?:z|ut|[a-z]{3,4}|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?))?(?:\s\([^()]*\))?$/i;
const NOTHING_BEHIND: readonly (string | undefined)[] = [];

/** Milliseconds since midnight, or null unless the text from `from` on is a time, as in 'T09:05' or ', 9:05:07 p.m. UTC'. */
export function readTime(text: string, from: number): number | null {
  const separator = /^(?:t|,?\s+(?:at\s+)?)/i.exec(text.slice(from, from + 6))?.[0].length ?? 0;
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

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half.toLowerCase() === 'p' ? NOON : 0);
}
