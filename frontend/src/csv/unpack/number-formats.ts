/** How a number is read, by the format of its cell. */
export type CellFormat =
  | { kind: 'number' | 'percent' | 'date' | 'date-time' | 'time' | 'duration' }
  /** Digits in fixed places, as in postal codes: `mask` has a 0 for each place, and other characters as they are. */
  | { kind: 'mask'; mask: string };

export const PLAIN_NUMBER: CellFormat = { kind: 'number' };
const PERCENT: CellFormat = { kind: 'percent' };
const DATE: CellFormat = { kind: 'date' };
const DATE_TIME: CellFormat = { kind: 'date-time' };
const TIME: CellFormat = { kind: 'time' };
const DURATION: CellFormat = { kind: 'duration' };

/** The formats that a workbook names by number alone (ECMA-376, 18.8.30, and those of East Asia there). All others are numbers. */
const BUILT_IN: readonly { ids: readonly number[]; format: CellFormat }[] = [
  { ids: [9, 10], format: PERCENT },
  { ids: [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58], format: DATE },
  { ids: [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56], format: TIME },
  { ids: [22], format: DATE_TIME },
  { ids: [46], format: DURATION },
];

/** The format with this number in a workbook that does not say what it is. */
export function builtInFormat(id: number): CellFormat {
  return BUILT_IN.find(({ ids }) => ids.includes(id))?.format ?? PLAIN_NUMBER;
}

/** A part of a code: text in quotes or behind a backslash, a filling, a text in brackets, or one character. */
const PARTS = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|AM\/PM|A\/P|./gis;
/** Besides text in quotes these stand for themselves in a code. */
const LITERALS = '-+/ ():';

/**
 * Reads the kind of cell that the code of a number format makes of a number, by its first section.
 * Examples: '00000' and '000\-00\-0000' are masks, 'd/m/yyyy h:mm' is a date and time, '[h]:mm' a duration, '0.0%' a percent, '#,##0.00
 * "days"' and '0.00E+00' numbers.
 */
export function readFormatCode(code: string): CellFormat {
  let [letters, mask, isTime, isDuration, isMask] = ['', '', false, false, true];
  for (const [part, quoted, escaped, bracketed] of code.matchAll(PARTS)) {
    if (part === ';') break;
    const literal = quoted ?? escaped;
    if (literal !== undefined) mask += literal;
    else if (bracketed !== undefined) isDuration ||= /^(?:h+|m+|s+)$/i.test(bracketed);
    else if (part.length > 2) isTime = true;
    else if (part.length === 2) continue;
    else {
      letters += part;
      mask += part;
      isMask &&= part === '0' || LITERALS.includes(part);
    }
  }
  if (isDuration) return DURATION;
  const places = letters.split('0').length - 1;
  if (isMask && places > 1 && !isTime) return { kind: 'mask', mask };
  return readLetters(letters, isTime);
}

/** @param isTime true where the code has a mark for morning and afternoon */
function readLetters(letters: string, isTime: boolean): CellFormat {
  // Fractions of a second are the only digits of a time.
  const isNumber = /[#?]|(?<!s\.0*)0/i.test(letters);
  const hasTime = isTime || /[hs]/i.test(letters);
  const hasDate = /[yd]/i.test(letters) || (!hasTime && /m/i.test(letters));
  if (!isNumber && hasDate) return hasTime ? DATE_TIME : DATE;
  if (!isNumber && hasTime) return TIME;
  return letters.includes('%') ? PERCENT : PLAIN_NUMBER;
}
