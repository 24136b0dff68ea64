import { CR, LF, SPACE } from './bytes.ts';
import type { CompiledReader } from './compiled-reader.ts';
import { createKinds } from './kinds.ts';
import { createScan, scanRows, type Scan } from './scan.ts';
import { usualCount } from './usual-count.ts';

export type Delimiter = ',' | ';' | '\t' | '|';

/** In order of preference where nothing else decides. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const SNIFFED_RECORDS = 200;
const SNIFFED_BYTES = 128 * 1024;
const SNIFFED_CELLS = 256;
/** A real header is as wide as its data; lines above it are the exception. */
const FIRST_RECORD_DIFFERS = 0.7;
/** 'Smith, Jane': a delimiter followed by a blank is more often part of a text. */
const FOLLOWED_BY_BLANKS = 0.9;

/** The instruction some programs put in the first line, `sep=;`, maybe quoted and padded to the width of the table. */
export interface SeparatorLine {
  /** Null where it names a character that this reader does not split at. */
  delimiter: Delimiter | null;
  /** Where the line after it begins. */
  next: number;
}

export function readSeparatorLine(bytes: Uint8Array): SeparatorLine | null {
  const head = String.fromCharCode(...bytes.subarray(0, 128));
  const line = /^[^\r\n]*/.exec(head)?.[0] ?? '';
  const named = /^"?sep=(.)"?[,;\t|]*[ ]*$/i.exec(line)?.[1];
  if (named === undefined) return null;
  const lineEnd = bytes[line.length] === CR && bytes[line.length + 1] === LF ? 2 : 1;
  return {
    delimiter: DELIMITERS.find((delimiter) => delimiter === named) ?? null,
    next: Math.min(line.length + lineEnd, bytes.length),
  };
}

/**
 * The delimiter by which the first records are most evenly wide. All candidates are counted in one scan that stops at
 * each of them, so that what stands in quotes counts for none.
 *
 * @param reader the reader that holds the bytes, if one does
 */
export function guessDelimiter(bytes: Uint8Array, from: number, reader: CompiledReader | null): Delimiter {
  const delimiters = DELIMITERS.join('');
  const scan = createScan(bytes, {
    kinds: createKinds(delimiters),
    columnCount: SNIFFED_CELLS,
    rowsExpected: SNIFFED_RECORDS,
    arrays: reader?.indexArrays(),
  });
  reader?.setDelimiters(delimiters);
  const stop = Math.min(bytes.length, from + SNIFFED_BYTES);
  for (let at = from; at < stop && scan.rowCount < SNIFFED_RECORDS;) {
    at = reader?.scanRows(scan, at, at + 1) ?? scanRows(scan, at, at + 1);
  }

  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(scan, delimiter.charCodeAt(0));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** From 0 (never occurs) to almost 1 (every record has the same number of them, and many). */
function scoreDelimiter(scan: Scan, code: number): number {
  const { counts, shareBeforeBlank } = countPerRecord(scan, code);
  const usual = usualCount(counts);
  if (usual === 0) return 0;
  const evenness = counts.filter((count) => count === usual).length / counts.length;
  const width = 1 - 1 / (2 * (usual + 1));
  const first = counts[0] === usual ? 1 : FIRST_RECORD_DIFFERS;
  return evenness * width * first * (shareBeforeBlank > 0.5 ? FOLLOWED_BY_BLANKS : 1);
}

function countPerRecord({ bytes, starts, rowStarts, rowCount }: Scan, code: number) {
  const counts: number[] = [];
  let total = 0;
  let beforeBlank = 0;
  for (let row = 0; row < rowCount; row++) {
    let count = 0;
    // Each cell but the first begins after a delimiter; the `!`: slots of this row.
    for (let slot = rowStarts[row]! + 1; slot < rowStarts[row + 1]! - 1; slot++) {
      const start = starts[slot]!;
      if (bytes[start - 1] !== code) continue;
      count++;
      if (bytes[start] === SPACE) beforeBlank++;
    }
    counts.push(count);
    total += count;
  }
  return { counts, shareBeforeBlank: total === 0 ? 0 : beforeBlank / total };
}
