import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import { completeNames, type NameLists } from '#frontend/counting/sent-measurement.ts';
import { connect, describeError, type AnswerTo, type ContentOf, type Port, type ProgressTo } from '../rpc.ts';
import { startThread } from '../start-thread.ts';
import type { LEAD_QUESTIONS } from './questions.ts';
import type { AboutFile } from './serve.ts';

type LeadQuestions = typeof LEAD_QUESTIONS;

export type QuestionName = keyof LeadQuestions;

/** The content of a question. */
export type Asked<Q extends QuestionName> = ContentOf<LeadQuestions, Q>;

/** The answer to a question as the page gets it. */
export type Answer<Q extends QuestionName> = Q extends 'measure' ? Measurement : AnswerTo<LeadQuestions, Q>;

/** The progress of an answer; `never` if it reports none. */
export type ProgressOf<Q extends QuestionName> = ProgressTo<LeadQuestions, Q>;

/** Progress of a question, and the signal that cancels it. */
export interface Hooks<Q extends QuestionName> {
  onProgress(progress: ProgressOf<Q>): void;
  signal: AbortSignal;
}

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

export interface ConnectedThread extends LeadThread {
  /** Rejects all pending questions. Later ones are rejected too, unless the thread's code was only not fetched. */
  fail(reason: Error): void;
  /** Tells the thread whether the page is visible: the time limit for a file's bytes runs only while it is. */
  showPage(isVisible: boolean): void;
}

/** Connects to a serving thread through `port`; `close` ends it. */
export function connectThread(port: Port, close: () => void): ConnectedThread {
  /** The number of the page's file. */
  let openFile = 0;
  let names: NameLists = new Map();
  const aboutFile = (): AboutFile => ({ file: openFile, known: [...names.keys()] });
  const connected = connect<LeadQuestions>(port, aboutFile);

  async function ask<Q extends QuestionName>(
    question: Q,
    asked: Asked<Q>,
    hooks?: Hooks<Q>,
  ): Promise<unknown> {
    // Another answer may replace `names` before this one arrives.
    const known = names;
    const answer = await connected.ask(question, asked, hooks);
    if (question === 'open') {
      const opened = answer as Answer<'open'>;
      if (opened.ok) openFile = opened.value.number;
    }
    if (question !== 'measure') return answer;
    const completed = completeNames(answer as AnswerTo<LeadQuestions, 'measure'>, known);
    names = completed.names;
    return completed.measurement;
  }

  return {
    // The record of questions gives each its own answer.
    ask: ask as LeadThread['ask'],
    fail: connected.fail,
    // A thread that has failed needs no word of the page.
    showPage: (isVisible) => void connected.ask('showPage', isVisible).catch(() => {}),
    close() {
      close();
      connected.fail(new Error('The thread was closed'));
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
