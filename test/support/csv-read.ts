import { expect, vi } from 'vitest';
import { nameHeaderCells } from '#frontend/csv/column-names.ts';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { decodeToUtf8, isUtf8 } from '#frontend/csv/decode.ts';
import { readSeparatorLine } from '#frontend/csv/dialect.ts';
import { readCsv, type IntakeReport, type ReadOptions, type ReadProgress } from '#frontend/csv/read-csv.ts';
import { codeColumn, sampleColumns, type FileTable } from '#frontend/csv/table.ts';
import { splitPlainly, type PlainRecord } from './csv-reference.ts';
import { expectSame } from './expect-same.ts';

export interface ReadFile {
  table: FileTable;
  report: IntakeReport;
  headers: string[];
  rows: string[][];
}

/** Text as the bytes of a UTF-8 file; bytes as they are. */
export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? new TextEncoder().encode(file) : file;
}

export function rowsOf(table: FileTable): string[][] {
  return table.readRows(0, table.rowCount);
}

/** Reads a file, and expects the table and the counts of the plain reference. */
export async function readAndCompare(
  file: string | Uint8Array,
  asked: ReadOptions,
  onSlice: (progress: ReadProgress) => void = () => {},
) {
  const bytes = bytesOf(file);
  // The reference knows no lines that are no leads, and no backslash before a quote.
  const options = { keepOtherLines: true, keepBackslashQuotes: true, ...asked };
  const read = await readCsv(bytes, options, onSlice);
  if (read.ok) {
    const { table, report } = read.value;
    expect(report.reader).toBe('compiled');
    const { headers, rows, ...counts } = await readPlainly(bytes, options, report);
    expect(table.headers).toEqual(headers);
    expectSame(rowsOf(table), rows);
    expect(report).toMatchObject(counts);
  }
  return read;
}

const hasText = ({ cells }: PlainRecord): boolean => cells.some((cell) => cell !== '');

/** The table and the counts of a file with this layout, by the plain reference. */
async function readPlainly(bytes: Uint8Array, options: ReadOptions, report: IntakeReport) {
  const { bytes: utf8 } = await decodeToUtf8(bytes, options, isUtf8);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8);
  // It still counts in line numbers.
  const separatorLine = text.slice(0, readSeparatorLine(utf8)?.length ?? 0);
  const skippedLines = separatorLine === '' ? 0 : 1;
  const records = splitPlainly(text.slice(separatorLine.length), report.delimiter);
  const filled = records.filter(hasText);
  const header = filled[report.headerRow - 1]!; // the file was read
  const at = records.indexOf(header);
  const above = options.keepPreamble ? records.slice(0, at) : [];
  const read = [...above, ...records.slice(at + 1)];
  const kept = options.keepEmptyRows ? read : read.filter(hasText);
  const rows = kept.slice(0, kept.length - report.footer.dropped);
  const width = header.cells.length;
  const strayLines = [...above, header, ...records.slice(at + 1)].flatMap((record) => record.strayQuoteLines);
  return {
    headers: nameHeaderCells(header.cells),
    rows: rows.map(({ cells }) => Array.from({ length: width }, (_, column) => cells[column] ?? '')),
    firstRecords: filled
      .slice(0, 12)
      .map(({ cells }) => cells.slice(0, 60).map((cell) => cell.slice(0, 200))),
    emptyRowsSkipped: options.keepEmptyRows
      ? 0
      : read.filter((record) => !hasText(record) && (record.cells.length > 1 || record.beginsWithQuote))
          .length,
    shortRowsPadded: rows.filter(({ cells }) => cells.length < width).length,
    longRowsCut: rows.filter(({ cells }) => cells.length > width).length,
    unterminatedQuotes: strayLines.length,
    unterminatedQuoteLines: strayLines.slice(0, 20).map((line) => line + skippedLines),
  };
}

/** Reads a file that is expected to be readable. */
export async function readFile(file: string | Uint8Array, options: ReadOptions = {}): Promise<ReadFile> {
  const result = await readAndCompare(file, options);
  if (!result.ok) throw new Error(`not read: ${result.error.reason}`);
  const { table, report } = result.value;
  return { table, report, headers: table.headers, rows: rowsOf(table) };
}

/** The reason why a file is refused, or null. */
export async function findProblem(file: string | Uint8Array, options: ReadOptions = {}) {
  const result = await readAndCompare(file, options);
  return result.ok ? null : result.error;
}

/** Reads a file as in a browser that has no WebAssembly. */
export async function readWithoutWebAssembly(
  file: string | Uint8Array,
  options: ReadOptions = {},
  onSlice: (progress: ReadProgress) => void = () => {},
) {
  const create = vi.spyOn(CompiledReader, 'create').mockReturnValue(null);
  try {
    return await readCsv(bytesOf(file), options, onSlice);
  } finally {
    create.mockRestore();
  }
}

/** The table and the report of a file, or the problem. */
export function describeRead(read: Awaited<ReturnType<typeof readCsv>>) {
  if (!read.ok) return read;
  const { table, report } = read.value;
  return {
    report,
    headers: table.headers,
    rows: rowsOf(table),
    columns: table.headers.map((_, column) => codeColumn(table, column)),
    samples: sampleColumns(table, 2),
  };
}
