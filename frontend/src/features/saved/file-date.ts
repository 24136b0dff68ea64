/** A file by its name, and the time by which its leads were known, in milliseconds; null if unknown. */
interface DatedFile {
  fileName: string;
  knownBy: number | null;
}

const YEAR_FIRST = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])(?:[-_. ]?(0[1-9]|[12]\d|3[01]))?(?!\d)/;
const DAY_FIRST = /(?<!\d)(0[1-9]|[12]\d|3[01])[-_.](0[1-9]|1[0-2])[-_.](20\d\d)(?!\d)/;

/** The date in the name of a file as yyyymmdd, the last one of several days of a month; null without one. */
function dateInName(fileName: string): string | null {
  const [, year, month, day = '31'] = YEAR_FIRST.exec(fileName) ?? [];
  if (year && month) return year + month + day;
  const [, first, middle, last] = DAY_FIRST.exec(fileName) ?? [];
  return first && middle && last ? last + middle + first : null;
}

/**
 * Whether the leads of one file are older than those of another: by the dates in both names, else by the times at which they were known.
 * Example: 'leads-2026-09.csv', saved after 'leads-2026-10.csv', is older.
 */
export function isOlderFile(file: DatedFile, other: DatedFile): boolean {
  const [date, otherDate] = [dateInName(file.fileName), dateInName(other.fileName)];
  if (date !== null && otherDate !== null && date !== otherDate) return date < otherDate;
  return (file.knownBy ?? 0) < (other.knownBy ?? 0);
}
