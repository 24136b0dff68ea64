import {
  BLANK_LABEL,
  MAX_ORDINARY_VALUES,
  MIN_LEADS_PER_VALUE,
  MIN_NUMERIC_PERCENT,
  OUT_OF_RANGE_LABEL,
} from '../constants.ts';
import { readDate } from './dates.ts';
import {
  areMost,
  fitsMost,
  findNumberFormat,
  NUMBER_FORMATS,
  parseNumber,
  readNumber,
  type NumberFormat,
} from './number-format.ts';

export { BLANK_LABEL, OUT_OF_RANGE_LABEL };

/** One column: a code per lead, and the category of each code. Raw categories have '' for the blank. */
export interface CodedColumn {
  codes: Uint32Array;
  categories: readonly string[];
}

/** The numbers of a column: distinct values in ascending order, and how many leads have each. */
export interface NumericSummary {
  min: number;
  max: number;
  values: Float64Array;
  leads: Uint32Array;
}

/**
 * The numbers of a column in one way of writing with their leads, or null when the column is not numeric: no cell is a
 * number, or under 80% of the non-blank cells are. Exactly 80% passes. '1', '1.0' and '01' are one number.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function summariseNumeric(
  categories: readonly string[],
  leads: Uint32Array,
  format: NumberFormat = 'plain',
): NumericSummary | null {
  const numbers = parseNumbers(categories, format);
  let numericLeads = 0;
  let filledLeads = 0;
  categories.forEach((category, code) => {
    const count = leads[code] ?? 0;
    const isNumber = !Number.isNaN(numbers[code]);
    if (isNumber) numericLeads += count;
    if (isNumber || category.trim() !== '') filledLeads += count;
  });
  return fitsMost(numericLeads, filledLeads) ? sortNumbers(numbers, leads) : null;
}

/**
 * The numbers of a column in the way of writing that was chosen for it, else in the one that fits. A column without numbers
 * counts as plain.
 * Example: '12,5' and '13,0': 'decimal-comma' with the values 12.5 and 13.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function readColumnNumbers(
  categories: readonly string[],
  leads: Uint32Array,
  chosen: NumberFormat | undefined,
): { numberFormat: NumberFormat; numeric: NumericSummary | null } {
  const numberFormat = chosen ?? findNumberFormat(categories, leads);
  if (numberFormat === null) return { numberFormat: 'plain', numeric: null };
  return { numberFormat, numeric: summariseNumeric(categories, leads, numberFormat) };
}

/** NaN is no number, and is sorted last. Without a Map of the numbers, which takes several times as long where most are different. */
function sortNumbers(numbers: Float64Array, leads: Uint32Array): NumericSummary {
  const sorted = numbers.slice().sort();
  let count = 0;
  // A plain loop: filter() of a typed array takes ten times as long. It writes behind what it has read.
  for (let at = 0; at < sorted.length; at++) {
    const number = sorted[at]!; // below the length
    if (!Number.isNaN(number) && number !== sorted[count - 1]) sorted[count++] = number;
  }
  const values = sorted.slice(0, count);
  const leadsOf = new Uint32Array(values.length);
  for (let code = 0; code < numbers.length; code++)
    if (!Number.isNaN(numbers[code])) leadsOf[positionIn(values, numbers[code]!)]! += leads[code] ?? 0;
  return { min: values[0] ?? 0, max: values.at(-1) ?? 0, values, leads: leadsOf };
}

/** The position of a number in a sorted list that has it. */
function positionIn(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < number) low = middle + 1; // between two positions
    else high = middle;
  }
  return low;
}

/**
 * True for columns like an id or an e-mail address, which make no useful attribute: more than 20 distinct
 * values, with fewer than 2 leads each on average. A segment needs 10 leads to be tested at all.
 */
export function isMostlyUnique(distinct: number, nonBlankLeads: number): boolean {
  return distinct > MAX_ORDINARY_VALUES && nonBlankLeads < MIN_LEADS_PER_VALUE * distinct;
}

/** The most texts of a column that is no id of its leads: half as many as leads, or 20, and the blank. */
export const maxOrdinaryTexts = (leads: number): number =>
  Math.max(Math.floor(leads / 2), MAX_ORDINARY_VALUES) + 1;

/** Ids and number formats are recognised by this many distinct cells of a column. */
export const CELLS_LOOKED_AT = 100;

/**
 * Whether cells are mostly unique and ranges would not help: ids, addresses, times, free text. Numbers are ids where all
 * are whole and none is repeated; other numbers are measured. The first 100 distinct cells tell numbers from texts.
 * Example: the cells 1001 to 1100 are ids; 100 prices such as 19.95 are not.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function looksLikeIds(categories: readonly string[], leads: Uint32Array): boolean {
  const blanks = leads[categories.indexOf('')] ?? 0;
  let filled = -blanks;
  // A plain loop: reduce() of a typed array takes several times as long.
  for (let code = 0; code < leads.length; code++) filled += leads[code]!; // below the length
  const distinct = categories.length - Number(blanks > 0);
  if (!isMostlyUnique(distinct, filled)) return false;
  const some = categories.slice(0, CELLS_LOOKED_AT);
  if (!areMost(some, leads, (cell) => parseNumber(cell) !== null)) return true;
  return distinct === filled && some.every((cell) => Number.isInteger(parseNumber(cell) ?? 0));
}

// Visitors move ranges again and again over the same categories.
const parsed = new Map(
  NUMBER_FORMATS.map((format) => [format, new WeakMap<readonly string[], Float64Array>()]),
);

/** The number of each category, or NaN; parsed at the first call for a list of categories and a way of writing. */
export function parseNumbers(categories: readonly string[], format: NumberFormat = 'plain'): Float64Array {
  const ofFormat = parsed.get(format)!; // the map has every format
  const cached = ofFormat.get(categories);
  if (cached) return cached;
  const numbers = new Float64Array(categories.length);
  for (let code = 0; code < numbers.length; code++)
    numbers[code] = readNumber(categories[code] ?? '', format) ?? NaN;
  ofFormat.set(categories, numbers);
  return numbers;
}

/** The reason why the values of a column make no useful segments. */
export type UnfitValues = 'dates' | 'numbers' | 'mostly-unique';

const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T,].*)?$/;
const DATE_WAYS = ['iso', 'named-month'] as const;

/** A month without a day is what dates are grouped by. */
function isDate(value: string): boolean {
  return (
    DATE.test(value) || DATE_WAYS.some((format) => readDate(value, { format, year: 0 })?.hasDay === true)
  );
}

/** "1'234,5", '1,2,3', '12,5 %', '900 EUR': a number in a known or an unknown way of writing. */
const WRITTEN_NUMBER = /^(?:[A-Z]{3}|\p{Sc})?\s*[+-]?\d+(?:[.,'\s]\d+)*\s*(?:%|\p{Sc}|[A-Z]{3})?$/u;
/** Unfit values are recognised by this many values of a column. */
const LOOKED_AT = 1000;

/**
 * Whether the values of a column are dates, numbers that are in no known way of writing, or nearly one per lead; null for
 * all other columns. At least 80% of the values are alike. '(Blank)' counts as no value.
 * Example: "1'200,50", '1.234.56' are numbers that are not read, "1'200.50" and '12,5' are read.
 */
export function findUnfitValues(values: readonly string[], totalLeads: number): UnfitValues | null {
  const filled = values.filter((value) => value !== BLANK_LABEL);
  const step = Math.ceil(filled.length / LOOKED_AT);
  const seen = filled.filter((_, index) => index % step === 0);
  const most = (holds: (value: string) => boolean) =>
    seen.length > 1 && 100 * seen.filter(holds).length >= MIN_NUMERIC_PERCENT * seen.length;
  if (most(isDate)) return 'dates';
  const isRead = () => findNumberFormat(seen, new Uint32Array(seen.length).fill(1)) !== null;
  if (most((value) => WRITTEN_NUMBER.test(value)) && !isRead()) return 'numbers';
  return isMostlyUnique(filled.length, totalLeads) ? 'mostly-unique' : null;
}
