const EMAIL = /[^\s@]@[^\s@]{1,255}\.[^\s@.]{2,}/u;

/** Before and after a number stand neither letters nor digits, nor what would make it a part of a longer number. */
const START = '(?<![\\p{L}\\p{N}_.,/-])';
const END = '(?![\\p{L}\\p{N}_]|[.,/-]\\d)';
const GAP = '[ ./-]?';

const TELEPHONES = [
  // International: +49 30 1234567, 0049 30 1234567, +1 (555) 010-9999.
  `(?:\\+|(?<!0)00(?=[1-9]))\\(?\\d(?:[ ./()-]{0,2}\\d){6,14}`,
  // An area code in brackets: (555) 010-9999, (030) 1234567.
  `\\(\\d{2,5}\\)[ -]?\\d{2,5}(?:${GAP}\\d{2,5}){1,3}`,
  // North American: 555-010-9999, 1-555-010-9999, 5550109999.
  '(?:1[ .-])?\\d{3}([ .-])\\d{3}\\1\\d{4}',
  '1?[2-9]\\d{2}[2-9]\\d{6}',
  // National with a zero: 030 1234567, 0171/1234567, 020 7946 0958, 01 23 45 67 89.
  `0[1-9]\\d{1,4}[ /-]?\\d{3,5}(?:[ -]?\\d{2,5}){1,2}`,
  '0[1-9](?:[ .-]\\d{2}){4}',
  '0[1-9][ /-]\\d{8}',
].map((pattern) => new RegExp(`${START}${pattern}${END}`, 'u'));

/**
 * What a text looks like, as far as a stranger must not read it: an e-mail address or a telephone number anywhere in it; null
 * for neither. A number is a telephone number by how it is written: with a country code, an area code in brackets, a leading
 * zero, or in the North American groups. Dates, ranges, amounts, postal codes and long ids are none. It errs on the careful side:
 * an id of ten digits may be taken for a telephone number.
 *
 * @example findPersonalData('Call +49 30 1234567') is 'a telephone number', findPersonalData('2025-10-15') is null
 */
export function findPersonalData(text: string): 'an e-mail address' | 'a telephone number' | null {
  if (EMAIL.test(text)) return 'an e-mail address';
  return TELEPHONES.some((pattern) => pattern.test(text)) ? 'a telephone number' : null;
}
