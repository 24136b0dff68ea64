import { MAX_COLUMNS, MIN_COLUMNS } from '#frontend/csv/limits.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { findValue, readElements, type Span } from './json-bytes.ts';

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
const SLICE_BYTES = 1024 * 1024;
const NEEDS_QUOTES = /[",\r\n]/;

const encoder = new TextEncoder();

/**
 * Takes an answer of `GET /api/analyses/{id}` apart. Works in slices of about 1 MB and awaits `onSlice` between them;
 * rows are never texts of objects all at once. Throws where the answer is no JSON.
 */
export async function unpackAnalysis(
  bytes: Uint8Array,
  onSlice: () => Promise<void>,
): Promise<UnpackedAnalysis> {
  const rows = findValue(bytes, ROWS_PATH);
  const record = parseAround(bytes, rows);
  const headers = rows && headersOf(record);
  if (!headers || bytes[rows.from] !== '['.charCodeAt(0)) return { record, csv: null };

  // Quoted, so that no header is taken for anything but one, such as 'sep=;'.
  const parts = [encoder.encode(`${headers.map(quote).join(',')}\n`)];
  let hasText = false;
  for (const slice of readElements(bytes, rows, SLICE_BYTES)) {
    if (!slice.every(isTexts)) return { record, csv: null };
    hasText ||= slice.some(isFilled);
    parts.push(encoder.encode(slice.map((row) => `${row.map(writeCell).join(',')}\n`).join('')));
    await onSlice();
  }
  return { record, csv: hasText ? concat(parts) : null };
}

function parseAround(bytes: Uint8Array, rows: Span | null): unknown {
  const decoder = new TextDecoder();
  if (!rows) return JSON.parse(decoder.decode(bytes));
  const [before, after] = [bytes.subarray(0, rows.from), bytes.subarray(rows.to)];
  return JSON.parse(`${decoder.decode(before)}[]${decoder.decode(after)}`);
}

function headersOf(record: unknown): string[] | null {
  // The rows were found under analysisData, so both are objects there.
  const { analysisData } = record as { analysisData?: { headers?: unknown } };
  const headers = analysisData?.headers;
  const isHeader = isTexts(headers) && headers.length >= MIN_COLUMNS && headers.length <= MAX_COLUMNS;
  return isHeader && isFilled(headers) ? headers : null;
}

/** A reader of CSV takes a line of blanks alone for no line. */
function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function writeCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? quote(text) : text;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
