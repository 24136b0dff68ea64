import type { CompiledReader } from './compiled-reader.ts';
import { findEncodedTwice } from './encoded-twice.ts';
import type { IntakeProblem, IntakeReport, ReadOptions, ReadProgress } from './intake.ts';
import { fetchPart } from './part-missing.ts';
import { readTable, type Read } from './read-table.ts';
import type { Reader } from './reader.ts';

export type { IntakeProblem, IntakeReport, ReadOptions, ReadProgress };

/**
 * Reads a CSV file into a table, with a report on what was found. Encoding, delimiter, header, lines above it and
 * below the data are detected where `options` does not say. Rows whose cells are all empty are skipped, short rows
 * padded, extra cells ignored, and each is counted.
 *
 * Works in slices of about 1 MB and awaits `onSlice` after each; an error of `onSlice` ends the reading and is thrown
 * on. Where the browser has no WebAssembly, or too little memory, PapaParse is fetched and reads the file in one
 * slice. Problems, in the order of checking: unreadable (its bytes did not come, or it is no text but a spreadsheet or
 * picture under another name), no data row below the header, too many columns, too few.
 *
 * @param file a reader of the file, or its bytes, which are copied into a reader
 */
export async function readCsv(
  file: CompiledReader | Uint8Array,
  options: ReadOptions,
  onSlice: (progress: ReadProgress) => Promise<void> | void,
): Promise<Read> {
  return await readTable(file, { options, onSlice, openOther: openPapaReader, findEncodedTwice });
}

async function openPapaReader(bytes: Uint8Array): Promise<Reader> {
  const { PapaReader } = await fetchPart(() => import('./papaparse-reader.ts'));
  return new PapaReader(bytes);
}
