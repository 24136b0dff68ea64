import type { Delimiter } from './dialect.ts';
import type { Table } from './table.ts';

/** One record of a file, as far as its layout needs it. */
export interface FileRecord {
  /** The texts of its first cells, trimmed and without quotes. */
  cells: string[];
  /** Cells that it has in the file. */
  width: number;
}

/**
 * One of the first records, with the places where it begins and where the next one may begin. A reader counts places in
 * its own way.
 */
export interface HeadRecord extends FileRecord {
  from: number;
  next: number;
}

/**
 * How much of the start of a file is read: whole records, up to the first limit that is met, and so many of their
 * cells.
 */
export interface Extent {
  records: number;
  bytes: number;
  columns: number;
}

/** The records below the header become rows. */
export interface RowOptions {
  header: HeadRecord;
  /** So do the records above it, in front. */
  keepPreamble: boolean;
  /** So do records of empty cells. */
  keepEmptyRows: boolean;
}

/** Awaited after each slice with the bytes read up to there, and the rows. */
export type OnSlice = (bytesRead: number, rowsRead: number) => Promise<void> | void;

/** Counts of the rows and quotes that did not simply fit. */
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
  /** Leaves out the first bytes, a line that is no record. It still counts as a line. */
  skip(bytes: number): void;
  /** For each of the first records its delimiters outside quotes, of any kind, each with the character after it. */
  sniff(extent: Extent): string[][];
  /** The first records that are not empty. */
  readHead(delimiter: Delimiter, extent: Extent): HeadRecord[];
  readRows(options: RowOptions, onSlice: OnSlice): Promise<RowCounts>;
  readonly rowCount: number;
  /** The last rows, at most so many, in the order of the file. */
  lastRows(count: number): FileRecord[];
  dropLastRows(count: number): void;
  /** The rows as a table; null where there is no memory for it. */
  finish(headers: string[]): Table | null;
}
