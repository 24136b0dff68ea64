import { useMemo } from 'react';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { ColumnDetail, OpenedFile } from '#frontend/thread/protocol.ts';
import { useAnswer } from './use-answer.ts';

const known = new WeakMap<OpenedFile, Map<number, Promise<ColumnDetail>>>();

function askOnce(thread: LeadThread, file: OpenedFile, column: number): Promise<ColumnDetail> {
  const ofFile = known.get(file) ?? new Map<number, Promise<ColumnDetail>>();
  known.set(file, ofFile);
  const asked = ofFile.get(column) ?? thread.describeColumn(column);
  ofFile.set(column, asked);
  return asked;
}

/** Values and numeric summary of a column of the open file, asked once per file; null until they have come. */
export function useColumnDetail(thread: LeadThread, file: OpenedFile | null, column: number | null) {
  const ask = useMemo(
    () => (file && column !== null ? () => askOnce(thread, file, column) : null),
    [thread, file, column],
  );
  return useAnswer(ask);
}
