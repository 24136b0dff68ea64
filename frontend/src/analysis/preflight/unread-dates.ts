import { saysDate, saysLeadDate, saysWonDate } from '../columns/date-readers.ts';
import { DATE_FORMATS, findDateFormat, readDate, type DateColumn } from '../columns/dates.ts';
import { areMost, findNumberFormat } from '../columns/number-format.ts';

/** Year, month and day in digits, or a day, a word and a year: dates, in whatever language and calendar. */
const SHAPE =
  /^(?:(?:19|20|24|25)\d\d([-/. ])\d{1,2}\1\d{1,2}|\d{1,2}([-/. ])\d{1,2}\2(?:19|20|24|25)\d\d|\d{1,2}\.?[-/ ]\p{L}{3,12}\.?,?[-/ ](?:19|20|24|25)\d\d)(?![\d-])/u;

/** Whether a text can be read does not depend on its century. */
const ANY_YEAR = 2000;

/**
 * The first cell that cannot be read of a column that looks like dates and has none; null for all other columns. It looks so where the
 * header says that it has dates and most cells have digits but are no numbers, or where most cells have the shape of dates.
 * Example: '3 tammikuuta 2026' for all leads; 'Q1' under 'Quarter', '2019' under 'Start date' and '13.02.2026' are null.
 */
export function findUnreadDate(column: DateColumn): string | null {
  const { header, categories, leads } = column;
  const most = (isOfKind: (cell: string) => boolean) => areMost(categories, leads, isOfKind);
  const looksSo =
    most((cell) => SHAPE.test(cell)) || (saysDays(header) && most((cell) => /\d.*\d/.test(cell)));
  if (!looksSo || findNumberFormat(categories, leads) !== null) return null;
  if (findDateFormat(column, ANY_YEAR).length > 0) return null;
  const unread = DATE_FORMATS.map((format) => {
    const isRead = (cell: string) => readDate(cell, { format, year: ANY_YEAR }) !== null;
    return categories.filter((cell) => cell.trim() !== '' && !isRead(cell));
  });
  const [fewest] = unread.toSorted((a, b) => a.length - b.length);
  return fewest?.[0] ?? null;
}

const saysDays = (header: string) => saysDate(header) || saysLeadDate(header) || saysWonDate(header);
