import { nameColumns } from './column-names.ts';
import { CompiledReader } from './compiled-reader.ts';
import { decodeToUtf8, isBinaryFile, isUtf8 } from './decode.ts';
import { findFooter, knownFooter } from './footer.ts';
import {
  describeRecords,
  type IntakeProblem,
  type IntakeReport,
  type ReadOptions,
  type ReadProgress,
} from './intake.ts';
import { findLayout } from './layout.ts';
import type { OnSlice, Reader } from './reader.ts';
import type { Result } from './result.ts';
import type { Table } from './table.ts';
import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';

export type { IntakeProblem, IntakeReport, ReadOptions, ReadProgress };

type Read = Result<{ table: Table; report: IntakeReport }, IntakeProblem>;

/** How a file is read, and the encoding that was found. */
interface Reading {
  options: ReadOptions;
  found: Pick<IntakeReport, 'encoding' | 'encodingGuessed'>;
  onSlice: OnSlice;
}

/**
 * Reads a CSV file into a table, with a report on what was found. Encoding, delimiter, header, lines above it and
 * below the data are detected where `options` does not say. Rows whose cells are all empty are skipped, short rows
 * padded, extra cells ignored, and each is counted.
 *
 * Works in slices of about 1 MB and awaits `onSlice` after each; an error of `onSlice` ends the reading and is thrown
 * on. Where the browser has no WebAssembly, or too little memory, PapaParse is fetched and reads the file in one
 * slice. Problems, in the order of checking: unreadable (a spreadsheet under another name), no data row below the
 * header, too many columns, too few.
 *
 * @param file a reader that holds the bytes of the file, or the bytes, which are copied into a reader
 */
export async function readCsv(
  file: CompiledReader | Uint8Array,
  options: ReadOptions,
  onSlice: (progress: ReadProgress) => Promise<void> | void,
): Promise<Read> {
  const compiled = file instanceof Uint8Array ? CompiledReader.of(file) : file;
  const bytes = file instanceof Uint8Array ? (compiled?.bytes ?? file) : file.bytes;
  if (isBinaryFile(bytes)) return { ok: false, error: { reason: 'unreadable' } };
  const { bytes: utf8, ...found } = decodeToUtf8(
    bytes,
    options.encoding,
    compiled ? () => compiled.isUtf8() : isUtf8,
  );
  const toFileBytes = bytes.length / utf8.length;
  return readWith(compiled?.hold(utf8) ?? (await openPapaReader(utf8)), {
    options,
    found,
    onSlice: (position, rowsRead) =>
      onSlice({ bytesRead: Math.round(position * toFileBytes), bytesTotal: bytes.length, rowsRead }),
  });
}

async function openPapaReader(bytes: Uint8Array): Promise<Reader> {
  const { PapaReader } = await import('./papaparse-reader.ts');
  return new PapaReader(bytes);
}

async function readWith(reader: Reader, reading: Reading): Promise<Read> {
  const { options, found, onSlice } = reading;
  const { keepPreamble = false, keepEmptyRows = false, dropFooter } = options;
  const { layout, records } = findLayout(reader, options);
  const header = records[layout.headerRow - 1];
  if (!header) return { ok: false, error: { reason: 'too-few-rows' } };
  const counts = await reader.readRows({ header, keepPreamble, keepEmptyRows }, onSlice);
  const problem = findProblem(reader.rowCount, header.width);
  if (problem) return { ok: false, error: problem };

  const footer = findFooter(reader, header.width);
  const dropped = dropFooter === undefined ? knownFooter(footer) : dropFooter ? footer : [];
  reader.dropLastRows(dropped.length);
  counts.shortRowsPadded -= dropped.filter(({ width }) => width < header.width).length;
  counts.longRowsCut -= dropped.filter(({ width }) => width > header.width).length;
  const table = reader.finish(nameColumns(header.cells));
  if (table === null) return readWith(await openPapaReader(reader.bytes), reading);
  const described = describeRecords(records, { headerRow: layout.headerRow, keepPreamble, footer, dropped });
  const report = { reader: reader.name, ...found, ...layout, ...described, ...counts };
  return { ok: true, value: { table, report } };
}

function findProblem(rowCount: number, columns: number): IntakeProblem | null {
  if (rowCount === 0) return { reason: 'too-few-rows' };
  if (columns > MAX_COLUMNS) return { reason: 'too-many-columns', columns };
  return columns < MIN_COLUMNS ? { reason: 'too-few-columns' } : null;
}
