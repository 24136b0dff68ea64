import { CURRENCIES } from '#contract/currencies.ts';
import { MIN_NUMERIC_PERCENT } from '../constants.ts';
import { MONEY, splitShort, type ShortNumber } from './short-numbers.ts';

/**
 * How a column writes its numbers: '1234.5' (plain); '1,234.50', "1'234.50", '1 234.50' or '12,34,567.50' (decimal point; grouped
 * by comma, apostrophe, space, or in lakhs: two digits per group above the thousands); or '1.234,50' (decimal comma; grouped
 * by point, space or narrow space). All but plain may carry one currency sign or code, or a percent sign. The short ways also write
 * thousands and millions by a letter or a word: '1.2k', '€3.0M' (short-point), '2,5 Mio' (short-comma).
 */
export type NumberFormat =
  | 'plain'
  | 'comma-grouped'
  | 'decimal-comma'
  | 'apostrophe-grouped'
  | 'space-grouped'
  | 'lakh-grouped'
  | 'short-point'
  | 'short-comma';

type GroupedFormat = Exclude<NumberFormat, 'plain' | `short-${string}`>;
type ShortFormat = Extract<NumberFormat, `short-${string}`>;

/** All ways of writing, in the order in which they are offered. Of two that read the same, the first is found. */
export const NUMBER_FORMATS: readonly NumberFormat[] = [
  'plain',
  'comma-grouped',
  'decimal-comma',
  'apostrophe-grouped',
  'space-grouped',
  'lakh-grouped',
  'short-point',
  'short-comma',
];
const isShort = (format: NumberFormat): format is ShortFormat => format.startsWith('short-');
const GROUPED_FORMATS = NUMBER_FORMATS.filter(
  (format): format is GroupedFormat => format !== 'plain' && !isShort(format),
);

const DECIMAL_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The number in a cell, or null unless the whole cell is one: sign, digits, decimal point, exponent, nothing else.
 * '12abc', '1,234', '$5', '0x1F', 'NaN', 'Infinity', '1e999' and a blank are no numbers. '-0' is 0.
 * Example: parseNumber(' -1.5e3 ') = -1500.
 */
export function parseNumber(cell: string): number | null {
  const text = cell.trim();
  return DECIMAL_NUMBER.test(text) ? toFinite(text) : null;
}

function toFinite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : null;
}

/** Other three letters before a number, such as 'LOT 12', are a name. */
const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCIES);

/** A sign, a mark, a sign, the figure, a minus, a mark, a minus; a number has at most one sign and one mark. The mark may be '%'. */
const WRITTEN_NUMBER = new RegExp(
  String.raw`^([+\-−])?(?:(${MONEY}|%)\s*([+\-−])?)?([\d.,]+(?:[\s'\u2019][\d.,]+)*)([-−])?(?:\s*(${MONEY}|%)([-−])?)?$`,
  'u',
);
const BARE_FIGURE = /^[\d.,]+$/;
/** '(5)', '$(5)' and '(5 €)': accountants write what is below 0 in brackets. */
export const BRACKETS = /^((?:[^\d().,]\.?)*)\(([^()]*)\)((?:[^\d().,]\.?)*)$/;
/** '500,-' and '950.--': one or two dashes in place of cents. */
export const NO_CENTS = /(\d[.,])[-\u2212\u2013\u2014]{1,2}(?![-\u2212\u2013\u2014\d])/;
/** Two digits name the group, so that the zeros are none of its number. */
export const ZERO_CENTS = '$0100';
/** A group of three digits never follows a leading zero: '0,125' is a fraction. */
export const FIGURES = {
  'comma-grouped': /^(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|\d+\.?\d*|\.\d+)$/,
  'decimal-comma': /^(?:[1-9]\d{0,2}([. \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:,\d+)?|\d+,?\d*|,\d+)$/,
  'apostrophe-grouped': /^(?:[1-9]\d{0,2}(['\u2019])\d{3}(?:\1\d{3})*(?:\.\d+)?|\d+\.?\d*|\.\d+)$/,
  'space-grouped': /^(?:[1-9]\d{0,2}([ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:\.\d+)?|\d+\.?\d*|\.\d+)$/,
  'lakh-grouped': /^(?:[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?|\d+\.?\d*|\.\d+)$/,
} as const satisfies Record<GroupedFormat, RegExp>;
/** Longer figures would be read as Infinity. */
const MAX_FIGURE_LENGTH = 300;

/** How the figures of a short way are written. */
export const FIGURES_OF: Partial<Record<NumberFormat, GroupedFormat>> = {
  'short-point': 'comma-grouped',
  'short-comma': 'decimal-comma',
};

/**
 * The number in a cell in one way of writing, or null unless the whole cell is one. 'plain' is parseNumber. The other ways
 * know no exponent; they accept a typographic minus, a minus behind the figure, brackets for what is below 0, dashes in place of
 * cents, and one currency sign or code or a percent sign: '12 %' is 12. Groups have one kind of separator, and three digits each except in
 * lakhs. '(-5)', '1,23,4', '-', '€' and a blank are no numbers.
 * Examples: '1.2k' as 'short-point' = 1200; '1.234,50 €' as 'decimal-comma' = 1234.5; as 'comma-grouped' null; '1.200' is 1200 or 1.2; '(1,200.50)' and
 * '1,200.50-' are -1200.5 in the ways with a decimal point that group by comma. '1.250,-' as 'decimal-comma' = 1250, '1.250-' is -1250.
 */
export function readNumber(cell: string, format: NumberFormat): number | null {
  if (format === 'plain') return parseNumber(cell);
  if (isShort(format)) return readShort(cell, format);
  const written = splitNumber(cell);
  if (written === null || !isFigure(written.figure, format)) return null;
  const { figure, isNegative } = written;
  const plain =
    format === 'decimal-comma'
      ? figure.replaceAll(/[.\s]/g, '').replace(',', '.')
      : figure.replaceAll(/[^\d.]/g, '');
  const value = Number(plain);
  return isNegative ? 0 - value : value;
}

/** The digits are moved, not multiplied: 1.1k is 1100, not 1100.0000000000002. */
function readShort(cell: string, format: ShortFormat): number | null {
  const short = splitShort(cell, format);
  const number = readNumber(
    short?.rest ?? cell,
    format === 'short-point' ? 'comma-grouped' : 'decimal-comma',
  );
  return number === null || !short ? number : toFinite(`${number}e${short.digits}`);
}

/** The figure of a cell without its sign and mark; null where there is none, or more than that. */
function splitNumber(cell: string): { figure: string; isNegative: boolean } | null {
  const text = cell.trim();
  // Most cells have no mark, and the long expression is slow.
  if (BARE_FIGURE.test(text)) return { figure: text, isNegative: false };
  const whole = text.replace(NO_CENTS, ZERO_CENTS);
  const brackets = whole.includes('(') ? BRACKETS.exec(whole) : null;
  const match = WRITTEN_NUMBER.exec(brackets ? brackets.slice(1).join('').trim() : whole);
  if (!match) return null;
  const [, first, before, second, figure = '', third, after, fourth] = match;
  const [sign, ...others] = [brackets && '-', first, second, third, fourth].filter((found) => found);
  if (others.length > 0 || (before && after)) return null;
  const mark = before ?? after ?? '';
  if (/^[A-Z]{3}$/.test(mark) && !CURRENCY_CODES.has(mark)) return null;
  return { figure, isNegative: (sign ?? '+') !== '+' };
}

function isFigure(figure: string, format: GroupedFormat): boolean {
  return figure.length <= MAX_FIGURE_LENGTH && FIGURES[format].test(figure);
}

/**
 * The way in which a column writes its numbers: one that fits at least 80% of its non-blank cells (exactly 80% passes), or
 * null if none does. Plain wins where it fits. Of the others the one that reads more leads wins; where several read the
 * same, the first of `NUMBER_FORMATS`, except that the values decide between decimal point and comma: '1,234' is grouped
 * by comma, '1.234 €' by point.
 * Example: '1.234,50 €' and '65.200,00 €': 'decimal-comma'; '1,234' and '980': 'comma-grouped'; "1'234": 'apostrophe-grouped'.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function findNumberFormat(categories: readonly string[], leads: Uint32Array): NumberFormat | null {
  if (fits(categories, leads, 'plain')) return 'plain';
  // Every number has a digit: this look is quicker than a reading.
  if (!areMost(categories, leads, (cell) => /\d/.test(cell))) return null;
  return findGroupedFormat(categories, leads) ?? findShortFormat(categories, leads);
}

function findGroupedFormat(categories: readonly string[], leads: Uint32Array): GroupedFormat | null {
  // A cell is split once for all that is asked about it.
  const figures: (string | undefined)[] = [];
  const isNumber = (cell: string, code: number) => (figures[code] = splitNumber(cell)?.figure) !== undefined;
  if (!areMost(categories, leads, isNumber)) return null;
  const readable = GROUPED_FORMATS.map((format) => countReadable(figures, leads, format));
  const most = Math.max(...readable);
  if (!fitsMost(most, countFilled(categories, leads))) return null;
  const best = GROUPED_FORMATS.filter((_, at) => readable[at] === most);
  const isPoint = best.includes('decimal-comma') && hasOnlyPoints(figures);
  return isPoint ? 'decimal-comma' : best[0]!; // one has the most
}

/**
 * A short way of writing that fits where the column has short numbers and something that shows that they are amounts: money, a
 * decimal, a word, two different letters, or numbers without one. '4k' and '12k' alone are names of models.
 */
function findShortFormat(categories: readonly string[], leads: Uint32Array): ShortFormat | null {
  if (!categories.some((cell) => /\D$/.test(cell))) return null;
  const short: (ShortNumber | null | undefined)[] = [];
  const isNumber = (cell: string, code: number) =>
    (short[code] = splitShort(cell, 'short-comma')) !== null || splitNumber(cell) !== null;
  if (!areMost(categories, leads, isNumber)) return null;
  const some = short.filter((found) => found !== null && found !== undefined);
  if (some.length === 0) return null;
  const suffixes = new Set(some.map(({ suffix }) => suffix));
  const hasMoney = some.some(({ rest }) => /\p{Sc}/u.test(rest));
  if (suffixes.size === 1 && suffixes.has('m') && !hasMoney) return null; // metres, minutes or months
  const isShown =
    suffixes.size > 1 ||
    some.some(({ suffix, rest }) => suffix.length > 1 || !/^\d+$/.test(rest)) ||
    categories.some((cell, code) => short[code] === null && /^\d+$/.test(cell));
  if (!isShown) return null;
  const ways = (['short-point', 'short-comma'] as const).filter((format) => fits(categories, leads, format));
  const [first, second] = ways;
  if (first === undefined || second === undefined) return first ?? null;
  return countShort(categories, leads, second) > countShort(categories, leads, first) ? second : first;
}

function countShort(categories: readonly string[], leads: Uint32Array, format: ShortFormat): number {
  return categories.reduce(
    (sum, cell, code) => (readNumber(cell, format) === null ? sum : sum + leads[code]!), // one per category
    0,
  );
}

/**
 * Whether the points of a column may separate thousands or decimals: both ways of reading fit at least 80% of the non-blank
 * cells, and every number with a point has exactly three digits behind it. No numbers, or none with a point: false.
 * Example: '1.200' and '3.500' may be 1.2 and 3.5, or 1200 and 3500; with a '0.125' or '2.5' among them they are decimals.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function isThousandsAmbiguous(categories: readonly string[], leads: Uint32Array): boolean {
  let isAmbiguous = false;
  for (const category of categories) {
    if (!category.includes('.') || readNumber(category, 'comma-grouped') === null) continue;
    if (readNumber(category, 'decimal-comma') === null) return false;
    isAmbiguous = true;
  }
  return isAmbiguous && fits(categories, leads, 'comma-grouped') && fits(categories, leads, 'decimal-comma');
}

function fits(categories: readonly string[], leads: Uint32Array, format: NumberFormat): boolean {
  return areMost(categories, leads, (cell) => readNumber(cell, format) !== null);
}

/**
 * Whether at least 80% of the leads whose cell is not blank have one of a kind. Without such leads false. Stops once too many
 * are of another kind: most columns have no numbers, and no dates.
 *
 * @param categories distinct raw cells
 * @param leads leads per category
 */
export function areMost(
  categories: readonly string[],
  leads: Uint32Array,
  isOfKind: (cell: string, code: number) => boolean,
): boolean {
  const filled = countFilled(categories, leads);
  let fitting = filled;
  for (let code = 0; code < categories.length && fitsMost(fitting, filled); code++) {
    const cell = categories[code]!; // below the length
    if (cell.trim() !== '' && !isOfKind(cell, code)) fitting -= leads[code]!; // one per category
  }
  return fitsMost(fitting, filled);
}

function countFilled(categories: readonly string[], leads: Uint32Array): number {
  return categories.reduce((sum, cell, code) => (cell.trim() === '' ? sum : sum + leads[code]!), 0); // one per category
}

/** Whether enough of the filled cells are of one kind for a column to be: some are, and at least 80%. */
export function fitsMost(numeric: number, filled: number): boolean {
  // Whole numbers on both sides, so that exactly 80% passes.
  return numeric > 0 && 100 * numeric >= MIN_NUMERIC_PERCENT * filled;
}

/** The leads whose figure is written in this way. */
function countReadable(
  figures: readonly (string | undefined)[],
  leads: Uint32Array,
  format: GroupedFormat,
): number {
  return figures.reduce(
    (sum, figure, code) => (figure !== undefined && isFigure(figure, format) ? sum + leads[code]! : sum), // one per category
    0,
  );
}

/** Whether some of the figures that both formats read have a point, and none a comma. */
function hasOnlyPoints(figures: readonly (string | undefined)[]): boolean {
  const both = figures.filter(
    (figure) =>
      figure !== undefined && isFigure(figure, 'comma-grouped') && isFigure(figure, 'decimal-comma'),
  );
  return both.some((figure) => figure?.includes('.')) && !both.some((figure) => figure?.includes(','));
}
