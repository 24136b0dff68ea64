import type { CheckedPart } from '#frontend/analysis/check/check-unseen.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { Unit } from '#frontend/analysis/over-time/periods.ts';
import type { OpenOptions } from './leave-out.ts';
import type { Asking, QUESTIONS } from './questions.ts';

/** Asks to open a file. */
export interface OpenQuestion {
  file: File;
  options: OpenOptions;
}

/** Asks for the values of a column. Without `numberFormat` its numbers are read in the way that fits. */
export interface ColumnQuestion {
  column: number;
  numberFormat?: NumberFormat | undefined;
}

/** Asks how rows name the currency of the amounts in a column. */
export interface CurrencyQuestion {
  column: number;
  /** Null: no column names it. Absent: the column that fits. */
  currencyColumn?: number | null;
}

/** Asks for a check of the rules of a plan on leads that they were not learned from. */
export interface CheckQuestion {
  plan: Plan;
  settings: Settings;
  seed: number;
  /** Absent: random leads. The latest leads need a plan with a column of dates. */
  part?: CheckedPart;
}

/** Asks for the rules of a plan that the ad platforms accept, and for their effect. */
export interface PlatformsQuestion {
  plan: Plan;
  thresholdPercent: number;
  choices: PlanChoices;
  /** What the conversion action counts; absent: every lead. */
  action?: ConversionAction;
}

/** Asks for some rules of a plan by period. */
export interface PeriodsQuestion {
  plan: Plan;
  /** The values, each of the attribute with this index. */
  rules: readonly { field: number; value: string }[];
  /** Null: the unit that fits the file. */
  unit: Unit | null;
}

/** How many repeats of a check are finished. */
export interface CheckProgress {
  done: number;
  repeats: number;
}

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
