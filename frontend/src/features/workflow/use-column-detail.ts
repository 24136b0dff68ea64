import { useMemo } from 'react';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { ColumnDetail, OpenedFile } from '#frontend/thread/protocol.ts';
import { useAnswer } from './use-answer.ts';

interface Known {
  asked: Promise<ColumnDetail>;
  /** Once it has come: whoever comes back to a column sees it at once, and nothing moves. */
  detail: ColumnDetail | null;
}

const known = new WeakMap<OpenedFile, Map<number, Known>>();

function askOnce(thread: LeadThread, file: OpenedFile, column: number): Promise<ColumnDetail> {
  const ofFile = known.get(file) ?? new Map<number, Known>();
  known.set(file, ofFile);
  const before = ofFile.get(column);
  if (before) return before.asked;
  const entry: Known = { asked: thread.describeColumn(column), detail: null };
  ofFile.set(column, entry);
  entry.asked.then(
    (detail) => (entry.detail = detail),
    () => {},
  );
  return entry.asked;
}

/** Values and numeric summary of a column of the open file, asked once per file; null until they have come. */
export function useColumnDetail(thread: LeadThread, file: OpenedFile | null, column: number | null) {
  const ask = useMemo(
    () => (file && column !== null ? () => askOnce(thread, file, column) : null),
    [thread, file, column],
  );
  const answer = useAnswer(ask);
  return answer ?? (file && column !== null ? (known.get(file)?.get(column)?.detail ?? null) : null);
}
