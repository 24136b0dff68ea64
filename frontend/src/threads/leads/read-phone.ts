import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/min';
import { COUNTRIES } from '#frontend/analysis/uploads/countries.ts';

/** E.164 national numbers have at most 11 digits where they are assigned today; Germany's plan allows longer ones. */
const USUAL_DIGITS = 11;
/** The separator of two numbers in one cell: '030 901820; 0171 1234567', '... or ...'. */
const BETWEEN_NUMBERS = /[;,|\n&]|\s(?:or|and|oder|und|ou|et|bzw\.?)\s/i;
/** A slash before 0 or + may separate two numbers, any other slash is part of a number: '030/901820'. */
const SLASH_BEFORE_NUMBER = /\/(?=\s*[+0])/;

/**
 * The phone number in a cell in E.164 ('+', calling code, number); of two numbers the first. Null unless the number is valid
 * in the numbering plan of its country, as libphonenumber knows it: a wrong number would belong to somebody else. Numbers
 * with '+', '00' or the country's own prefix for calls abroad have their own calling code. '.0' after digits and ' in
 * front, as spreadsheets write them, extensions, 'p:' and 'tel:' are left out.
 * Examples: '(800) 555-0100' in the United States is '+18005550100'; '555-0100' there is null; '030 901820' in Germany is
 * '+4930901820'.
 *
 * @param country ISO 3166 code for numbers without a calling code; if it is null, such numbers are null
 */
export function readPhone(cell: string, country: string | null): string | null {
  const text = cell
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^'?(?:(?:p|tel):\s*)?/i, '')
    .replace(/^(\+?\d+)\.0+$/, '$1');
  const read = (part: string) => readOne(part.trim(), country);
  const [first = '', ...others] = text.split(BETWEEN_NUMBERS).filter((part) => /\d/.test(part));
  const part = others.length > 0 ? first : text;
  const sides = part.split(SLASH_BEFORE_NUMBER).map(read);
  if (sides.length > 1 && !sides.includes(null)) return sides[0] ?? null;
  return read(part) ?? (part.includes('/') ? read(part.slice(0, part.indexOf('/'))) : null);
}

/** The number, if the text is a number and nothing else. */
function readOne(text: string, country: string | null): string | null {
  const defaultCountry = COUNTRIES.find((code): code is CountryCode => code === country);
  const parse = (number: string) => {
    const parsed = parsePhoneNumber(number, { defaultCountry, extract: false });
    return parsed?.isValid() ? parsed : null;
  };
  const found = parse(text);
  if (!found) return text.startsWith('00') ? (parse(`+${text.slice(2)}`)?.number ?? null) : null;
  // '4915112345678' in Germany: a calling code without '+', unless the number has as many digits without it.
  const isWithoutPlus = found.nationalNumber.length > USUAL_DIGITS && /^[1-9]/.test(text);
  const international = isWithoutPlus ? parse(`+${text}`) : null;
  return (international?.country === found.country ? international : found)?.number ?? null;
}
