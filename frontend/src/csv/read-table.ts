import { doubleBackslashQuotes } from './backslash-quotes.ts';
import { nameHeaderCells } from './column-names.ts';
import { CompiledReader, FileLost } from './compiled-reader.ts';
import { type Decoded, decodeToUtf8, findWide, isBinaryFile, isMarked, isUtf8 } from './decode.ts';
import type { EncodedTwice } from './encoded-twice.ts';
import { countLinesBelowHeader, findSecondTable, markRepeatedHeaders } from './other-lines.ts';
import { markGroupRows } from './group-headings.ts';
import { findLaterTable } from './later-table.ts';
import { withoutRows } from './without-rows.ts';
import { findFooter, knownFooter, markSubtotals } from './footer.ts';
import {
  describeLines,
  describeRecords,
  type IntakeProblem,
  type IntakeReport,
  type ReadOptions,
  type ReadProgress,
} from './intake.ts';
import { findLayout, type FoundLayout } from './layout.ts';
import type { FileRecord, OnSlice, Reader, RowCounts } from './reader.ts';
import type { Result } from './result.ts';
import type { FileTable } from './table.ts';
import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';

/** A table with the findings about its file, or why there is none. */
export type Read = Result<ReadTable, IntakeProblem>;

export interface ReadTable {
  table: FileTable;
  report: IntakeReport;
}

interface Asked {
  options: ReadOptions;
  onSlice: (progress: ReadProgress) => Promise<void> | void;
  /** A reader that needs no WebAssembly. */
  openOther(bytes: Uint8Array): Promise<Reader>;
  /** Tells of text that was encoded twice, to somebody who looks at the file. */
  findEncodedTwice?(utf8: Uint8Array): EncodedTwice | null;
}

/** How a file is read, and what was found about its encoding. */
interface Reading {
  options: ReadOptions;
  found: Omit<Decoded, 'bytes'>;
  onSlice: OnSlice;
  asked: Asked;
  /** Whether quotes after a backslash were doubled. */
  isDoubled?: boolean;
}

/**
 * Reads a CSV file as `readCsv` does. Where there is no WebAssembly, or too little memory, the reader that `openOther` gives reads
 * the file in one slice.
 *
 * @param file a reader of the file, or its bytes, which are copied into a reader
 */
export async function readTable(file: CompiledReader | Uint8Array, asked: Asked): Promise<Read> {
  const reader = file instanceof Uint8Array ? CompiledReader.of(file) : file;
  try {
    await reader?.receive(FIRST_BYTES);
    const { bytes } = reader ?? { bytes: file as Uint8Array }; // without a reader it is bytes
    if (isBinaryFile(bytes, asked.options.encoding ?? asked.options.usualEncoding))
      return { ok: false, error: { reason: 'unreadable' } };
    const read = reader && (await readArriving(reader, asked));
    return read ?? (await readWhole(reader, bytes, asked));
  } catch (error) {
    if (error instanceof FileLost) return { ok: false, error: { reason: 'unreadable' } };
    throw error;
  } finally {
    reader?.stop();
  }
}

/** The layout of almost any file is found in this many bytes. */
const FIRST_BYTES = 256 * 1024;

/** Reads a file as UTF-8 while its bytes come. Null if it has another encoding. */
async function readArriving(reader: CompiledReader, asked: Asked): Promise<Read | null> {
  const { options, onSlice } = asked;
  const encoding = options.encoding ?? options.usualEncoding;
  const bytesTotal = reader.bytes.length;
  if ((encoding ?? 'utf-8') !== 'utf-8' || isMarked(reader.bytes)) return null;
  if (encoding === undefined && findWide(reader.bytes.subarray(0, FIRST_BYTES)) !== null) return null;
  let first = findLayout(reader, options);
  while (await reader.receiveMissing()) first = findLayout(reader, options);
  const read = await readWith(reader, first, {
    options,
    found: {
      encoding: 'utf-8',
      encodingGuessed: encoding === undefined,
      damagedCharacters: 0,
      otherLines: null,
    },
    onSlice: (position, rowsRead) => onSlice({ bytesRead: position, bytesTotal, rowsRead }),
    asked,
  });
  await reader.receive();
  return reader.isUtf8() ? read : null;
}

/** Reads a file in any encoding once all bytes have come. */
async function readWhole(compiled: CompiledReader | null, file: Uint8Array, asked: Asked): Promise<Read> {
  const { options, onSlice, openOther } = asked;
  await compiled?.receive();
  const bytes = compiled?.bytes ?? file; // the memory may have grown, which empties the bytes seen before
  const { bytes: utf8, ...found } = await decodeToUtf8(
    bytes,
    options,
    compiled ? () => compiled.isUtf8() : (body) => isUtf8(body),
  );
  const toFileBytes = bytes.length / utf8.length;
  const reader = compiled?.hold(utf8) ?? (await openOther(utf8));
  return readWith(reader, findLayout(reader, options), {
    options,
    found,
    onSlice: (position, rowsRead) =>
      onSlice({ bytesRead: Math.round(position * toFileBytes), bytesTotal: bytes.length, rowsRead }),
    asked,
  });
}

async function readWith(reader: Reader, { layout, records }: FoundLayout, reading: Reading): Promise<Read> {
  const { options, found, onSlice, asked } = reading;
  const { keepPreamble = false, keepOtherLines = false, keepEmptyRows = false, dropFooter } = options;
  const header = records[layout.headerRow - 1];
  if (!header) return { ok: false, error: { reason: 'too-few-rows' } };
  const below = records
    .slice(layout.headerRow)
    .slice(0, countLinesBelowHeader(records, layout.headerRow - 1));
  const skipBelow = keepOtherLines ? 0 : below.length;
  const counts = await reader.readRows({ header, keepPreamble, skipBelow, keepEmptyRows }, onSlice);
  const problem = findProblem(reader.rowCount, header.width);
  if (problem) return { ok: false, error: problem };

  const footer = findFooter(reader, header.width);
  const dropped = dropFooter === undefined ? knownFooter(footer) : dropFooter ? footer : [];
  dropLast(reader, counts, dropped, header.width);
  const isUneven = counts.shortRowsPadded + counts.longRowsCut > 0;
  const even = isUneven ? await readBackslashQuotes(reader, layout.delimiter, reading) : null;
  if (even && !options.keepBackslashQuotes) return even;
  const second =
    (isUneven ? findSecondTable(reader, header.width, dropped) : null) ??
    findLaterTable(reader, header.width, dropped);
  if (second && !keepOtherLines) dropLast(reader, counts, second.rows, header.width);
  const read = reader.finish(nameHeaderCells(header.cells));
  if (read === null) {
    const other = await asked.openOther(reader.bytes);
    return readWith(other, findLayout(other, options), reading);
  }
  const described = describeRecords(records, { headerRow: layout.headerRow, keepPreamble, footer, dropped });
  const marks =
    markRepeatedHeaders(read, header.cells) ?? markGroupRows(read) ?? markSubtotals(read, dropped);
  const table = marks && !keepOtherLines ? withoutRows(read, marks) : read;
  const among = marks ? readMarked(read, marks, reader) : [];
  if (!keepOtherLines) countOut(counts, among, header.width);
  const lines = [...below, ...among, ...(second?.rows ?? [])];
  const noLeads = { ...describeLines(lines), kept: keepOtherLines, secondTable: second?.line ?? null };
  const report = {
    reader: reader.name,
    ...found,
    ...layout,
    ...described,
    ...counts,
    noLeads,
    backslashQuotes: even?.value.report.backslashQuotes ?? null,
    encodedTwice: asked.findEncodedTwice?.(reader.bytes),
    unpacked: null,
  };
  return { ok: true, value: { table, report } };
}

/** The rows that have a mark. */
function readMarked(table: FileTable, marks: Uint8Array, reader: Reader): FileRecord[] {
  return Array.from(marks.entries()).flatMap(([row, mark]) =>
    mark === 0 ? [] : [{ cells: table.readRows(row, row + 1)[0] ?? [], width: reader.widthOf(row) }],
  );
}

/** The file with each \\" as a quote of the text; null where that does not make all rows of one width. */
async function readBackslashQuotes(
  reader: Reader,
  delimiter: string,
  reading: Reading,
): Promise<Extract<Read, { ok: true }> | null> {
  const doubled = reading.isDoubled ? null : doubleBackslashQuotes(reader.bytes, delimiter);
  if (!doubled) return null;
  const again = CompiledReader.of(doubled.bytes) ?? (await reading.asked.openOther(doubled.bytes));
  const read = await readWith(again, findLayout(again, reading.options), {
    ...reading,
    onSlice: () => {},
    isDoubled: true,
  });
  if (!read.ok) return null;
  const { report, table } = read.value;
  if (report.shortRowsPadded + report.longRowsCut + report.unterminatedQuotes > 0) return null;
  return { ok: true, value: { table, report: { ...report, backslashQuotes: doubled.quotes } } };
}

function dropLast(reader: Reader, counts: RowCounts, rows: readonly FileRecord[], columns: number): void {
  reader.dropLastRows(rows.length);
  countOut(counts, rows, columns);
}

/** Rows that are left out are neither short nor long ones. */
function countOut(counts: RowCounts, rows: readonly FileRecord[], columns: number): void {
  counts.shortRowsPadded -= rows.filter(({ width }) => width < columns).length;
  counts.longRowsCut -= rows.filter(({ width }) => width > columns).length;
}

function findProblem(rowCount: number, columns: number): IntakeProblem | null {
  if (rowCount === 0) return { reason: 'too-few-rows' };
  if (columns > MAX_COLUMNS) return { reason: 'too-many-columns', columns };
  return columns < MIN_COLUMNS ? { reason: 'too-few-columns' } : null;
}
