import type { Encoding } from './decode.ts';
import type { Delimiter } from './dialect.ts';
import type { Layout } from './layout.ts';
import type { FileRecord, Reader, RowCounts } from './reader.ts';

const PREVIEW_RECORDS = 12;
const PREVIEW_CHARACTERS = 200;
const SAMPLE_LINES = 5;

/** The visitor's choices. Where one is undefined, the file decides. */
export interface ReadOptions {
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** Number of the header among the records that are not empty, from 1; a `sep=` line is no record. */
  headerRow?: number;
  /** Lines above the header become the first rows. Otherwise they are dropped. */
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

/** Findings about a file, and how it was read. 'Guessed': neither chosen nor stated by the file itself. */
export interface IntakeReport extends Layout, RowCounts {
  /**
   * PapaParse reads where the browser has no WebAssembly, or no memory for it. It reads damaged quotes in its own way.
   */
  reader: Reader['name'];
  encoding: Encoding;
  encodingGuessed: boolean;
  /** The first records, with the header and the lines above it: by them the visitor checks the choices. */
  firstRecords: string[][];
  preamble: OutsideLines;
  footer: OutsideLines;
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

/** The parts of a report that show records of the file. */
export function describeRecords(
  records: readonly FileRecord[],
  { headerRow, footer }: { headerRow: number; footer: readonly FileRecord[] },
  { keepPreamble = false, dropFooter = false }: ReadOptions,
): Pick<IntakeReport, 'firstRecords' | 'preamble' | 'footer'> {
  return {
    firstRecords: records.slice(0, PREVIEW_RECORDS).map(({ cells }) => cells.map(cutText)),
    preamble: { ...describeLines(records.slice(0, headerRow - 1)), kept: keepPreamble },
    footer: { ...describeLines(footer), kept: !dropFooter },
  };
}

function describeLines(records: readonly FileRecord[]): Pick<OutsideLines, 'lines' | 'sample'> {
  const sample = records
    .slice(0, SAMPLE_LINES)
    .map(({ cells }) => cutText(cells.filter((cell) => cell !== '').join(', ')));
  return { lines: records.length, sample };
}

function cutText(text: string): string {
  return text.slice(0, PREVIEW_CHARACTERS);
}
