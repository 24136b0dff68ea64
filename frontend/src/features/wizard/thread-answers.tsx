import {
  createContext,
  useContext,
  useDeferredValue,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
// Not from columns.ts, which would bring the code that reads numbers into the first page.
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { Answer, Asked, ProgressOf, QuestionName } from '#frontend/threads/leads/client.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { useUnpressed } from './hold-while-pressed.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import type { OpenWizard } from './use-workflow.ts';
import { isOpen } from './workflow-state.ts';

export type Asker = Pick<OpenWizard, 'state' | 'thread'>;

const FileAnswers = createContext<Answers | null>(null);

/** Keeps the answers about the open file for the steps inside, until the file is closed. */
export function ThreadAnswers({ workflow, children }: { workflow: Asker; children: ReactNode }) {
  const file = workflow.state.file?.number;
  const [kept, keep] = useState(() => ({ file, answers: createAnswers() }));
  if (kept.file !== file) keep({ file, answers: createAnswers() });
  return <FileAnswers value={kept.answers}>{children}</FileAnswers>;
}

export function useAnswers(): Answers {
  const answers = useContext(FileAnswers);
  if (!answers) throw new Error('Only the steps keep answers');
  return answers;
}

export interface Kept<T> {
  /** Undefined until it is there. */
  answer: T | undefined;
  /** Undefined while the question is asked, also if it failed before. */
  error: unknown;
  askAgain(): void;
}

/** The answer to a question about the open file, asked for once, and again where it failed before. */
export function useKept<T>({ key, ask }: KeyedQuestion<T>): Kept<T> {
  const answers = useAnswers();
  const [turn, setTurn] = useState(0);
  /** Another object whenever the question is asked. */
  const asking = useMemo(() => ({ answers, key, turn }), [answers, key, turn]);
  const [failed, setFailed] = useState<{ asking: object; error: unknown } | null>(null);
  const find = () => answers.find(key);
  // A key has one kind of answer.
  const answer = useSyncExternalStore(answers.subscribe, find, find) as T | undefined;
  const askNow = useEffectEvent(ask);
  useLayoutEffect(() => {
    let isCurrent = true;
    asking.answers
      .ask({ key: asking.key, ask: () => askNow() })
      .catch((error: unknown) => isCurrent && setFailed({ asking, error }));
    return () => void (isCurrent = false);
  }, [asking]);
  return {
    answer,
    error: failed?.asking === asking ? failed.error : undefined,
    askAgain: () => setTurn((last) => last + 1),
  };
}

/** The answer to a question about the open file (see `useShown`); null if `asked` is null. */
export function useAnswer<Q extends ShortQuestion>(
  asker: Asker,
  question: Q,
  asked: Asked<Q> | null,
): Answer<Q> | null {
  return useShown(questionOf(asker, question, asked));
}

/** The questions whose answers report no progress. */
type ShortQuestion = { [Q in QuestionName]: [ProgressOf<Q>] extends [never] ? Q : never }[QuestionName];

export function questionOf<Q extends ShortQuestion>(
  { state: { file }, thread }: Asker,
  question: Q,
  asked: Asked<Q> | null,
): KeyedQuestion<Answer<Q>> {
  return {
    key: file && asked !== null ? keyOf(question, asked) : null,
    // A short question takes no hooks. Without a key nobody calls this.
    ask: () => (thread.ask as (question: Q, asked: Asked<Q> | null) => Promise<Answer<Q>>)(question, asked),
  };
}

/**
 * The answer of the thread, asked for once; null until it arrives and no button is pressed, since new content would move the
 * button. The answer may fill a large part of the page, so the render is deferred: React does it in slices, and the page
 * stays responsive.
 */
function useShown<T>(question: KeyedQuestion<T>): T | null {
  const { answer: found, error } = useKept(question);
  const isUnknown = useDeferredValue(found === undefined);
  const answer = isUnknown ? null : (found ?? null);
  const shown = useUnpressed(answer, null);
  if (error !== undefined) throw error;
  return shown === answer ? answer : null;
}

/** Values and numeric summary of a column of the open file; null while they are loading. */
export function useColumnDetail({ state, thread }: Asker, column: number | null): ColumnDetail | null {
  const { file } = state;
  const isAsked = file !== null && column !== null;
  const format = isAsked && isOpen(state) ? state.numberFormats.get(column) : undefined;
  return useAnswer({ state, thread }, 'describeColumn', isAsked ? { column, numberFormat: format } : null);
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

/** A question with its key; null where it is not asked. */
interface KeyedQuestion<T> {
  key: string | null;
  ask(): Promise<T>;
}

/** The answers about one open file, by the keys of their questions. */
export interface Answers {
  /** Undefined until the answer is there. */
  find(key: string | null): unknown;
  /** Asks unless the answer is there or on its way. A failure is not kept: the next one asks anew. */
  ask(question: KeyedQuestion<unknown>): Promise<unknown>;
  forget(key: string | null): void;
  subscribe(onChange: () => void): () => void;
}

function createAnswers(): Answers {
  const kept = new Map<string | null, { asked: Promise<unknown>; answer?: unknown }>();
  const listeners = new Set<() => void>();
  return {
    find: (key) => kept.get(key)?.answer,
    async ask({ key, ask }) {
      if (key === null) return;
      const known = kept.get(key);
      if (known) return known.asked;
      const entry = { asked: ask(), answer: undefined as unknown };
      kept.set(key, entry);
      entry.asked.then(
        (answer) => {
          entry.answer = answer;
          for (const listen of listeners) listen();
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.asked;
    },
    forget: (key) => void kept.delete(key),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(value: object): number {
  const number = numbers.get(value) ?? ++lastNumber;
  numbers.set(value, number);
  return number;
}

/**
 * The key of a question: the same for the same content. Sets, maps and the like are the same if they are one object; a changed choice is
 * always a new one.
 */
export function keyOf(question: string, asked: unknown): string {
  return (
    question + JSON.stringify(asked, (_, value: unknown) => (isKeptByJson(value) ? value : naming(value)))
  );
}

const isKeptByJson = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      Object.getPrototypeOf(value) === Object.prototype;

const naming = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `object ${numberOf(value)}` : String(value);
