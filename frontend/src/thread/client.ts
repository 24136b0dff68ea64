import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import type { CurrencyFindings } from '#frontend/analysis/counts/amount-currency.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { FittedTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { ExportedDataset } from './export-dataset.ts';
import type { IntakeProblem } from '#frontend/csv/read-csv.ts';
import type { Result } from '#frontend/csv/result.ts';
import type { ColumnsCheck } from './check-columns.ts';
import type { FileFindings } from './inspect-rows.ts';
import type { OpenOptions } from './leave-out.ts';
import type {
  AgesQuestion,
  CheckQuestion,
  ColumnDetail,
  ConversionsQuestion,
  CurrencyQuestion,
  FileAges,
  FromThread,
  OpenedFile,
  PlatformsQuestion,
  Port,
  ProgressOf,
  QuestionName,
  Questions,
  ToThread,
} from './protocol.ts';
import type { LeadsFile, LeadsFileQuestion } from './make-leads-file.ts';
import type { UploadFile, UploadQuestion } from './make-upload-file.ts';
import { completeNames, type NameLists } from './sent-measurement.ts';
import { describeError, reportMissing, startThread } from './start-thread.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { transferablesOf } from './transferables.ts';
import type { UnpackedDataset } from './unpack-dataset.ts';

/** Progress of a question, and the signal that cancels it. */
export interface Hooks<Q extends keyof ProgressOf> {
  onProgress(progress: ProgressOf[Q]): void;
  signal: AbortSignal;
}

/**
 * The page's end of the browser thread that holds the file. Every method rejects with an `Error` when the thread
 * fails. A question that takes hooks rejects with
 * the signal's reason when it is aborted; the file held before stays open.
 */
export interface LeadThread {
  /** Reads a file and holds it. Problems with its content are an error value, not an exception. */
  open(file: File, options: OpenOptions, hooks: Hooks<'open'>): Promise<Result<OpenedFile, IntakeProblem>>;
  /** Distinct values of one column with leads per value, and its numbers in the way of writing that was chosen or fits. */
  describeColumn(column: number, numberFormat?: NumberFormat): Promise<ColumnDetail>;
  /** How rows name the currency of the amounts in a column. */
  describeCurrency(question: CurrencyQuestion): Promise<CurrencyFindings>;
  /** Conversions per distinct value of one column, in the order of the values of `describeColumn`. */
  countConversions(question: ConversionsQuestion): Promise<Uint32Array>;
  /** Leads and conversions per age in days. */
  countAges(question: AgesQuestion): Promise<FileAges>;
  /** The ways in which the dates of a column can be read, likeliest first. Like the ages it waits for a pause. */
  describeDates(column: number): Promise<readonly DateSummary[]>;
  /** What may be wrong with the file, before any column is chosen: test leads, duplicates, faults of its columns. */
  checkFile(): Promise<FileFindings>;
  /** What may be wrong with the chosen columns. */
  checkColumns(plan: Plan): Promise<ColumnsCheck>;
  /** Leads and conversions per occurring combination of values, with the figures that were fitted to them. */
  tally(plan: Plan): Promise<FittedTally>;
  /** The counts of a plan with everything that follows from them before settings, computed in the thread. */
  measure(plan: Plan): Promise<Measurement>;
  /** Learns rules from a part of the leads again and again, and tries them on the rest. */
  checkUnseen(question: CheckQuestion, hooks: Hooks<'checkUnseen'>): Promise<UnseenCheck>;
  /** The open file with the value of each lead, as a file for the visitor. */
  makeLeadsFile(question: LeadsFileQuestion, hooks: Hooks<'makeLeadsFile'>): Promise<LeadsFile>;
  /** The leads that an ad platform takes, as its own file, and what was left out. */
  makeUploadFile(question: UploadQuestion, hooks: Hooks<'makeUploadFile'>): Promise<UploadFile>;
  /** What to enter on each ad platform, and what it will do. */
  planPlatforms(question: PlatformsQuestion): Promise<PlatformPlans>;
  /** The rows of the open file, ready to be saved: lines of JSON, compressed with gzip. */
  exportDataset(): Promise<ExportedDataset>;
  /** Turns a saved dataset into CSV. Hands its bytes over and leaves the open file as it is. Null if it is no table. */
  unpackDataset(gzip: ArrayBuffer): Promise<UnpackedDataset | null>;
  close(): void;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  onProgress?: (progress: ProgressOf[keyof ProgressOf]) => void;
}

export interface ConnectedThread extends LeadThread {
  /** Rejects all pending questions, and later ones unless the thread was only missing. */
  fail(reason: Error): void;
  /** Reports whether the page is visible: the thread counts the wait for a file's bytes only while it is. */
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

  function ask<Q extends QuestionName>(
    question: Q,
    ask: Questions[Q]['ask'],
    hooks?: Q extends keyof ProgressOf ? Hooks<Q> : never,
  ) {
    const id = ++lastId;
    return new Promise<Questions[Q]['answer']>((resolve, reject) => {
      hooks?.signal.throwIfAborted();
      if (failure) throw failure;
      // The answer to a question has that question's type: serve.ts switches over the same union.
      // The same holds for its progress.
      const onProgress = hooks?.onProgress as Pending['onProgress'];
      pending.set(id, { resolve: resolve as Pending['resolve'], reject, onProgress });
      hooks?.signal.addEventListener('abort', () => {
        if (!pending.delete(id)) return;
        port.postMessage({ id, question: 'cancel' } satisfies ToThread, []);
        reject(hooks.signal.reason);
      });
      port.postMessage({ id, file: openFile, question, ask }, transferablesOf(ask));
    });
  }

  const open: LeadThread['open'] = async (file, options, hooks) => {
    const opened = await ask('open', { file, options }, hooks);
    if (opened.ok) openFile = opened.value.number;
    return opened;
  };

  let names: NameLists = new Map();
  async function measure(plan: Plan): Promise<Measurement> {
    // Another answer may replace `names` before this one arrives.
    const known = names;
    const sent = await ask('measure', { plan, known: [...known.keys()] });
    const completed = completeNames(sent, known);
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
    open,
    describeColumn: (column, numberFormat) =>
      ask('describeColumn', { column, ...(numberFormat && { numberFormat }) }),
    describeCurrency: (question) => ask('describeCurrency', question),
    countConversions: (question) => ask('countConversions', question),
    countAges: (question) => ask('countAges', question),
    describeDates: (column) => ask('describeDates', { column }),
    checkFile: () => ask('checkFile', {}),
    checkColumns: (plan) => ask('checkColumns', { plan }),
    tally: (plan) => ask('tally', { plan }),
    measure,
    checkUnseen: (question, hooks) => ask('checkUnseen', question, hooks),
    makeLeadsFile: (question, hooks) => ask('makeLeadsFile', question, hooks),
    makeUploadFile: (question, hooks) => ask('makeUploadFile', question, hooks),
    planPlatforms: (question) => ask('planPlatforms', question),
    exportDataset: () => ask('exportDataset', {}),
    unpackDataset: (gzip) => ask('unpackDataset', { gzip }),
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

/** A thread that starts with its first question and holds one file, until `close`. */
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
