import { expect } from 'vitest';
import { readRows } from '#frontend/csv/cells.ts';
import { codeColumn } from '#frontend/csv/code-column.ts';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { readCsv, type IntakeReport, type ReadOptions, type ReadProgress } from '#frontend/csv/read-csv.ts';
import { sampleColumns } from '#frontend/csv/sample-columns.ts';
import type { Table } from '#frontend/csv/table.ts';

export interface ReadFile {
  table: Table;
  report: IntakeReport;
  headers: string[];
  rows: string[][];
}

/** Text as the bytes of a UTF-8 file; bytes as they are. */
export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? new TextEncoder().encode(file) : file;
}

/** The bytes in the memory of the compiled reader. */
function holdCompiled(bytes: Uint8Array): CompiledReader {
  const reader = CompiledReader.create(bytes.length);
  if (!reader) throw new Error('WebAssembly does not start');
  reader.bytes.set(bytes);
  return reader;
}

/** Reads a file with the compiled reader and with its twin in JavaScript, and holds the two to the same result. */
export async function readTwice(
  file: string | Uint8Array,
  options: ReadOptions,
  onSlice: (progress: ReadProgress) => void = () => {},
) {
  const bytes = bytesOf(file);
  const read = await readCsv(holdCompiled(bytes), options, onSlice);
  const twin = await readCsv(bytes, options, () => {});
  expect(describeRead(read)).toEqual(describeRead(twin));
  return read;
}

/** All that is known of a file that was read, or the problem. */
function describeRead(read: Awaited<ReturnType<typeof readCsv>>) {
  if (!read.ok) return read;
  const { table, report } = read.value;
  const rowStarts = table.rowStarts.slice(0, table.rowCount + 1);
  return {
    report,
    headers: table.headers,
    bytes: Buffer.from(table.bytes).toString('latin1'),
    rowStarts,
    starts: table.starts.slice(0, rowStarts.at(-1)),
    columns: table.headers.map((_, column) => codeColumn(table, column)),
    samples: sampleColumns(table, 2),
  };
}

/** Reads a file that is expected to be readable. */
export async function readFile(file: string | Uint8Array, options: ReadOptions = {}): Promise<ReadFile> {
  const result = await readTwice(file, options);
  if (!result.ok) throw new Error(`not read: ${result.error.reason}`);
  const { table, report } = result.value;
  return { table, report, headers: table.headers, rows: readRows(table, 0, table.rowCount) };
}

/** The problem for which a file is refused, or null. */
export async function findProblem(file: string | Uint8Array, options: ReadOptions = {}) {
  const result = await readTwice(file, options);
  return result.ok ? null : result.error;
}
