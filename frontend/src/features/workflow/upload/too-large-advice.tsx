import { useEffect, useState } from 'react';
import { MAX_ATTRIBUTES, MAX_FILE_BYTES, MIN_COLUMNS } from '#contract/limits.ts';
import { formatConfidence, formatFileSize } from '#frontend/lib/format.ts';
import { measureHead, type ColumnWidth } from './measure-head.ts';

/** What to do with a file that is too large: its size, its widest columns, and which of them to leave out. */
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

/** The estimate is of the first rows, so it stays well below the limit. */
const GOAL_BYTES = 0.9 * MAX_FILE_BYTES;
const NAMED_COLUMNS = 3;
/** Narrower columns are not worth a name. */
const WIDE_SHARE = 0.05;
const MOST_LEFT_OUT = 8;

/** @param columns the widest first; empty where they are not known */
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

/** The fewest columns without which the file is small enough, never the status; null where that takes too many. */
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
