import type { Encoding } from './decode.ts';
import type { Delimiter } from './dialect.ts';

/** What the visitor has chosen; what is undefined is detected. */
export interface ReadOptions {
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** Number of the header among the records that are not empty, from 1; a `sep=` line is no record. */
  headerRow?: number;
  /** Lines above the header become rows, in front. Otherwise they are dropped. */
  keepPreamble?: boolean;
  /** Total and closing lines at the end are dropped. Otherwise they stay rows. */
  dropFooter?: boolean;
  /** Rows of empty cells are rows: the file is a table that was read before. Such a file has no blank lines. */
  keepEmptyRows?: boolean;
}

/** Lines outside the data: how many, whether they are rows of the table, and the first of them as text. */
export interface OutsideLines {
  lines: number;
  kept: boolean;
  sample: string[];
}

/** What was found in a file, and what was done about it. 'Guessed': neither chosen nor stated by the file itself. */
export interface IntakeReport {
  encoding: Encoding;
  encodingGuessed: boolean;
  delimiter: Delimiter;
  delimiterGuessed: boolean;
  headerRow: number;
  headerRowGuessed: boolean;
  /** The first records as read, header and lines above it included, for the visitor to check the choices by. */
  firstRecords: string[][];
  preamble: OutsideLines;
  footer: OutsideLines;
  emptyRowsSkipped: number;
  shortRowsPadded: number;
  longRowsCut: number;
  /** Line numbers, from 1, of the first 20 quotes that never close. */
  unterminatedQuoteLines: number[];
  unterminatedQuotes: number;
}

export type IntakeProblem =
  | { reason: 'too-few-rows' }
  | { reason: 'too-few-columns' }
  | { reason: 'too-many-columns'; columns: number }
  | { reason: 'unreadable' };

/** Bytes are those of the file as it was given. */
export interface ReadProgress {
  bytesRead: number;
  bytesTotal: number;
  rowsRead: number;
}
