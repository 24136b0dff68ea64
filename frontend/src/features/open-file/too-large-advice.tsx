import { useEffect, useState } from 'react';
import { MAX_ATTRIBUTES, MAX_FILE_BYTES, MIN_COLUMNS } from '#contract/limits.ts';
import { formatConfidence, formatFileSize } from '#frontend/lib/format.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';

/** Advice for a file that is too large: its size, its widest columns, and the columns to leave out. */
export function TooLargeAdvice({ file }: { file: File }) {
  const [columns, setColumns] = useState<readonly ColumnWidth[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    measureHead(file).then(
      (found) => isCurrent && setColumns(found),
      (error: unknown) => console.warn('The head of the file could not be read.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return <p className="mt-1">{adviseOn(file.size, columns ?? [])}</p>;
}

/** The advised size in bytes. It stays below the limit, since the columns are measured in the first rows only. */
const GOAL_BYTES = 0.9 * MAX_FILE_BYTES;
const NAMED_COLUMNS = 3;
/** Columns with a smaller share of the file are not named. */
const WIDE_SHARE = 0.05;
const MOST_LEFT_OUT = 8;

/**
 * Advises on the columns to leave out.
 *
 * @param columns the widest first; empty if they are not known
 */
export function adviseOn(bytes: number, columns: readonly ColumnWidth[]): string {
  const size = `It has ${formatFileSize(bytes)}.`;
  const fewest = `An analysis needs the status column and up to ${MAX_ATTRIBUTES} attributes: leave out other columns, or export fewer rows.`;
  if (columns.length === 0) return `${size} ${fewest}`;
  const wide = columns.slice(0, NAMED_COLUMNS).filter(({ share }, at) => at === 0 || share >= WIDE_SHARE);
  const widest = `${size} Widest ${wide.length === 1 ? 'column' : 'columns'}: ${nameAll(wide.map(nameWithShare))}.`;
  const leftOut = pickColumns(bytes, columns);
  if (!leftOut) return `${widest} ${fewest}`;
  const rest = leftOut.reduce((left, { share }) => left - share, 1);
  return `${widest} Export it without ${nameAll(leftOut.map(({ header }) => cut(header)))}: that leaves about ${formatFileSize(rest * bytes)}.`;
}

/** The fewest columns to leave out so that the file is small enough, without the status; null if these are too many. */
function pickColumns(bytes: number, columns: readonly ColumnWidth[]): ColumnWidth[] | null {
  const picked: ColumnWidth[] = [];
  let left = bytes;
  for (const column of columns.filter(({ isStatus }) => !isStatus)) {
    picked.push(column);
    left -= column.share * bytes;
    if (left <= GOAL_BYTES) break;
  }
  const isPossible = left <= GOAL_BYTES && columns.length - picked.length >= MIN_COLUMNS;
  return isPossible && picked.length <= MOST_LEFT_OUT ? picked : null;
}

function nameWithShare({ header, share }: ColumnWidth): string {
  return `${cut(header)} (${formatConfidence(share)} of the text)`;
}

const LONGEST_NAME = 40;

function cut(header: string): string {
  return header.length > LONGEST_NAME ? `${header.slice(0, LONGEST_NAME - 1)}…` : header;
}

function nameAll(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

const HEAD_BYTES = 512 * 1024;
const LINE_FEED = 0x0a;

/** A column of a file, measured in its first rows. */
interface ColumnWidth {
  header: string;
  /** Bytes of its text / bytes of the text in all columns, in UTF-8: 0 to 1. */
  share: number;
  /** True for the column that looks like the lead status. */
  isStatus: boolean;
}

/**
 * The columns of a file, the widest first, measured in its first 512 KB. A separate thread reads them, since another file may
 * be open. Null if these bytes are no table.
 */
async function measureHead(file: File): Promise<ColumnWidth[] | null> {
  const head = wholeLines(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const thread = createLeadThread();
  try {
    const hooks = { onProgress: () => {}, signal: new AbortController().signal };
    const opened = await thread.ask('open', { file: new File([head], file.name), options: {} }, hooks);
    if (!opened.ok) return null;
    const { headers, guessedStatusColumn } = opened.value;
    const columns = await Promise.all(headers.map((_, column) => thread.ask('describeColumn', { column })));
    const encoder = new TextEncoder();
    const lengths = columns.map(({ values, leads }) =>
      values.reduce((sum, value, at) => sum + encoder.encode(value).length * (leads[at] ?? 0), 0),
    );
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return headers
      .map((header, column) => ({
        header,
        share: (lengths[column] ?? 0) / (total || 1),
        isStatus: column === guessedStatusColumn,
      }))
      .toSorted((a, b) => b.share - a.share);
  } finally {
    thread.close();
  }
}

/** Removes the last line, which may be cut in the middle of a character. */
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // In UTF-16 a line feed has two bytes.
  return end > 0 ? bytes.subarray(0, isUtf16 ? end + (end % 2) : end) : bytes;
}
