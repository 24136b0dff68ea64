import type { FileTable } from './table.ts';

/** 'Website (12)': the name of a group and how many records it has. */
const NAME_WITH_COUNT = /^\S.*\s?\((\d{1,7})\)$/;
/** A number in any way of writing, perhaps with the code of a currency. */
const FIGURE = /^(?:[A-Z]{3}\b)?[^\p{L}]*\d[^\p{L}]*(?:\b[A-Z]{3})?$/u;
const SLICE_ROWS = 5000;
/** The number of last rows that show whether the groups of a table end in totals. */
const LAST_ROWS = 5;

/** 1 for each row that is the heading or the total of a group; null where none is. A lead that only looks alike stays. */
export function markGroupRows(table: FileTable): Uint8Array | null {
  return markCountedHeadings(table) ?? markHeadings(table) ?? markTotals(table);
}

/**
 * The headings of groups as Odoo and outlines write them above their records: the name with a count, then sums or blanks. Null unless
 * the table begins with one, and every group has as many records as it says, up to the next heading or the end; groups may stand in
 * groups.
 */
function markCountedHeadings(table: FileTable): Uint8Array | null {
  if (countOf(table.readRows(0, 1)[0] ?? []) === null) return null;
  const marks = new Uint8Array(table.rowCount);
  /** The headings, each with the number of leads above it and the number that its group has. */
  const headings: { above: number; count: number }[] = [];
  let leads = 0;
  for (const [row, cells] of rowsOf(table)) {
    const count = countOf(cells);
    if (count === null) leads++;
    else {
      marks[row] = 1;
      headings.push({ above: leads, count });
    }
  }
  const ends = new Set([...headings.map(({ above }) => above), leads]);
  const areAllFull = headings.every(({ above, count }) => count > 0 && ends.has(above + count));
  return areAllFull ? marks : null;
}

/** How many records a heading says that its group has; null for another row. */
function countOf(cells: readonly string[]): number | null {
  const [name = '', ...others] = cells.filter((cell) => cell !== '');
  const count = NAME_WITH_COUNT.exec(name)?.[1];
  const isHeading =
    count !== undefined && others.length < cells.length - 1 && others.every((cell) => FIGURE.test(cell));
  return isHeading ? Number(count) : null;
}

function* rowsOf(table: FileTable): Generator<[row: number, cells: string[]]> {
  for (let from = 0; from < table.rowCount; from += SLICE_ROWS) {
    const rows = table.readRows(from, Math.min(from + SLICE_ROWS, table.rowCount));
    for (const [at, cells] of rows.entries()) yield [from + at, cells];
  }
}

/**
 * The headings of an outline without counts: they alone have the first column, and no text beside it, while records have two cells or
 * more behind a blank. Null unless the table has two groups, begins with a heading and has more records than headings, and each
 * heading stands above a record.
 */
function markHeadings(table: FileTable): Uint8Array | null {
  const [heading = [], record = []] = table.readRows(0, 2);
  if (!isHeading(heading) || !isRecord(record)) return null;
  const marks = new Uint8Array(table.rowCount);
  let headings = 0;
  for (const [row, cells] of rowsOf(table)) {
    if (isHeading(cells) && marks[row - 1] !== 1) headings += marks[row] = 1;
    else if (!isRecord(cells)) return null;
  }
  const isOutline = headings > 1 && 2 * headings < table.rowCount && marks.at(-1) === 0;
  return isOutline ? marks : null;
}

const isFigure = (cell: string) => FIGURE.test(cell);

function isHeading([name = '', ...others]: readonly string[]): boolean {
  return name !== '' && others.includes('') && others.every((cell) => cell === '' || isFigure(cell));
}

const isRecord = ([name, ...others]: readonly string[]): boolean =>
  name === '' && others.filter((cell) => cell !== '').length > 1;

/**
 * The totals below groups, as Excel writes them in any language: one text, which is a value that all leads of the group have and one word or
 * more beside it, and figures. The words are the same for all groups: 'Ads Total', 'Search Total'. The last row may be the total of all. Null
 * unless the table ends in such a row, and two groups or more have one.
 */
function markTotals(table: FileTable): Uint8Array | null {
  const last = table.readRows(Math.max(0, table.rowCount - LAST_ROWS), table.rowCount);
  const lead = last.findLastIndex((cells) => labelOf(cells) === null);
  const words = lead === -1 ? null : wordsBeside(last[lead + 1], last[lead]);
  if (words === null) return null;
  const marks = new Uint8Array(table.rowCount);
  let groups = 0;
  /** The cells that all leads of a group have. */
  let shared: readonly string[] = [];
  for (const [row, cells] of rowsOf(table)) {
    const isBelowTotal = marks[row - 1] === 1;
    if (wordsBeside(cells, shared) === words) groups += marks[row] = 1;
    else if (row === table.rowCount - 1 && isBelowTotal && labelOf(cells) !== null) marks[row] = 1;
    else shared = row === 0 || isBelowTotal ? cells : shared.filter((cell) => cells.includes(cell));
  }
  return groups > 1 ? marks : null;
}

/** The one text of a row of figures and blanks; null for another row. */
function labelOf(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== '');
  const [label = null, ...others] = filled.filter((cell) => !isFigure(cell));
  return others.length === 0 && filled.length > 1 && filled.length < cells.length ? label : null;
}

/** The words that the total of a group has beside the name of the group, which is a cell of its leads; null for another row. */
function wordsBeside(cells: readonly string[] = [], ofLeads: readonly string[] = []): string | null {
  const label = ` ${labelOf(cells) ?? ''} `;
  const name = ofLeads.find((cell) => cell !== '' && label.includes(` ${cell} `));
  const words = name && label.replace(` ${name} `, ' … ');
  return words && /\p{L}/u.test(words) && !/\d/.test(words) ? words : null;
}
