import type { CompiledReader } from './compiled-reader.ts';
import { guessDelimiter, readSeparatorLine, type Delimiter } from './dialect.ts';
import { findHeaderRow } from './header-row.ts';
import { createKinds, type Kinds } from './kinds.ts';
import { readRecords, type HeadRecord } from './records.ts';

const HEAD_RECORDS = 64;
const HEAD_BYTES = 256 * 1024;

/** How a file is laid out: what splits its cells, and where its header stands. */
export interface Layout {
  bytes: Uint8Array;
  delimiter: Delimiter;
  /** False where a `sep=` line says it or the visitor has chosen. */
  isDelimiterGuessed: boolean;
  kinds: Kinds;
  /** Where the first record begins: after a `sep=` line. */
  from: number;
  /** The first records of the file, at least up to the header. */
  records: HeadRecord[];
  /** Index of the header among them; there may be none at it. */
  headerIndex: number;
  isHeaderGuessed: boolean;
}

/** @param reader the reader that holds the bytes, if one does */
export function findLayout(
  bytes: Uint8Array,
  chosen: { delimiter?: Delimiter; headerRow?: number },
  reader: CompiledReader | null,
): Layout {
  const separatorLine = readSeparatorLine(bytes);
  const from = separatorLine?.next ?? 0;
  const stated = chosen.delimiter ?? separatorLine?.delimiter ?? null;
  const delimiter = stated ?? guessDelimiter(bytes, from, reader);
  const kinds = createKinds(delimiter);
  const { headerRow } = chosen;
  const records = readRecords(bytes, kinds, {
    from,
    count: Math.max(HEAD_RECORDS, headerRow ?? 0),
    softEnd: headerRow === undefined ? from + HEAD_BYTES : bytes.length,
  });
  return {
    bytes,
    delimiter,
    isDelimiterGuessed: stated === null,
    kinds,
    from,
    records,
    headerIndex: headerRow === undefined ? findHeaderRow(records) : Math.max(1, headerRow) - 1,
    isHeaderGuessed: headerRow === undefined,
  };
}
