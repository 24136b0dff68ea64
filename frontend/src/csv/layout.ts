import { guessDelimiter, readSeparatorLine, usualCount, type Delimiter } from './dialect.ts';
import { areColumnNumbers, countFilled } from './other-lines.ts';
import { NUMBER_PATTERN } from './number-pattern.ts';
import type { HeadRecord, Reader } from './reader.ts';

/** The delimiter is guessed from these records. */
const SNIFFED = { records: 200, bytes: 128 * 1024, columns: 256 };
/** The header is looked for in these records. An accepted file has fewer columns. */
const HEAD = { records: 64, bytes: 256 * 1024, columns: 60 };
/** At most this many title lines stand above a header. */
const MAX_PREAMBLE = 20;

/** The layout of a file: the delimiter of its cells, and the place of its header. */
export interface Layout {
  delimiter: Delimiter;
  /** False where a `sep=` line names the delimiter or the visitor has chosen it. */
  delimiterGuessed: boolean;
  /** Number of the header among the first records, from 1. The file may have fewer records. */
  headerRow: number;
  headerRowGuessed: boolean;
}

export interface FoundLayout {
  layout: Layout;
  /** The first records of the file. */
  records: HeadRecord[];
}

/**
 * Detects delimiter and header row where they are not chosen, and reads the first records. A `sep=` line is no
 * record.
 */
export function findLayout(
  reader: Reader,
  chosen: { delimiter?: Delimiter; headerRow?: number },
): FoundLayout {
  const separatorLine = readSeparatorLine(reader.bytes);
  if (separatorLine) reader.skip(separatorLine.length);
  const stated = chosen.delimiter ?? separatorLine?.delimiter ?? null;
  const delimiter = stated ?? guessDelimiter(reader.sniff(SNIFFED));
  const { headerRow } = chosen;
  const upToHeader = { ...HEAD, records: Math.max(HEAD.records, headerRow ?? 0), bytes: Infinity };
  const records = reader.readHead(delimiter, headerRow === undefined ? HEAD : upToHeader);
  const layout = {
    delimiter,
    delimiterGuessed: stated === null,
    headerRow: headerRow === undefined ? findHeaderRow(records) + 1 : Math.max(1, headerRow),
    headerRowGuessed: headerRow === undefined,
  };
  return { layout, records };
}

/**
 * The index of the header among the first records, from 0. It is the first one unless title lines clearly stand above
 * another: each of them has at most half the cells of a usual record (or, padded to full width, at most a quarter of
 * them filled), and the record below looks like column names. A wrong guess would turn a lead into a header, so in
 * doubt it is the first record.
 */
function findHeaderRow(records: readonly HeadRecord[]): number {
  const width = usualCount(records.map((record) => record.width - 1)) + 1;
  const first = records.findIndex((record) => !isTitleLine(record, width));
  const named = records[first];
  // Numbers of columns stand above the names, too.
  const header = named && areColumnNumbers(named) && first + 1 < records.length ? first + 1 : first;
  if (header <= 0 || header > MAX_PREAMBLE) return 0;
  return looksLikeHeader(records, header, width) ? header : 0;
}

function isTitleLine(record: HeadRecord, usual: number): boolean {
  const filled = countFilled(record);
  if (record.width <= usual / 2) return filled <= usual / 2;
  return filled <= usual / 4;
}

/**
 * Whether the record has a name for nearly every column, no numbers, and no cell that occurs below it in its column.
 */
function looksLikeHeader(records: readonly HeadRecord[], index: number, usual: number): boolean {
  const record = records[index]!; // found by the caller
  if (countFilled(record) < 0.75 * usual) return false;
  const below = records.slice(index + 1);
  return record.cells.every((cell, column) => {
    if (cell === '') return true;
    return !NUMBER_PATTERN.test(cell) && below.every((row) => row.cells[column] !== cell);
  });
}
