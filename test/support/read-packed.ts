import type { UnpackOptions } from '#frontend/csv/packed.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import { unpackFile } from '#frontend/csv/unpack/unpack-file.ts';
import { rowsOf } from './csv-read.ts';

/** The CSV that a file is unpacked to, and what was in it. */
export async function unpackText(file: Uint8Array, options: UnpackOptions = {}) {
  const read = await unpackFile(file, options, () => {});
  if (!read.ok) throw new Error(`not unpacked: ${read.error.reason}`);
  return { csv: new TextDecoder().decode(read.value.csv), ...read.value.unpacked };
}

/** The reason why a file is not unpacked, or null. */
export async function findPackedProblem(file: Uint8Array, options: UnpackOptions = {}) {
  const read = await unpackFile(file, options, () => {});
  return read.ok ? null : read.error;
}

/** A file that is expected to be readable, as a table. */
export async function openPacked(file: Uint8Array, options: ReadOptions = {}) {
  const read = await readFile(file, options, () => {});
  if (!read.ok) throw new Error(`not read: ${read.error.reason}`);
  const { table, report } = read.value;
  return { headers: table.headers, rows: rowsOf(table), report, unpacked: report.unpacked };
}
