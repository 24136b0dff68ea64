import type { Delimiter } from './dialect.ts';
import { NUMBER_PATTERN } from './number-pattern.ts';
import { quoteWhere } from './quote.ts';

/** What separates cells and decimals: comma and point, or semicolon and comma. */
export type CsvFormat = 'comma' | 'semicolon';

type Rows = readonly (readonly (string | number)[])[];

const BYTE_ORDER_MARK = '\ufeff';
const FORMATS = {
  comma: { separator: ',', special: /[",\r\n]/, mark: '.' },
  semicolon: { separator: ';', special: /[";\r\n]/, mark: ',' },
} as const;
/** A spreadsheet runs a cell that begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

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

/** Rows as tab-separated text for the clipboard, which pastes into a spreadsheet as a table; cells as in writeCsv. */
export function writeTsv(rows: Rows): string {
  return rows
    .map((row) => row.map((cell) => quoteWhere(/["\t\r\n]/, formatCell(cell))).join('\t'))
    .join('\n');
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

function guardFormula(text: string): string {
  return FORMULA_START.test(text) && !isFiniteNumber(text) ? `'${text}` : text;
}

function isFiniteNumber(text: string): boolean {
  return NUMBER_PATTERN.test(text) && Number.isFinite(Number(text));
}
