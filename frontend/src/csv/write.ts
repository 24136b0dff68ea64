import type { Delimiter } from './dialect.ts';
import { NUMBER_PATTERN } from './number-pattern.ts';
import { quoteWhere } from './quote.ts';

/** The separators of cells and decimals: comma and point, or semicolon and comma. */
export type CsvFormat = 'comma' | 'semicolon';

type Rows = readonly (readonly (string | number)[])[];

/** How the page shows a figure: its decimals, and whether it writes '<0.001' where all of them are 0. */
export interface Precision {
  decimals: number;
  isFloored?: boolean;
}

/** A figure that is written as precisely as the page shows it. */
export interface ShownFigure extends Precision {
  figure: number;
}

const BYTE_ORDER_MARK = '\ufeff';
const FORMATS = {
  comma: { separator: ',', special: /[",\r\n]/, mark: '.' },
  semicolon: { separator: ';', special: /[";\r\n]/, mark: ',' },
} as const;
/** A spreadsheet may run a cell that begins like this: with a sign, also a full-width one, or after a control character. */
const FORMULA_START = /^[=+\-@＝＋－＠\p{Cc}]/u;

/**
 * Rows as a CSV file for spreadsheets: RFC 4180, CRLF after each row, byte order mark in front so that Excel sees
 * UTF-8. Numbers are written in full, with a point; in the format 'semicolon' with a comma, and cells are separated by
 * semicolons, as spreadsheets in most of Europe read and write them. Text that a spreadsheet would run as a formula gets a ' in front,
 * unless the whole cell is a finite number.
 * Throws a RangeError on NaN and Infinity, which no figure may be.
 */
export function writeCsv(rows: Rows, format: CsvFormat = 'comma'): string {
  const { separator, special, mark } = FORMATS[format];
  const lines = rows.map(
    (row) => row.map((cell) => quoteWhere(special, formatCell(cell, mark))).join(separator) + '\r\n',
  );
  return BYTE_ORDER_MARK + lines.join('');
}

/**
 * Rows as a CSV file for an ad platform to read: RFC 4180 with CRLF, every cell as it is. Without a byte order mark and without
 * the ' of spreadsheets, which platforms take for a part of the value.
 */
export function writeUpload(rows: Rows): string {
  return rows
    .map((row) => row.map((cell) => quoteWhere(/[",\r\n]/, String(cell))).join(',') + '\r\n')
    .join('');
}

/**
 * Rows as tab-separated text for the clipboard, which pastes into a spreadsheet as a table. Cells are as in writeCsv, with
 * the decimal mark of the format; figures that the page shows rounded are rounded alike.
 */
export function writeTsv(
  rows: readonly (readonly (string | number | ShownFigure)[])[],
  format: CsvFormat = 'comma',
): string {
  const { mark } = FORMATS[format];
  const write = (cell: string | number | ShownFigure) =>
    typeof cell === 'object' ? formatShown(cell, mark) : formatCell(cell, mark);
  return rows.map((row) => row.map((cell) => quoteWhere(/["\t\r\n]/, write(cell))).join('\t')).join('\n');
}

/**
 * Rows as they are, CRLF after each: no cell gets a ' in front, since a platform that takes the file would read it as a
 * part of the cell. Cells with the delimiter, a quote or a line break are quoted as in RFC 4180.
 * Example: with ';' the cells '+49 30', 'a;b' and 'a,b' are written as +49 30;"a;b";a,b.
 */
export function writeUnchanged(rows: readonly (readonly string[])[], delimiter: Delimiter): string {
  const special = SPECIAL_BY_DELIMITER[delimiter];
  return rows.map((row) => row.map((cell) => quoteWhere(special, cell)).join(delimiter) + '\r\n').join('');
}

const SPECIAL_BY_DELIMITER: Record<Delimiter, RegExp> = {
  ',': /[",\r\n]/,
  ';': /[";\r\n]/,
  '\t': /["\t\r\n]/,
  '|': /["|\r\n]/,
};

/** A figure or a text of our own as a cell of a spreadsheet: see `writeCsv`. */
export function formatCell(cell: string | number, mark = '.'): string {
  if (typeof cell === 'string') return guardFormula(cell);
  if (!Number.isFinite(cell)) throw new RangeError(`A figure to be written is ${cell}`);
  return String(cell).replace('.', mark);
}

/** Digits that every figure has for certain; more are noise of percents, such as 28.749999999999996 for 28.75. */
const CERTAIN_DIGITS = 15;

/** Example: 1.9316 with 2 decimals and a comma is '1,93'; 0.0004, floored at 3 decimals, is '<0,001'. */
function formatShown({ figure, decimals, isFloored = false }: ShownFigure, mark: string): string {
  if (!Number.isFinite(figure)) throw new RangeError(`A figure to be written is ${figure}`);
  const least = 10 ** -decimals;
  const isBelow = isFloored && figure < least;
  const shown = isBelow ? least : Number(figure.toPrecision(CERTAIN_DIGITS));
  return (isBelow ? '<' : '') + roundTo(decimals).format(shown).replace('.', mark);
}

const rounders = new Map<number, Intl.NumberFormat>();

/** Rounds as the page does. */
function roundTo(decimals: number): Intl.NumberFormat {
  const cached = rounders.get(decimals);
  if (cached) return cached;
  const rounder = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
    signDisplay: 'negative',
  });
  rounders.set(decimals, rounder);
  return rounder;
}

function guardFormula(text: string): string {
  return FORMULA_START.test(text) && !isFiniteNumber(text) ? `'${text}` : text;
}

function isFiniteNumber(text: string): boolean {
  return NUMBER_PATTERN.test(text) && Number.isFinite(Number(text));
}
