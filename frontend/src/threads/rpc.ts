import { PartMissing } from '#frontend/csv/part-missing.ts';
import type { Result } from '#frontend/csv/result.ts';

/** One end of a browser thread. Both ends look alike; tests use a MessageChannel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The end of a thread, in its own script. */
export const OWN_END: Port = {
  postMessage: (message, transfer) => self.postMessage(message, { transfer }),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
};

/**
 * The questions of a thread with their answers: each is a function of what is asked, and of the tools `T` that an answer gets
 * besides. The types below are made from such a record: a new question is an entry in it and a call of `ask` on the page.
 */
export type Questions<T = never> = Readonly<Record<string, (asked: never, tools: T) => unknown>>;

/** The content of a question. */
export type ContentOf<R extends Questions, Q extends keyof R> = Parameters<R[Q]>[0];

/** The answer to a question as the thread sends it. */
export type AnswerTo<R extends Questions, Q extends keyof R> = Awaited<ReturnType<R[Q]>>;

/** The progress of an answer; `never` if it reports none. */
export type ProgressTo<R extends Questions, Q extends keyof R> =
  Parameters<R[Q]> extends [unknown, { tell(progress: infer P): void }] ? P : never;

/** The tools of an answer. `P` is the progress that it reports. */
export interface Call<P = never> {
  /** The number of the question. */
  id: number;
  /** Aborted when the page cancels the question. */
  signal: AbortSignal;
  /** Reports the progress of the answer. */
  tell(progress: P): void;
}

type Question = { id: number; question: string; ask: unknown };

type FromThread =
  | { id: number; kind: 'answer'; answer: unknown }
  | { id: number; kind: 'progress'; progress: unknown }
  | { id: number; kind: 'failed'; message: string; isPartMissing: boolean };

/** No question of a record has this name. */
const CANCEL = 'cancel';

interface Serving<T> {
  /** Makes the tools of an answer. `message` also has what `connect` sends with every question. */
  toolsOf?(call: Call<unknown>, message: unknown): T;
  /** Called for each cancelled question, also for one whose answer is on its way. */
  onCancel?(id: number): void;
}

/** Answers questions in the thread. */
export function serve<T = Call>(
  port: Port,
  questions: Questions<T>,
  { toolsOf, onCancel }: Serving<T> = {},
): void {
  /** The questions that are being answered. */
  const running = new Map<number, AbortController>();
  const post = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  async function reply(message: Question): Promise<void> {
    const { id, question, ask } = message;
    const answering = new AbortController();
    running.set(id, answering);
    const call: Call<unknown> = {
      id,
      signal: answering.signal,
      tell: (progress) => post({ id, kind: 'progress', progress }),
    };
    try {
      // The page sends with each question what that question asks.
      const handle = questions[question] as (asked: unknown, tools: unknown) => unknown;
      const answer = await handle(ask, toolsOf ? toolsOf(call, message) : call);
      post({ id, kind: 'answer', answer }, transferablesOf(answer));
    } catch (error) {
      post({ id, kind: 'failed', message: String(error), isPartMissing: error instanceof PartMissing });
    } finally {
      running.delete(id);
    }
  }

  port.addEventListener('message', (event) => {
    // Only `connect` posts here, and it posts nothing else.
    const message = event.data as Question;
    if (message.question !== CANCEL) return void reply(message);
    running.get(message.id)?.abort();
    onCancel?.(message.id);
  });
}

/** Progress of a question, and the signal that cancels it. */
export interface AskHooks<P> {
  onProgress?: ((progress: P) => void) | undefined;
  signal?: AbortSignal;
}

/** The page's end of a thread. */
export interface Connected<R extends Questions> {
  /** Rejects with an `Error` when the thread fails, and with the signal's reason when it is aborted. */
  ask<Q extends keyof R & string>(
    question: Q,
    asked: ContentOf<R, Q>,
    hooks?: AskHooks<ProgressTo<R, Q>>,
  ): Promise<AnswerTo<R, Q>>;
  /** Rejects all pending questions. Later ones are rejected too, unless the thread's code was only not fetched. */
  fail(reason: Error): void;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  onProgress: AskHooks<unknown>['onProgress'];
}

/**
 * Connects to a serving thread.
 *
 * @param besides gives what is sent with every question
 */
export function connect<R extends Questions>(port: Port, besides?: () => object): Connected<R> {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let failure: Error | null = null;

  port.addEventListener('message', (event) => {
    // Only `serve` posts here, and it posts nothing else.
    const message = event.data as FromThread;
    const waiting = pending.get(message.id);
    if (!waiting) return;
    if (message.kind === 'progress') return waiting.onProgress?.(message.progress);
    pending.delete(message.id);
    if (message.kind === 'answer') waiting.resolve(message.answer);
    else waiting.reject(message.isPartMissing ? reportMissing() : new Error(message.message));
  });

  function ask(question: string, asked: unknown, { onProgress, signal }: AskHooks<unknown> = {}) {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (failure) throw failure;
      pending.set(id, { resolve, reject, onProgress });
      signal?.addEventListener('abort', () => {
        if (!pending.delete(id)) return;
        port.postMessage({ id, question: CANCEL }, []);
        reject(signal.reason);
      });
      port.postMessage({ ...besides?.(), id, question, ask: asked }, transferablesOf(asked));
    });
  }

  return {
    // The record of questions gives each its own answer.
    ask: ask as Connected<R>['ask'],
    fail(reason) {
      // The script may be there for the next question.
      if (!(reason instanceof PartMissing)) failure = reason;
      for (const waiting of pending.values()) waiting.reject(reason);
      pending.clear();
    },
  };
}

/** The event that Vite fires for code that is gone from the server, but not for threads. It reloads a page of an older release. */
const GONE_EVENT = 'vite:preloadError';

/** An error without a message means that the script was never loaded: a running script catches its own errors. */
export function describeError({ message }: ErrorEvent): Error {
  return message ? new Error(message) : reportMissing();
}

/** Reports that code of a thread, or its whole script, could not be fetched. */
function reportMissing(): PartMissing {
  dispatchEvent(new Event(GONE_EVENT));
  return new PartMissing('The thread could not be loaded');
}

/** An expected failure is an answer too, so that its details reach the page; any other error fails the question. */
export async function resultOf<V, D>(
  work: Promise<V>,
  Expected: new (...args: never) => Error & { readonly details: D },
): Promise<Result<V, D>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof Expected) return { ok: false, error: error.details };
    throw error;
  }
}

/** Arrays are nested at most this deep: in the figures of the measurement by value within a measurement. */
const MAX_DEPTH = 3;

/** The buffers and ports in a question or an answer. They are transferred, so the sender can no longer use them. */
function transferablesOf(message: unknown): Transferable[] {
  return [...new Set(transferredIn(message, MAX_DEPTH))];
}

function transferredIn(value: unknown, depth: number): Transferable[] {
  if (value instanceof ArrayBuffer || value instanceof MessagePort) return [value];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer]; // no message has shared memory
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  // A list that begins with something else has no arrays: it may be one of 100,000 names.
  if (Array.isArray(value) && !ArrayBuffer.isView(value[0])) return [];
  return Object.values(value).flatMap((part) => transferredIn(part, depth - 1));
}
