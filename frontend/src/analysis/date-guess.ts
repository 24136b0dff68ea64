import { DATE_FORMATS, readDate } from './dates.ts';
import { fitsMost } from './number-format.ts';

/** Enough cells to see whether a column has dates. */
const LOOKED_AT = 200;

/** Words of headers, the likeliest first: the day on which the lead came, then other days. */
const HEADER_WORDS = [/creat|submit|received|signup|sign.?up|regist|inquir|enquir/i, /date|time|day|datum/i];

/**
 * The columns with dates, judged by their first cells: at least 80% of those that are not blank can be read in one way. A
 * column whose header says that the lead came then stands first, then other headers of dates, then the rest, each in column
 * order.
 * Example: 'Closed Date', 'Created At', 'Source' with dates in the first two: 1, 0.
 */
export function findDateColumns(headers: readonly string[], rows: readonly (readonly string[])[]): number[] {
  const seen = rows.slice(0, LOOKED_AT);
  const columns = [...headers.keys()].filter((column) => hasDates(seen.map((row) => row[column] ?? '')));
  const rankOf = (column: number) => {
    const rank = HEADER_WORDS.findIndex((words) => words.test(headers[column] ?? ''));
    return rank === -1 ? HEADER_WORDS.length : rank;
  };
  return columns.sort((a, b) => rankOf(a) - rankOf(b) || a - b);
}

function hasDates(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return DATE_FORMATS.some((format) => {
    const dates = filled.filter((cell) => readDate(cell, format) !== null);
    return fitsMost(dates.length, filled.length);
  });
}
