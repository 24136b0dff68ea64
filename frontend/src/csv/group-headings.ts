import type { FileTable } from './table.ts';

/** 'Website (12)': the name of a group and how many records it has. */
const NAME_WITH_COUNT = /^\S.*\s?\((\d{1,7})\)$/;
/** A number in any way of writing, perhaps with the code of a currency. */
const FIGURE = /^(?:[A-Z]{3}\b)?[^\p{L}]*\d[^\p{L}]*(?:\b[A-Z]{3})?$/u;
const SLICE_ROWS = 5000;

/**
 * 1 for each row that is the heading of a group, as Odoo and the outlines of Excel write them above their records: its name with a count,
 * then sums or blanks. Null unless the table begins with one, and every group has as many records as it says, up to the next heading or
 * the end; groups may stand in groups. So a lead that only looks alike stays.
 */
export function markGroupHeadings(table: FileTable): Uint8Array | null {
  if (countOf(table.readRows(0, 1)[0] ?? []) === null) return null;
  const marks = new Uint8Array(table.rowCount);
  /** The headings, each with the number of leads above it and the number that its group has. */
  const headings: { above: number; count: number }[] = [];
  let leads = 0;
  for (let from = 0; from < table.rowCount; from += SLICE_ROWS) {
    for (const [at, cells] of table.readRows(from, Math.min(from + SLICE_ROWS, table.rowCount)).entries()) {
      const count = countOf(cells);
      if (count === null) leads++;
      else {
        marks[from + at] = 1;
        headings.push({ above: leads, count });
      }
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
