import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import type { Asked, FromThread, Port, ProgressOf, QuestionName, Sent, ToThread } from './protocol.ts';
import { completeNames, type NameLists } from '#frontend/counting/sent-measurement.ts';
import { describeError, reportMissing, startThread } from '../start-thread.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { transferablesOf } from './transferables.ts';

/** Progress of a question, and the signal that cancels it. */
export interface Hooks<Q extends QuestionName> {
  onProgress(progress: ProgressOf<Q>): void;
  signal: AbortSignal;
}

/** The answer to a question as the page gets it. */
export type Answer<Q extends QuestionName> = Q extends 'measure' ? Measurement : Sent<Q>;

/** The page's end of the browser thread that holds the file. */
export interface LeadThread {
  /**
   * Asks one of the questions in questions.ts. Rejects with an `Error` when the thread fails. A question whose answer reports
   * progress takes hooks, and rejects with the signal's reason when it is aborted; the file opened before stays open.
   */
  ask<Q extends QuestionName>(
    question: Q,
    asked: Asked<Q>,
    ...hooks: [ProgressOf<Q>] extends [never] ? [] : [hooks: Hooks<Q>]
  ): Promise<Answer<Q>>;
  close(): void;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  onProgress?: Hooks<QuestionName>['onProgress'];
}

export interface ConnectedThread extends LeadThread {
  /** Rejects all pending questions. Later ones are rejected too, unless the thread's code was only not fetched. */
  fail(reason: Error): void;
  /** Tells the thread whether the page is visible: the time limit for a file's bytes runs only while it is. */
  showPage(isVisible: boolean): void;
}

/** Connects to a serving thread through `port`; `close` ends it. */
export function connectThread(port: Port, close: () => void): ConnectedThread {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let failure: Error | null = null;
  /** The number of the page's file. */
  let openFile = 0;

  port.addEventListener('message', (event) => {
    // Only serve.ts posts here, and it posts nothing else.
    const message = event.data as FromThread;
    const waiting = pending.get(message.id);
    if (!waiting) return;
    if (message.kind === 'progress') {
      waiting.onProgress?.(message.progress);
      return;
    }
    pending.delete(message.id);
    if (message.kind === 'answer') waiting.resolve(message.answer);
    else waiting.reject(message.isPartMissing ? reportMissing() : new Error(message.message));
  });

  function send(
    question: QuestionName,
    asked: Asked<QuestionName>,
    hooks?: Hooks<QuestionName>,
  ): Promise<unknown> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      hooks?.signal.throwIfAborted();
      if (failure) throw failure;
      pending.set(id, { resolve, reject, onProgress: hooks?.onProgress });
      hooks?.signal.addEventListener('abort', () => {
        if (!pending.delete(id)) return;
        port.postMessage({ id, question: 'cancel' } satisfies ToThread, []);
        reject(hooks.signal.reason);
      });
      const message = { id, file: openFile, known: [...names.keys()], question, ask: asked };
      port.postMessage(message, transferablesOf(asked));
    });
  }

  let names: NameLists = new Map();
  async function ask(
    question: QuestionName,
    asked: Asked<QuestionName>,
    hooks?: Hooks<QuestionName>,
  ): Promise<unknown> {
    // Another answer may replace `names` before this one arrives.
    const known = names;
    const answer = await send(question, asked, hooks);
    if (question === 'open') {
      const opened = answer as Sent<'open'>;
      if (opened.ok) openFile = opened.value.number;
    }
    if (question !== 'measure') return answer;
    const completed = completeNames(answer as Sent<'measure'>, known);
    names = completed.names;
    return completed.measurement;
  }

  function fail(reason: Error): void {
    // The script may be there for the next question.
    if (!(reason instanceof PartMissing)) failure = reason;
    for (const waiting of pending.values()) waiting.reject(reason);
    pending.clear();
  }

  return {
    // The record of questions gives each its own answer.
    ask: ask as LeadThread['ask'],
    fail,
    showPage: (isPageVisible) =>
      port.postMessage({ question: 'visibility', isPageVisible } satisfies ToThread, []),
    close() {
      close();
      fail(new Error('The thread was closed'));
    },
  };
}

export interface StartableThread extends LeadThread {
  /** Starts the thread before the first question, so that the first answer comes sooner. */
  start(): Promise<void>;
}

/** A thread that starts with its first question and keeps one file open until `close`. */
export function createLeadThread(): StartableThread {
  let worker: Worker | null = null;
  let isClosed = false;
  let hear: (event: MessageEvent) => void = () => {};

  const thread = connectThread(
    {
      postMessage: (message, transfer) => start().postMessage(message, transfer),
      addEventListener: (_, listener) => void (hear = listener),
    },
    () => {
      isClosed = true;
      stop();
    },
  );
  const showPage = () => thread.showPage(!document.hidden);

  function start(): Worker {
    if (worker) return worker;
    worker = startThread('leads');
    worker.addEventListener('message', hear);
    worker.addEventListener('error', (event) => {
      stop();
      thread.fail(describeError(event));
    });
    document.addEventListener('visibilitychange', showPage);
    showPage();
    return worker;
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
    document.removeEventListener('visibilitychange', showPage);
  }

  return {
    ...thread,
    async start() {
      if (!isClosed) start();
    },
  };
}
