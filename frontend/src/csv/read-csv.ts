import { nameColumns } from './column-names.ts';
import type { CompiledReader } from './compiled-reader.ts';
import { decodeToUtf8, isBinaryFile } from './decode.ts';
import { dropLastRows, findFooter } from './footer.ts';
import type { IntakeProblem, IntakeReport, ReadOptions, ReadProgress } from './intake.ts';
import { describeIntake } from './intake-report.ts';
import { findLayout, type Layout } from './layout.ts';
import { MAX_COLUMNS, MIN_COLUMNS } from './limits.ts';
import { isUtf8 } from './utf8.ts';
import { readRecords, type HeadRecord } from './records.ts';
import type { Result } from './result.ts';
import type { Scan } from './scan.ts';
import { scanTable } from './scan-table.ts';
import type { FinishedIndex, Table } from './table.ts';

export type { IntakeProblem, IntakeReport, ReadOptions, ReadProgress };

/**
 * Reads a CSV file into a table whose rows stay bytes, with a report on what was found. Encoding, delimiter, header,
 * lines above it and below the data are detected where `options` does not say. Rows whose cells are all empty are
 * skipped, short rows padded, extra cells ignored, and each is counted.
 *
 * Works in slices of about 1 MB and awaits `onSlice` after each; what that throws passes through and ends the reading.
 * Problems, in the order of checking: unreadable (a spreadsheet under another name), no data row below the header, too
 * many columns, too few.
 *
 * @param file a compiled reader with the bytes of the file, or the bytes alone: all results are the same, most of them later
 */
export async function readCsv(
  file: CompiledReader | Uint8Array,
  options: ReadOptions,
  onSlice: (progress: ReadProgress) => Promise<void> | void,
): Promise<Result<{ table: Table; report: IntakeReport }, IntakeProblem>> {
  const compiled = file instanceof Uint8Array ? null : file;
  const bytes = file instanceof Uint8Array ? file : file.bytes;
  if (isBinaryFile(bytes)) return { ok: false, error: { reason: 'unreadable' } };
  const decoded = decodeToUtf8(bytes, options.encoding, compiled ? () => compiled.isUtf8() : isUtf8);
  const reader = compiled?.hold(decoded.bytes) ?? null;
  const layout = findLayout(reader?.bytes ?? decoded.bytes, options, reader);
  const header = layout.records[layout.headerIndex];
  const problem = findProblem(layout, header, options);
  if (header === undefined || problem !== null)
    return { ok: false, error: problem ?? { reason: 'too-few-rows' } };

  const toFileBytes = bytes.length / decoded.bytes.length;
  const scan = await scanTable(layout, header, {
    reader,
    keepPreamble: options.keepPreamble ?? false,
    keepEmptyRows: options.keepEmptyRows ?? false,
    onSlice: (position, rowsRead) =>
      onSlice({ bytesRead: Math.round(position * toFileBytes), bytesTotal: bytes.length, rowsRead }),
  });
  const footerRows = findFooter(scan);
  if (options.dropFooter) dropLastRows(scan, footerRows.length);
  // Read from the first records while they are where they were: the memory may grow at the end.
  const report = describeIntake({ decoded, layout, options, scan, footerRows });
  const headers = nameColumns(header.cells);
  const index = reader?.finish(scan) ?? finish(scan);
  return { ok: true, value: { table: { ...index, headers, columnCount: scan.columnCount }, report } };
}

function finish({ bytes, starts, rowStarts, rowCount }: Scan): FinishedIndex {
  return { bytes, starts, rowStarts, rowCount, compiled: null };
}

function findProblem(
  layout: Layout,
  header: HeadRecord | undefined,
  options: ReadOptions,
): IntakeProblem | null {
  if (header === undefined || !hasDataRow(layout, header, options)) return { reason: 'too-few-rows' };
  if (header.width > MAX_COLUMNS) return { reason: 'too-many-columns', columns: header.width };
  return header.width < MIN_COLUMNS ? { reason: 'too-few-columns' } : null;
}

function hasDataRow(layout: Layout, header: HeadRecord, { keepPreamble }: ReadOptions): boolean {
  const { bytes, kinds, records, headerIndex } = layout;
  if (records.length > headerIndex + 1 || (keepPreamble && headerIndex > 0)) return true;
  return readRecords(bytes, kinds, { from: header.next, count: 1, softEnd: bytes.length }).length > 0;
}
