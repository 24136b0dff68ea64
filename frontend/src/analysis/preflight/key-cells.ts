import { findPlaceholders } from '../counts/group-values.ts';

/** A number with an exponent, as Excel writes it: '4.91510E+12'. '5E11' may be an id, so a fraction or a sign is needed. */
const WITH_EXPONENT = /^[+-]?\d(?:[.,](\d+)E\+?|E\+)(\d{1,2})$/i;
/** Excel shows at most this many digits of a number that is wider than its column. */
const MAX_SHOWN_DIGITS = 6;
const MIN_EXPONENT = 9;

const WHOLE_NUMBER = /^[+-]?(\d{11,})(?:\.0+)?$/;
/** Excel keeps this many digits of a number, and writes zeros for all others. */
const KEPT_DIGITS = 15;
/** Fewer long numbers may end in zeros by chance. */
const MIN_LONG_NUMBERS = 5;

/** A form that was sent more often than this names no person: the number of a switchboard, the address of an agency. */
export const MAX_LEADS_OF_A_PERSON = 20;

/** Local parts of e-mail addresses that stand for none. */
const NO_MAILBOX =
  /^(?:no|none|nobody|no[-_.]?(?:e?[-_.]?mail|reply)|na|n\/a|null|unknown|anonymous|example|keine?|sin[-_.]?correo|xx+)@/i;
/** Words in the place of an address or a number, in several languages: 'no phone', 'keine', 'unbekannt'. */
const NO_ANSWER =
  /^(?:no|none|without|keine?|unbekannt|sin|ninguno|aucune?|sans|inconnu|nessun[oa]?|geen|onbekend|brak|yok|ingen|inget|нет|なし|無し|无|無|없음)(?:$|[\s.])/iu;
/** One digit repeated, or digits in their order. */
const FILLED_IN = /^(?:(\d)\1{4,}|0?123456(?:7(?:8(?:90?)?)?)?|0)$/;

/**
 * Whether a number has lost digits on its way through Excel: an exponent of at least 9 behind at most 6 digits.
 * Example: '4.91510E+12' was a phone number of 13 digits.
 */
export function isRoundedNumber(cell: string): boolean {
  const match = WITH_EXPONENT.exec(cell);
  if (!match) return false;
  return 1 + (match[1] ?? '').length <= MAX_SHOWN_DIGITS && Number(match[2]) >= MIN_EXPONENT;
}

/**
 * Tells which cells of a column are numbers that Excel has rounded. Numbers that end in zeros are where most of at least 5 long
 * numbers do: after 15 digits, as Excel keeps no more, or after at most 6, as an exponent leaves them.
 *
 * @param values distinct raw values of the column, all or the first
 */
export function roundedTest(values: readonly string[]): (cell: string) => boolean {
  const long = values.filter((value) => WHOLE_NUMBER.test(value));
  const cut = long.filter(endsInZeros).length;
  const areCut = long.length >= MIN_LONG_NUMBERS && 2 * cut > long.length;
  return (cell) => isRoundedNumber(cell) || (areCut && endsInZeros(cell));
}

/** 1 for each value of a column that Excel has rounded, else 0; null where there is none. */
export function markRounded(values: readonly string[]): Uint8Array | null {
  const isRounded = roundedTest(values);
  const marks = Uint8Array.from(values, (value) => Number(isRounded(value)));
  return marks.includes(1) ? marks : null;
}

function endsInZeros(cell: string): boolean {
  const digits = WHOLE_NUMBER.exec(cell)?.[1];
  if (digits === undefined) return false;
  const significant = digits.replace(/0+$/, '').length;
  return significant <= MAX_SHOWN_DIGITS || (digits.length > KEPT_DIGITS && significant <= KEPT_DIGITS);
}

/**
 * Which values of a column of addresses, phone numbers or ids name nobody: 1 for each, else 0. They are blanks, rounded numbers,
 * placeholders such as 'n/a', '0000000000' or 'none@none.com', and values that more than 20 leads share.
 *
 * @param values distinct raw values, '' = blank
 * @param leads of each value; null where the column was not read to its end
 */
export function markNobody(values: readonly string[], leads: Uint32Array | null): Uint8Array {
  const marks = markRounded(values) ?? new Uint8Array(values.length);
  const placeholders = new Set(findPlaceholders(values));
  for (let code = 0; code < values.length; code++) {
    const value = values[code]!; // below the length
    if ((leads?.[code] ?? 1) > MAX_LEADS_OF_A_PERSON || placeholders.has(value) || isFillIn(value))
      marks[code] = 1;
  }
  return marks;
}

function isFillIn(value: string): boolean {
  if (value === '' || NO_MAILBOX.test(value)) return true;
  if (/\d/.test(value)) return !/[\p{L}@]/u.test(value) && FILLED_IN.test(value.replaceAll(/\D/g, ''));
  return NO_ANSWER.test(value);
}
