import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { findValue, skipValue } from './json-bytes.ts';
import { writeRowsAsCsv } from './json-rows.ts';
import { quoteCell } from './row-writer.ts';

/** A saved analysis as the server answers it, taken apart: its dataset is a CSV file again, to be opened like any other. */
export interface UnpackedAnalysis {
  /** The answer without its rows: a list of none stands in their place. */
  record: unknown;
  /** Headers and rows as CSV in UTF-8; null where either is missing, is no list of texts, or makes no table. */
  csv: Uint8Array<ArrayBuffer> | null;
}

/** How to read the CSV that an analysis was unpacked to. */
export const UNPACKED_CSV: ReadOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  keepEmptyRows: true,
};

const ROWS_PATH = ['analysisData', 'rows'];
const HEADERS_PATH = ['analysisData', 'headers'];

const encoder = new TextEncoder();

/**
 * Takes an answer of `GET /api/analyses/{id}` apart. Works in slices of about 1 MB and awaits `onSlice` between them;
 * rows are never texts of objects all at once. Throws where the answer is no JSON.
 */
export async function unpackAnalysis(
  bytes: Uint8Array,
  onSlice: () => Promise<void>,
): Promise<UnpackedAnalysis> {
  const from = findValue(bytes, ROWS_PATH);
  if (from === null) return { record: parse(bytes), csv: null };
  const headers = readHeaders(bytes);
  // Quoted, so that no header is taken for anything but one, such as 'sep=;'.
  const firstLine = headers && encoder.encode(`${headers.map(quoteCell).join(',')}\n`);
  const written = firstLine && (await writeRowsAsCsv(bytes, from, { firstLine, onSlice }));
  const to = written?.to ?? skipValue(bytes, from);
  // Rows that could not be written may be no JSON.
  if (!written) parse(bytes.subarray(from, to));
  return { record: parseAround(bytes, from, to), csv: written?.hasText ? written.csv : null };
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function parseAround(bytes: Uint8Array, from: number, to: number): unknown {
  const decoder = new TextDecoder();
  return JSON.parse(`${decoder.decode(bytes.subarray(0, from))}[]${decoder.decode(bytes.subarray(to))}`);
}

/** The headers, where they are those of a table. */
function readHeaders(bytes: Uint8Array): string[] | null {
  const from = findValue(bytes, HEADERS_PATH);
  const headers = from === null ? null : parse(bytes.subarray(from, skipValue(bytes, from)));
  const isHeader = isTexts(headers) && headers.length >= MIN_COLUMNS && headers.length <= MAX_COLUMNS;
  return isHeader && headers.some((header) => header.trim() !== '') ? headers : null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
