import { useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { SWRConfig, unstable_serialize, useSWRConfig, type SWRConfiguration } from 'swr';
import useSWRImmutable from 'swr/immutable';
// Not from columns.ts: the first page carries no code that reads numbers.
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { FittedTally } from '#frontend/analysis/estimate-combinations.ts';
import type { DateSummary } from '#frontend/analysis/dates.ts';
import type { AgeCounts } from '#frontend/analysis/lead-age.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { Measurement } from '#frontend/analysis/measurement.ts';
import type { ColumnsCheck } from '#frontend/thread/check-columns.ts';
import type { FileFindings } from '#frontend/thread/inspect-rows.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import type { Workflow } from './use-workflow.ts';
import { leftOutStatuses, qualifiedValues } from './workflow-selectors.ts';

export type Asker = Pick<Workflow, 'state' | 'thread'>;

/** SWR compares sets and maps in a key by identity. That is enough: no choice is ever changed in place. */
type Key = readonly [fileNumber: number, question: keyof Workflow['thread'], parameters: unknown];

/** A cache apart from the one for the API, which the end of a session empties. */
const ANSWERS: SWRConfiguration = {
  provider: () => new Map(),
  // A deep comparison of large answers would be slow.
  compare: Object.is,
  shouldRetryOnError: false,
  // The default would not ask again for a deleted answer within two seconds.
  dedupingInterval: 0,
};

/** Caches the answers of the thread about the open file for the steps inside, until the file is closed. */
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
    // All keys of this cache have this type.
    void mutate((key) => (key as unknown as Key)[0] !== openFile, undefined, { revalidate: false });
  }, [mutate, openFile]);
  return null;
}

/**
 * The answer of the thread, asked for once; null until it arrives. It may fill a large part of the page, so the render
 * is deferred: React does it in slices, and the page stays responsive.
 */
export function useAnswer<T>(key: Key | null, ask: () => Promise<T>): T | null {
  const { data, error, isValidating } = useSWRImmutable<T, unknown>(key, ask);
  const isUnknown = useDeferredValue(data === undefined);
  if (error !== undefined && !isValidating) throw error;
  return isUnknown ? null : (data ?? null);
}

/** Values and numeric summary of a column of the open file; null while they are loading. */
export function useColumnDetail(
  { state: { file, numberFormats }, thread }: Asker,
  column: number | null,
): ColumnDetail | null {
  const isAsked = file !== null && column !== null;
  const format = column === null ? undefined : numberFormats.get(column);
  return useAnswer(isAsked ? [file.number, 'describeColumn', [column, format]] : null, () =>
    thread.describeColumn(column ?? 0, format),
  );
}

/** The values of the status column that count as converted, '(Blank)' for blanks; null while the column is loading. */
export function useConvertedValues(workflow: Asker): readonly string[] | null {
  const detail = useColumnDetail(workflow, workflow.state.statusColumn);
  const qualified = qualifiedValues(workflow.state);
  return useMemo(
    () =>
      detail && detail.values.map((value) => value || BLANK_LABEL).filter((value) => qualified.has(value)),
    [detail, qualified],
  );
}

/** The ages of the leads that count; null without a column of dates, and while the thread counts. */
export function useAges({ state, thread }: Asker): AgeCounts | null {
  const { file, statusColumn, dateFilter } = state;
  const qualified = qualifiedValues(state);
  const leftOut = leftOutStatuses(state);
  const question = useMemo(
    () => ({
      statusColumn: statusColumn ?? 0,
      qualified,
      leads: { leftOutStatuses: leftOut, ...dateFilter, youngerThanDays: null },
    }),
    [statusColumn, qualified, leftOut, dateFilter],
  );
  const isAsked = file !== null && statusColumn !== null && dateFilter.dateColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countAges', question] : null, () => thread.countAges(question));
}

/** The ways in which the dates of a column can be read, likeliest first; null without a column, and while it is read. */
export function useDates(
  { state: { file }, thread }: Asker,
  column: number | null,
): readonly DateSummary[] | null {
  const isAsked = file !== null && column !== null;
  return useAnswer(isAsked ? [file.number, 'describeDates', column] : null, () =>
    thread.describeDates(column ?? 0),
  );
}

const planKey = (
  question: 'measure' | 'tally' | 'checkColumns',
  { state: { file } }: Asker,
  plan: Plan | null,
): Key | null => file && plan && [file.number, question, plan];

/** The findings about the open file; null while the thread looks. */
export function useFileFindings({ state: { file }, thread }: Asker): FileFindings | null {
  return useAnswer(file && [file.number, 'checkFile', null], () => thread.checkFile());
}

/** The findings about the columns of a plan; null while the thread looks. */
export function useColumnsCheck(workflow: Asker, plan: Plan | null): ColumnsCheck | null {
  return useAnswer(planKey('checkColumns', workflow, plan), () => workflow.thread.checkColumns(plan!)); // see above
}

/** The counts of the open file for a plan; null while the thread counts. */
export function useMeasurement(workflow: Asker, plan: Plan | null): Measurement | null {
  return useAnswer(planKey('measure', workflow, plan), () => workflow.thread.measure(plan!)); // without a plan the key is null
}

/** The leads of each combination of values for a plan; null while the thread counts. */
export function useCombinations(workflow: Asker, plan: Plan | null): FittedTally | null {
  return useAnswer(planKey('tally', workflow, plan), () => workflow.thread.tally(plan!)); // see above
}

/** Counts the leads for a plan before the results ask for it. Keeps the counts of the last plan only. */
export function usePrefetchMeasurement(workflow: Asker, plan: Plan | null): void {
  const { cache } = useSWRConfig();
  const key = planKey('measure', workflow, plan);
  const { error } = useSWRImmutable<Measurement, unknown>(key, () => workflow.thread.measure(plan!)); // see above
  const serialized = unstable_serialize(key);
  const tally = unstable_serialize(planKey('tally', workflow, plan));
  const last = useRef({ serialized, tally });
  useEffect(() => {
    // The counts of an earlier plan may be large.
    if (last.current.serialized !== serialized)
      Object.values(last.current).forEach((old) => cache.delete(old));
    last.current = { serialized, tally };
    // A failure is dropped, so that the results ask again and show it if it persists.
    if (error !== undefined) cache.delete(serialized);
  }, [cache, serialized, tally, error]);
}
