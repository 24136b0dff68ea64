import { useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { SWRConfig, unstable_serialize, useSWRConfig, type SWRConfiguration } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { BLANK_LABEL, countPerNumber, type NumericSummary } from '#frontend/analysis/columns.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { Measurement } from '#frontend/analysis/measurement.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import type { Workflow } from './use-workflow.ts';
import { qualifiedValues } from './workflow-selectors.ts';

type Asker = Pick<Workflow, 'state' | 'thread'>;

/** The file, the question and what it is about. Sets and maps in it are told apart by identity: none is ever changed. */
type Key = readonly [fileNumber: number, question: keyof Workflow['thread'], about: unknown];

/** A cache apart from that of the server's answers, which the end of a session empties. Large answers are compared by identity. */
const ANSWERS: SWRConfiguration = {
  provider: () => new Map(),
  compare: Object.is,
  shouldRetryOnError: false,
  // Else an answer that was deleted would not be asked for again within two seconds.
  dedupingInterval: 0,
};

/** Keeps the thread's answers about the open file for the steps inside, until the file is closed. */
export function ThreadAnswers({ workflow, children }: { workflow: Asker; children: ReactNode }) {
  return (
    <SWRConfig value={ANSWERS}>
      <ForgetClosedFiles openFile={workflow.state.file?.number} />
      {children}
    </SWRConfig>
  );
}

function ForgetClosedFiles({ openFile }: { openFile: number | undefined }) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    // All keys of this cache are of this type. No closed file is asked about again.
    void mutate((key) => (key as unknown as Key)[0] !== openFile, undefined, { revalidate: false });
  }, [mutate, openFile]);
  return null;
}

/**
 * The thread's answer, asked for once; null until it has come. What it is shown in may be large: a deferred render is
 * done in slices, between which the page reacts.
 */
function useAnswer<T>(key: Key | null, ask: () => Promise<T>): T | null {
  const { data, error, isValidating } = useSWRImmutable<T, unknown>(key, ask);
  const isUnknown = useDeferredValue(data === undefined);
  if (error !== undefined && !isValidating) throw error;
  return isUnknown ? null : (data ?? null);
}

/** Values and numeric summary of a column of the open file; null until they have come. */
export function useColumnDetail(
  { state: { file }, thread }: Asker,
  column: number | null,
): ColumnDetail | null {
  const isAsked = file !== null && column !== null;
  return useAnswer(isAsked ? [file.number, 'describeColumn', column] : null, () =>
    thread.describeColumn(column ?? 0),
  );
}

/** The values of the status column that count as converted, '(Blank)' for blanks; null until the column is known. */
export function useConvertedValues(workflow: Asker): readonly string[] | null {
  const detail = useColumnDetail(workflow, workflow.state.statusColumn);
  const qualified = qualifiedValues(workflow.state);
  return useMemo(
    () =>
      detail && detail.values.map((value) => value || BLANK_LABEL).filter((value) => qualified.has(value)),
    [detail, qualified],
  );
}

/** Conversions per number of a column; null without a status column, or while none of its values count as converted. */
export function useConversions(
  { state, thread }: Asker,
  detail: ColumnDetail,
  summary: NumericSummary,
): Uint32Array | null {
  const { file, statusColumn } = state;
  const question = {
    column: detail.index,
    statusColumn: statusColumn ?? 0,
    qualified: qualifiedValues(state),
  };
  const isAsked = file !== null && statusColumn !== null;
  const perValue = useAnswer(isAsked ? [file.number, 'countConversions', question] : null, () =>
    thread.countConversions(question),
  );
  return useMemo(
    () =>
      perValue?.some((count) => count > 0) ? countPerNumber(detail.values, perValue, summary.values) : null,
    [perValue, detail, summary],
  );
}

const measureKey = ({ state: { file } }: Asker, plan: Plan | null): Key | null =>
  file && plan && [file.number, 'measure', plan];

/** The leads of the open file as counted for a plan; null until they are. */
export function useMeasurement(workflow: Asker, plan: Plan | null): Measurement | null {
  return useAnswer(measureKey(workflow, plan), () => workflow.thread.measure(plan!)); // asked with a plan only
}

/** Has the leads counted for a plan before they are shown. */
export function useMeasureAhead(workflow: Asker, plan: Plan | null): void {
  const { cache } = useSWRConfig();
  const key = measureKey(workflow, plan);
  const { error } = useSWRImmutable<Measurement, unknown>(key, () => workflow.thread.measure(plan!)); // asked with a plan only
  const serialized = key && unstable_serialize(key);
  const last = useRef(serialized);
  useEffect(() => {
    // Counts for other plans may be large.
    if (last.current !== null && last.current !== serialized) cache.delete(last.current);
    last.current = serialized;
    // Where counting ahead has failed, the results ask again and say so.
    if (serialized !== null && error !== undefined) cache.delete(serialized);
  }, [cache, serialized, error]);
}
