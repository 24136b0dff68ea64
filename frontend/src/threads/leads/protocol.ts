import type { Asking, QUESTIONS } from './questions.ts';

export type QuestionName = keyof typeof QUESTIONS;

/** The content of a question. */
export type Asked<Q extends QuestionName> = Parameters<(typeof QUESTIONS)[Q]>[0];

/** The answer to a question as the thread sends it. */
export type Sent<Q extends QuestionName> = Awaited<ReturnType<(typeof QUESTIONS)[Q]>>;

/** The progress of an answer; `never` if it reports none. */
export type ProgressOf<Q extends QuestionName> =
  Parameters<(typeof QUESTIONS)[Q]> extends [unknown, Asking<infer P>] ? P : never;

/**
 * `file` is the number of the page's open file, which the question is about; 0 if none is open. `known`: the lists of names
 * that came with the last measurement.
 */
export type Question = {
  [Q in QuestionName]: { id: number; file: number; known: readonly number[]; question: Q; ask: Asked<Q> };
}[QuestionName];

export type ToThread =
  | Question
  | { id: number; question: 'cancel' }
  | { question: 'visibility'; isPageVisible: boolean };

export type FromThread =
  | { id: number; kind: 'answer'; answer: Sent<QuestionName> }
  | { id: number; kind: 'progress'; progress: ProgressOf<QuestionName> }
  | { id: number; kind: 'failed'; message: string; isPartMissing: boolean };

/** One end of a browser thread. Both ends look alike; tests use a MessageChannel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
