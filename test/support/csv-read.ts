import { readRows } from '#frontend/csv/cells.ts';
import { readCsv, type IntakeReport, type ReadOptions } from '#frontend/csv/read-csv.ts';
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

/** Reads a file that is expected to be readable. */
export async function readFile(file: string | Uint8Array, options: ReadOptions = {}): Promise<ReadFile> {
  const result = await readCsv(bytesOf(file), options, () => {});
  if (!result.ok) throw new Error(`not read: ${result.error.reason}`);
  const { table, report } = result.value;
  return { table, report, headers: table.headers, rows: readRows(table, 0, table.rowCount) };
}

/** The problem for which a file is refused, or null. */
export async function findProblem(file: string | Uint8Array, options: ReadOptions = {}) {
  const result = await readCsv(bytesOf(file), options, () => {});
  return result.ok ? null : result.error;
}
