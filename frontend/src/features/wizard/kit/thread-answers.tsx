import { createContext, useContext, useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { SWRConfig, useSWRConfig, type SWRConfiguration } from 'swr';
import useSWRImmutable from 'swr/immutable';
// Not from columns.ts, which would bring the code that reads numbers into the first page.
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import type { Answer, Asked, ProgressOf, QuestionName } from '#frontend/threads/leads/client.ts';
import { useUnpressed } from './hold-while-pressed.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import type { OpenWizard } from './use-workflow.ts';
import { isOpen } from './workflow-state.ts';

export type Asker = Pick<OpenWizard, 'state' | 'thread'>;

/** SWR compares sets and maps in a key by identity. That is enough, since a changed choice is always a new object. */
type Key = readonly [fileNumber: number, question: QuestionName, asked: unknown];

/** The cache of answers. The cache of the API is another one, since the end of a session empties it. */
const ANSWERS: SWRConfiguration = {
  provider: () => new Map(),
  // A deep comparison of large answers would be slow.
  compare: Object.is,
  shouldRetryOnError: false,
  // By default, SWR would not ask again for an answer that was deleted in the last two seconds.
  dedupingInterval: 0,
};

/** The cache of the server's data; null outside the steps, where it is the cache of all hooks. */
const ServerData = createContext<ReturnType<typeof useSWRConfig> | null>(null);

/** Caches the answers of the thread about the open file for the steps inside, until the file is closed. */
export function ThreadAnswers({ workflow, children }: { workflow: Asker; children: ReactNode }) {
  const serverData = useSWRConfig();
  return (
    <ServerData value={serverData}>
      <SWRConfig value={ANSWERS}>
        <ForgetClosedFiles openFile={workflow.state.file?.number} />
        {children}
      </SWRConfig>
    </ServerData>
  );
}

/** Gives a part of a step the cache of the server's data, which is also that of the rest of the page. */
export function WithServerData({ children }: { children: ReactNode }) {
  const serverData = useContext(ServerData);
  if (!serverData) return children;
  // A `provider` here would create a third cache.
  return <SWRConfig value={{ ...serverData, provider: undefined }}>{children}</SWRConfig>;
}

function ForgetClosedFiles({ openFile }: { openFile: number | undefined }) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    // All keys of this cache have this type. An answer that arrives late may stand in it without its key.
    void mutate((key) => (key as unknown as Key | undefined)?.[0] !== openFile, undefined, {
      revalidate: false,
    });
  }, [mutate, openFile]);
  return null;
}

/** The answer to a question about the open file (see `useShown`); null if `asked` is null. */
export function useAnswer<Q extends ShortQuestion>(
  asker: Asker,
  question: Q,
  asked: Asked<Q> | null,
): Answer<Q> | null {
  const { key, ask } = questionOf(asker, question, asked);
  return useShown(key, ask);
}

/** The questions whose answers report no progress. */
type ShortQuestion = { [Q in QuestionName]: [ProgressOf<Q>] extends [never] ? Q : never }[QuestionName];

export function questionOf<Q extends ShortQuestion>(
  { state: { file }, thread }: Asker,
  question: Q,
  asked: Asked<Q> | null,
): { key: Key | null; ask(): Promise<Answer<Q>> } {
  return {
    key: file && asked !== null ? [file.number, question, asked] : null,
    // A short question takes no hooks. Without a key, SWR does not call this.
    ask: () => (thread.ask as (question: Q, asked: Asked<Q> | null) => Promise<Answer<Q>>)(question, asked),
  };
}

/**
 * The answer of the thread, asked for once; null until it arrives and no button is pressed, since new content would move the
 * button. The answer may fill a large part of the page, so the render is deferred: React does it in slices, and the page
 * stays responsive.
 */
function useShown<T>(key: Key | null, ask: () => Promise<T>): T | null {
  const { data, error, isValidating } = useSWRImmutable<T, unknown>(key, ask);
  const isUnknown = useDeferredValue(data === undefined);
  const answer = isUnknown ? null : (data ?? null);
  const shown = useUnpressed(answer, null);
  if (error !== undefined && !isValidating) throw error;
  return shown === answer ? answer : null;
}

/** Values and numeric summary of a column of the open file; null while they are loading. */
export function useColumnDetail({ state, thread }: Asker, column: number | null): ColumnDetail | null {
  const { file } = state;
  const isAsked = file !== null && column !== null;
  const format = isAsked && isOpen(state) ? state.numberFormats.get(column) : undefined;
  return useShown(isAsked ? [file.number, 'describeColumn', [column, format]] : null, () =>
    thread.ask('describeColumn', { column: column ?? 0, numberFormat: format }),
  );
}

/** The values of the status column that count as converted, '(Blank)' for blanks; null while the column is loading. */
export function useConvertedValues(workflow: Asker): readonly string[] | null {
  const { state } = workflow;
  const detail = useColumnDetail(workflow, isOpen(state) ? state.statusColumn : null);
  const qualified = isOpen(state) ? qualifiedValues(state) : null;
  return useMemo(
    () =>
      detail &&
      qualified &&
      detail.values.map((value) => value || BLANK_LABEL).filter((value) => qualified.has(value)),
    [detail, qualified],
  );
}
