import type { Delimiter } from './dialect.ts';
import type { FileTable } from './table.ts';

/** One record of a file, with as many cells as the layout needs. */
export interface FileRecord {
  /** The texts of its first cells, trimmed and without quotes. */
  cells: string[];
  /** How many cells it has in the file. Of a row that is wider than the header one more than that, however many it has. */
  width: number;
}

/**
 * One of the first records, with its position and that of the next one. Each reader counts positions in its own unit.
 */
export interface HeadRecord extends FileRecord {
  from: number;
  next: number;
}

/** How much of the start of a file is read: whole records until a limit is met, and at most `columns` cells of each. */
export interface Extent {
  records: number;
  bytes: number;
  columns: number;
}

/** Which records become rows, besides those below the header. */
export interface RowOptions {
  header: HeadRecord;
  /** The records above the header, as the first rows. */
  keepPreamble: boolean;
  /** How many records below the header are no rows. */
  skipBelow: number;
  /** Records of empty cells. */
  keepEmptyRows: boolean;
}

/** Awaited after each slice, with the bytes and rows read so far. */
export type OnSlice = (bytesRead: number, rowsRead: number) => Promise<void> | void;

/** How many rows were skipped, padded or cut, and which quotes never close. */
export interface RowCounts {
  emptyRowsSkipped: number;
  shortRowsPadded: number;
  longRowsCut: number;
  /** Line numbers, from 1, of the first 20 quotes that never close. */
  unterminatedQuoteLines: number[];
  unterminatedQuotes: number;
}

/** Splits a file into records and cells. The methods are called in the order in which they stand here. */
export interface Reader {
  readonly name: 'compiled' | 'papaparse';
  /** The file as UTF-8. */
  readonly bytes: Uint8Array;
  /** Skips the first bytes, a line that is no record. It still counts in line numbers. */
  skip(bytes: number): void;
  /**
   * The delimiters of any kind in each of the first records, outside quotes, each with the character after it: two characters
   * per delimiter.
   */
  sniff(extent: Extent): string[];
  /** The first records that are not empty. */
  readHead(delimiter: Delimiter, extent: Extent): HeadRecord[];
  readRows(options: RowOptions, onSlice: OnSlice): Promise<RowCounts>;
  readonly rowCount: number;
  /** The last rows, at most `count`, in the order of the file. */
  lastRows(count: number): FileRecord[];
  dropLastRows(count: number): void;
  /** As `FileRecord.width`. */
  widthOf(row: number): number;
  /** The rows as a table; null where there is too little memory. */
  finish(headers: string[]): FileTable | null;
}
