import type { Decoded, Encoding } from './decode.ts';
import type { EncodedTwice } from './encoded-twice.ts';
import type { Delimiter } from './dialect.ts';
import type { Layout } from './layout.ts';
import type { PackedProblem, Unpacked, UnpackOptions } from './packed.ts';
import type { FileRecord, Reader, RowCounts } from './reader.ts';

const PREVIEW_RECORDS = 12;
const PREVIEW_CHARACTERS = 200;
const SAMPLE_LINES = 5;

/** The visitor's choices. Undefined options are detected in the file. */
export interface ReadOptions extends UnpackOptions {
  encoding?: Encoding;
  /** The encoding that was chosen for earlier files of the kind. It wins over guesses, and a byte order mark over it. */
  usualEncoding?: Encoding;
  delimiter?: Delimiter;
  /** Number of the header among the records that are not empty, from 1. A `sep=` line is no record. */
  headerRow?: number;
  /** True: lines above the header become the first rows. Otherwise they are dropped. */
  keepPreamble?: boolean;
  /**
   * True: total and closing lines at the end are dropped. False: they stay rows. Otherwise those of a known report are
   * dropped.
   */
  dropFooter?: boolean;
  /** True: lines that are no leads stay rows, such as a header that is repeated, a second table, or a line of units. */
  keepOtherLines?: boolean;
  /** True: a backslash before a quote is text, and the quote ends its cell, also where rows get other widths by it. */
  keepBackslashQuotes?: boolean;
  /** The columns, by header, whose cells keep text marks, footnote marks and invisible characters. */
  keepCells?: readonly string[];
  /** Cells that count as blank, by the header of their column. */
  blankCells?: readonly { column: string; values: readonly string[] }[];
  /** Columns, by header, with several choices in a cell: each of these choices becomes a column of yes and no. */
  choiceColumns?: readonly { column: string; separator: string; choices: readonly string[] }[];
  /** True: cells of all columns keep their marks. It is set for a table that was read and stored before. */
  keepAllCells?: boolean;
  /** Several files. True: a line that stands in more than one counts each time. False: it counts once. */
  keepRepeated?: boolean;
  /** True: rows of empty cells stay rows. It is set for a table that was read and stored before. */
  keepEmptyRows?: boolean;
}

/** Lines outside the data: how many, and the first of them as text. */
interface OutsideLines {
  lines: number;
  sample: string[];
}

/** Findings about a file, and how it was read. 'Guessed' means neither chosen nor stated by the file itself. */
export interface IntakeReport extends Layout, RowCounts, Omit<Decoded, 'bytes'> {
  /**
   * PapaParse reads where the browser has no WebAssembly, or too little memory. It treats damaged quotes in its own
   * way.
   */
  reader: Reader['name'];
  /** Words that were encoded twice before they came here; absent where none was found or looked for. */
  encodedTwice?: EncodedTwice | null;
  /** The first records, including the header and the lines above it, so that the visitor can check the choices. */
  firstRecords: string[][];
  /** `kept`: its lines are rows of the table. */
  preamble: OutsideLines & { kept: boolean };
  /** `dropped`: how many of its lines, the last ones, are no rows of the table. */
  footer: OutsideLines & { dropped: number };
  /** Lines among the data that are no leads; `kept`: they are rows of the table; `secondTable`: the line in which one begins. */
  noLeads: OutsideLines & { kept: boolean; secondTable: number | null };
  /** How many quotes after a backslash are quotes of the text, which makes all rows of one width; null where it does not. */
  backslashQuotes: number | null;
  /** The contents of the file where it is a zip or a spreadsheet; else null. */
  unpacked: Unpacked | null;
}

/** Why a file is not opened; of a packed file perhaps with what else could be read of it; of several files with the name of one. */
export type IntakeProblem = (
  | { reason: 'too-few-rows' }
  | { reason: 'too-few-columns' }
  | { reason: 'too-many-columns'; columns: number }
  | { reason: 'unreadable' | 'no-table' }
  | PackedProblem
  | JoinProblem
) & { unpacked?: Unpacked; inFile?: string };

/** Why several files are not read as one; `inFile` names the file. A spreadsheet or zip is read alone. */
type JoinProblem =
  | { reason: 'not-csv' | 'too-large' | 'not-joined' }
  | { reason: 'other-columns'; first: string; missing: readonly string[]; added: readonly string[] };

/**
 * Whether a file named .txt is prose, which has commas too: most of its lines differ from the first in the number of cells. A delimiter that
 * the visitor has chosen makes it a table.
 */
export function isProse(
  name: string,
  { delimiter }: ReadOptions,
  { table, report }: { table: { rowCount: number }; report: IntakeReport },
): boolean {
  const uneven = report.shortRowsPadded + report.longRowsCut;
  return delimiter === undefined && /\.txt$/i.test(name) && uneven > table.rowCount / 2;
}

/** Bytes count in the encoding of the original file. */
export interface ReadProgress {
  bytesRead: number;
  bytesTotal: number;
  rowsRead: number;
}

/** Records outside the data, and the visitor's choice about them. */
interface Outside {
  headerRow: number;
  keepPreamble: boolean;
  footer: readonly FileRecord[];
  dropped: readonly FileRecord[];
}

/** The parts of a report that show records of the file. */
export function describeRecords(
  records: readonly FileRecord[],
  { headerRow, keepPreamble, footer, dropped }: Outside,
): Pick<IntakeReport, 'firstRecords' | 'preamble' | 'footer'> {
  return {
    firstRecords: records.slice(0, PREVIEW_RECORDS).map(({ cells }) => cells.map(cutText)),
    preamble: { ...describeLines(records.slice(0, headerRow - 1)), kept: keepPreamble },
    footer: { ...describeLines(footer), dropped: dropped.length },
  };
}

export function describeLines(records: readonly FileRecord[]): OutsideLines {
  const sample = records
    .slice(0, SAMPLE_LINES)
    .map(({ cells }) => cutText(cells.filter((cell) => cell !== '').join(', ')));
  return { lines: records.length, sample };
}

function cutText(text: string): string {
  return text.slice(0, PREVIEW_CHARACTERS);
}
