import { DATE_FORMATS, readDate } from './date-format.ts';
import { fitsMost } from './number-format.ts';

/** Words of headers, the likeliest first: the day on which the lead came, then other days. */
const HEADER_WORDS = [/creat|submit|received|signup|sign.?up|regist|inquir|enquir/i, /date|time|day|datum/i];

/** Some distinct cells of a column, '' for the blank, with leads per cell. */
export interface CountedCells {
  categories: readonly string[];
  leads: Uint32Array;
}

/**
 * The columns with dates, judged by some of their cells: at least 80% of those that are not blank can be read in one way. A
 * column whose header says that the lead came then stands first, then other headers of dates, then the rest, each in column
 * order.
 * Example: 'Closed Date', 'Created At', 'Source' with dates in the first two: 1, 0.
 *
 * @param cells of each column
 */
export function findDateColumns(headers: readonly string[], cells: readonly CountedCells[]): number[] {
  const columns = [...headers.keys()].filter((column) => cells[column] && hasDates(cells[column]));
  const rankOf = (column: number) => {
    const rank = HEADER_WORDS.findIndex((words) => words.test(headers[column] ?? ''));
    return rank === -1 ? HEADER_WORDS.length : rank;
  };
  return columns.sort((a, b) => rankOf(a) - rankOf(b) || a - b);
}

function hasDates({ categories, leads }: CountedCells): boolean {
  return DATE_FORMATS.some((format) => {
    let [dates, others] = [0, 0];
    for (let code = 0; code < leads.length; code++) {
      // The `!` here: a category per count.
      if (categories[code] === '') continue;
      if (readDate(categories[code]!, format) === null) others += leads[code]!;
      else dates += leads[code]!;
    }
    return fitsMost(dates, dates + others);
  });
}
