import { MIN_NUMERIC_PERCENT } from '../constants.ts';
import { readNumber, type NumberFormat } from '../columns/number-format.ts';

/** Cells that might mean 'not known', and how many leads have one. */
interface OddCells {
  values: readonly string[];
  leads: number;
}

/** Nines, eights or sevens alone, as surveys and old systems write what they do not know, and the ends of the numbers of programs. */
const CODE = /^-?(?:9{2,}|8{2,}|7{2,}|[79]?9[789]|2147483647|2147483648|32767|32768)(?:[.,]0+)?$|^-[1789]$/;
/** In over 1% of the filled cells. */
const MIN_CODE_PERCENT = 1;
/** A code is at least this many times as large as nearly all other numbers. */
const FAR = 4;
/** Nearly all numbers are up to this share of them. */
const NEARLY_ALL = 0.99;
/** -1 and -9 are codes only beside many other numbers: points may go from -2 to 2. */
const MIN_OTHERS = 20;

/**
 * Numbers that might mean 'not known': -99, 999999 and their like, each in over 1% of the filled cells, and far outside of the other
 * numbers, which are most of the column. Below 0 that is where no other number is below 0, or the distance to them is larger than
 * their own range; above where they are four times as large as 99% of the others, and larger than all. Null without such numbers.
 * Example: 54, 44, 120 and -99 in a tenth of the cells: -99. With -40 to 35 degrees -99 is none.
 *
 * @param categories distinct cells, '' = blank
 * @param leads leads per category
 */
export function findCodes(
  categories: readonly string[],
  leads: Uint32Array,
  format: NumberFormat,
): OddCells | null {
  const filled = categories.reduce((sum, cell, code) => (cell === '' ? sum : sum + leads[code]!), 0); // one per category
  const isOften = (code: number) => leads[code]! > 1 && 100 * leads[code]! > MIN_CODE_PERCENT * filled;
  const mayBeCode = categories.map((cell) => CODE.test(cell.trim()));
  // Before the sort: most columns of many numbers have none that is a code.
  if (!mayBeCode.some((may, code) => may && isOften(code))) return null;
  const numbers = categories.map((cell) => readNumber(cell, format));
  const others = numbers
    .flatMap((number, code) => (number === null || mayBeCode[code] ? [] : [{ number, leads: leads[code]! }]))
    .toSorted((a, b) => a.number - b.number);
  const ofOthers = others.reduce((sum, other) => sum + other.leads, 0);
  const [least, most] = [others[0]?.number ?? NaN, others.at(-1)?.number ?? NaN];
  if (2 * ofOthers < filled || others.length < 3) return null;
  const usual = quantile(others, NEARLY_ALL * ofOthers);
  const isFar = (number: number) =>
    number < 0
      ? number < least &&
        (least >= 0 ? number <= -10 || others.length >= MIN_OTHERS : least - number > most - least)
      : number > most && number >= FAR * Math.abs(usual) && number >= 99;
  const found = categories.flatMap((cell, code) => {
    const number = numbers[code] ?? null;
    return mayBeCode[code] && number !== null && isOften(code) && isFar(number)
      ? [{ cell, leads: leads[code]! }]
      : [];
  });
  if (found.length === 0) return null;
  return { values: found.map(({ cell }) => cell), leads: found.reduce((sum, { leads: of }) => sum + of, 0) };
}

/** The smallest number that at least `count` leads do not exceed. */
function quantile(sorted: readonly { number: number; leads: number }[], count: number): number {
  let seen = 0;
  return sorted.find(({ leads }) => (seen += leads) >= count)?.number ?? 0;
}

/** A range that a spreadsheet has turned into a date, and the range that it probably was. */
export interface TurnedRange {
  cell: string;
  range: string;
  leads: number;
}

/** '51-200', '1 to 10', '1001+', '<10', 'over 500'. */
const RANGE =
  /^\d[\d.,]*\s*(?:[-–—]|to|bis|à|a)\s*\d[\d.,]*$|^\d[\d.,]*\s*\+$|^(?:[<>≥≤]=?|over|under|more than|less than|über|unter)\s*\d[\d.,]*$/i;
/** The beginnings of the names of months in the languages of spreadsheets; their places are the months. */
const MONTHS = [
  'jan ene gen sty янв oca',
  'feb fév fev lut фев şub',
  'mar mär mrz maa мар',
  'apr abr avr kwi апр nis',
  'may mai mei mag maj май',
  'jun jui giu cze июн haz',
  'jul juil lug lip июл tem',
  'aug aoû ago sie авг ağu',
  'sep set wrz сен eyl',
  'oct okt ott out paź окт eki',
  'nov lis ноя kas',
  'dec dez déc dic gru дек ara',
].map((names) => names.split(' '));
const DAY_MONTH = /^(\d{1,2})[-. /]\s?(\p{L}{3,5})\.?$/u;
const MONTH_NUMBER = /^(\p{L}{3,5})\.?[-. /]\s?(\d{2})$/u;
/** A whole date, as another program shows such a cell. */
const WHOLE_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]00:00(?::00)?)?$/;
/** Years of two digits that stand for the end of a range have the first day of a month. */
const FIRST_THIS_CENTURY = 2000;

/**
 * Ranges that a spreadsheet has turned into dates, with the ranges that they probably were: '10-Jan' was 1-10, 'Nov-50' 11-50, 'Oct-01'
 * and '1-Oct' 1-10. Only where at least two other distinct cells are ranges
 * of numbers, and with these are at least 80% of the distinct cells. Null without any.
 *
 * @param categories distinct cells, '' = blank
 * @param leads leads per category
 */
export function findTurnedRanges(categories: readonly string[], leads: Uint32Array): TurnedRange[] | null {
  const isRange = categories.map((cell) => RANGE.test(cell));
  if (isRange.filter(Boolean).length < 2) return null;
  const found = categories.flatMap((cell, code): TurnedRange[] => {
    const range = isRange[code] ? null : rangeOf(cell);
    return range === null ? [] : [{ cell, range, leads: leads[code]! }]; // one per category
  });
  if (found.length === 0) return null;
  const filled = categories.filter((cell) => cell !== '').length;
  const numeric = isRange.filter(Boolean).length + found.length;
  return 100 * numeric >= MIN_NUMERIC_PERCENT * filled ? found : null;
}

/** The lower number of a range stands first. */
function rangeOf(cell: string): string | null {
  const parts = partsOf(cell);
  if (!parts) return null;
  const [low = 0, high = 0] = parts.toSorted((a, b) => a - b);
  return low > 0 && low < high ? `${low}-${high}` : null;
}

/** The month and the other number of a date without a year, or of one whose year was the end of a range. */
function partsOf(cell: string): [number, number] | null {
  const [, firstDay, nextMonth] = DAY_MONTH.exec(cell) ?? [];
  if (firstDay !== undefined && nextMonth !== undefined) return withMonth(nextMonth, firstDay);
  const [, firstMonth, nextNumber] = MONTH_NUMBER.exec(cell) ?? [];
  if (firstMonth !== undefined && nextNumber !== undefined) return withMonth(firstMonth, nextNumber);
  const [, year, month, day] = WHOLE_DATE.exec(cell) ?? [];
  if (year === undefined) return null;
  const isEnd = Number(day) === 1 && Number(year) < FIRST_THIS_CENTURY;
  return [Number(month), isEnd ? Number(year) % 100 : Number(day)];
}

function withMonth(name: string, other: string): [number, number] | null {
  const word = name.toLowerCase();
  const month = 1 + MONTHS.findIndex((names) => names.some((beginning) => word.startsWith(beginning)));
  return month > 0 ? [month, Number(other)] : null;
}
