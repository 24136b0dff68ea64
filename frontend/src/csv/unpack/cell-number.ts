import type { CellFormat } from './number-formats.ts';

const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];
/** Every decimal of this number of digits is the shortest one of its double. */
const CERTAIN_DIGITS = 15;
/** From here on JavaScript writes an exponent. */
const LEADING_ZEROS = 6;

/**
 * Whether a number is written as JavaScript writes it, so that it can be copied: at most 15 digits, no zeros that say nothing, no
 * exponent. Most numbers of a workbook are; for others the answer may be false.
 */
export function isShortest(bytes: Uint8Array, from: number, to: number): boolean {
  let at = bytes[from] === MINUS ? from + 1 : from;
  let [digits, point] = [0, -1];
  const first = at;
  for (; at < to; at++) {
    const byte = bytes[at]!; // below the end
    if (byte === POINT && point < 0) point = at;
    else if (byte < ZERO || byte > NINE) return false;
    else digits++;
  }
  if (digits === 0 || digits > CERTAIN_DIGITS || point === first) return false;
  if (point < 0) return bytes[first] !== ZERO || (digits === 1 && first === from);
  if (bytes[to - 1] === ZERO || bytes[to - 1] === POINT) return false;
  if (bytes[first] !== ZERO) return true;
  if (point !== first + 1) return false;
  let zeros = point + 1;
  while (bytes[zeros] === ZERO) zeros++;
  return zeros - point <= LEADING_ZEROS;
}

/** How serial numbers of days are read: the days from 1900-01-01 as 1, or from 1904-01-01 as 0. */
export type Epoch = 1900 | 1904;

/**
 * A number as people read it in a cell of this format: a date as ISO 8601, a percent with its sign and all its digits, a number in a mask
 * of digits in the mask, any other number as the shortest decimal that gives back the same double. A number that the format cannot show,
 * such as a date before 1900, stays plain.
 * Examples: 45292 as a date is '2024-01-01'; 0.07 as a percent is '7%'; 2134 in the mask '00000' is '02134'.
 */
export function formatNumber(text: string, format: CellFormat, epoch: Epoch): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  // Most dates need no plain number, which takes longest to write.
  switch (format.kind) {
    case 'number':
      return String(value);
    case 'percent':
      return toPercent(String(value));
    case 'mask':
      return fillMask(String(value), format.mask);
    case 'duration':
      return value < 0 || value > LAST_DAY ? String(value) : writeDuration(value);
    default:
      return writeDate(value, format.kind, epoch) ?? String(value);
  }
}

/** Moves the point by two places in the text, since a multiplication by 100 would round. */
function toPercent(plain: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(plain);
  if (!parts) return plain;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const point = whole.length + Number(exponent) + 2;
  const digits = (whole + fraction).padStart(whole.length + fraction.length - Math.min(0, point), '0');
  const at = Math.max(0, point);
  const before = digits.slice(0, at).padEnd(at, '0').replace(/^0+/, '') || '0';
  const after = digits.slice(at);
  return `${sign}${before}${after && `.${after}`}%`;
}

/** Digits beyond the places of the mask stand in its first place. A number that is not whole has no places. */
function fillMask(plain: string, mask: string): string {
  const places = mask.split('0').length - 1;
  if (!/^\d+$/.test(plain)) return plain;
  const digits = plain.padStart(places, '0');
  let next = digits.length - places;
  let isFirst = true;
  return mask.replaceAll('0', () => {
    const shown = isFirst ? digits.slice(0, next + 1) : (digits[next] ?? '');
    isFirst = false;
    next++;
    return shown;
  });
}

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;
/** The 1904 epoch in days of the other: 1904-01-01 is 1462 there. */
const DAYS_TO_1904 = 1462;
/** 1900-02-29, which Excel has and the calendar has not. */
const NO_SUCH_DAY = 60;
/** 9999-12-31 */
const LAST_DAY = 2_958_465;

const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);

function writeClock(seconds: number): string {
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Hours above 24 stay hours: 1.5 days are '36:00:00'. */
function writeDuration(days: number): string {
  return writeClock(Math.round(days * DAY_SECONDS));
}

/** A serial number of days, rounded to a second; null for one that Excel shows as no date. */
function writeDate(serial: number, kind: 'date' | 'date-time' | 'time', epoch: Epoch): string | null {
  const moment = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(moment / DAY_SECONDS) + (epoch === 1904 ? DAYS_TO_1904 : 0);
  if (serial < 0 || day > LAST_DAY) return null;
  const clock = writeClock(moment - Math.floor(moment / DAY_SECONDS) * DAY_SECONDS);
  if (kind === 'time') return clock;
  return kind === 'date' ? writeDay(day) : `${writeDay(day)}T${clock}`;
}

/** Days that were written: a column of dates has few. */
const written = new Map<number, string>();
const MAX_WRITTEN = 10_000;

/** Day 0 and day 60 are days of Excel that no calendar has; they are written as Excel shows them. */
function writeDay(day: number): string {
  if (day === 0) return '1900-01-00';
  if (day === NO_SUCH_DAY) return '1900-02-29';
  const cached = written.get(day);
  if (cached !== undefined) return cached;
  const days = day < NO_SUCH_DAY ? day : day - 1;
  const text = new Date(Date.UTC(1899, 11, 31) + days * DAY_MS).toISOString().slice(0, 10);
  if (written.size < MAX_WRITTEN) written.set(day, text);
  return text;
}
