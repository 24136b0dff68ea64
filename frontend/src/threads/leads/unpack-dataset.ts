import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';
import { headerLine, plainLine } from '#frontend/csv/quote.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';

/** A saved dataset as a CSV file, which is opened like any other. */
export interface UnpackedDataset {
  headers: string[];
  /** Headers and rows in UTF-8. */
  csv: Uint8Array<ArrayBuffer>;
}

/** The options that read an unpacked dataset. */
export const UNPACKED_CSV: ReadOptions = {
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  keepEmptyRows: true,
  dropFooter: false,
  keepOtherLines: true,
  keepAllCells: true,
};

const SLICE_CHARACTERS = 1024 * 1024;

/**
 * Inflates a dataset as the server stores it, and writes its lines as CSV. Works in slices of about 1 MB and awaits
 * `onSlice` between them. Null if the dataset is no table; throws if it is damaged.
 */
export async function unpackDataset(
  gzip: ArrayBuffer,
  onSlice: () => Promise<void>,
): Promise<UnpackedDataset | null> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let headers: string[] | null = null;
  let hasText = false;
  for await (const lines of readLines(gzip)) {
    const rows = lines.map((line): unknown => JSON.parse(line));
    if (!rows.every(isTexts)) return null;
    if (!headers) {
      headers = rows.shift() ?? [];
      if (!isHeader(headers)) return null;
      parts.push(encoder.encode(headerLine(headers)));
    }
    hasText ||= rows.some((row) => row.some((cell) => cell.trim() !== ''));
    parts.push(encoder.encode(rows.map(plainLine).join('')));
    await onSlice();
  }
  return headers && hasText ? { headers, csv: join(parts) } : null;
}

/** The lines of compressed text, about a slice of them at a time. */
async function* readLines(gzip: ArrayBuffer): AsyncGenerator<string[]> {
  const stream = new Response(gzip).body!.pipeThrough(new DecompressionStream('gzip')); // a response with a body
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value = '', done } = await reader.read();
    text += value;
    if (!done && (text.length < SLICE_CHARACTERS || !value.includes('\n'))) continue;
    const lines = text.split('\n');
    text = done ? '' : (lines.pop() ?? '');
    const whole = lines.filter((line) => line !== ''); // the text behind the last line end is empty
    if (whole.length > 0) yield whole;
    if (done) return;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isHeader(headers: readonly string[]): boolean {
  const isTable = headers.length >= MIN_COLUMNS && headers.length <= MAX_COLUMNS;
  return isTable && headers.some((header) => header.trim() !== '');
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
