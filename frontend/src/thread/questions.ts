import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import { foldUnchanged } from '#frontend/analysis/counts/fold-values.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import { readCsv, type IntakeProblem, type ReadProgress } from '#frontend/csv/read-csv.ts';
import type { Result } from '#frontend/csv/result.ts';
import { describeCurrency, describeFileCurrency } from './amount-currency.ts';
import { checkColumns } from './check-columns.ts';
import { countAges } from './count-ages.ts';
import { countedLeads } from './counted-leads.ts';
import { measurePlan, tallyPlan } from './count-plan.ts';
import { exportDataset } from './export-dataset.ts';
import {
  codedColumn,
  countConversionsOf,
  describeColumn,
  describeDates,
  describeFile,
  holdFile,
  type HeldFile,
} from './held-file.ts';
import { inspectRows, type FileFindings } from './inspect-rows.ts';
import { leaveOutLeads } from './leave-out.ts';
import type { LATE_ANSWERS } from './late-answers.ts';
import { nextTask } from './next-task.ts';
import type {
  AgesQuestion,
  ColumnQuestion,
  ConversionsQuestion,
  CurrencyQuestion,
  OpenedFile,
  OpenQuestion,
} from './protocol.ts';
import { readBytes } from './read-bytes.ts';
import { unpackDataset } from './unpack-dataset.ts';

/** What the thread gives to the answer of a question, besides what was asked. `P` is the progress that it reports. */
export interface Asking<P = never> {
  /** The number of the question. */
  id: number;
  /** The file that the question is about. Throws when it is not held. */
  held(): HeldFile;
  /** Holds a file under the number of the question. */
  hold(file: HeldFile): void;
  /** The lists of names that came with the last measurement. */
  known: readonly number[];
  isPageVisible(): boolean;
  /** Aborted when the page cancels the question. */
  signal: AbortSignal;
  /** Reports the progress of an answer, and gives way to a cancel, which ends it with an exception. */
  report(progress: P): Promise<void>;
  /** Waits until no question has come for a moment. Fails once the page has opened another file. */
  pause(): Promise<void>;
}

/**
 * Every question that the page may ask, with its answer. What the page sends and gets follows from this record: a new question
 * is an entry here and a call of `ask` on the page. A question whose answer reports progress is one that the page may cancel.
 */
export const QUESTIONS = {
  /** Reads a file and holds it. Problems with its content are an error value, not an exception. */
  open: openFile,
  /** Distinct values of one column with leads per value, and its numbers in the way of writing that was chosen or fits. */
  describeColumn({ column, numberFormat }: ColumnQuestion, { held }: Asking) {
    const file = held();
    const detail = describeColumn(file, column, numberFormat);
    void prepareCount(file, column);
    return detail;
  },
  /** How rows name the currency of the amounts in a column. */
  describeCurrency: ({ column, currencyColumn }: CurrencyQuestion, { held }: Asking) =>
    describeCurrency(held(), column, currencyColumn),
  /** Conversions per distinct value of one column, in the order of the values of `describeColumn`. */
  countConversions: (asked: ConversionsQuestion, { held }: Asking) => countConversionsOf(held(), asked),
  /** Leads and conversions per age in days. */
  async countAges(asked: AgesQuestion, { held, pause }: Asking) {
    await pause(); // a column of times has as many values as leads
    return countAges(held(), asked);
  },
  /** The ways in which the dates of a column can be read, the likeliest first. */
  async describeDates(column: number, { held, pause }: Asking): Promise<readonly DateSummary[]> {
    await pause(); // as for the ages
    return describeDates(held(), column);
  },
  /** What may be wrong with the file, before any column is chosen: test leads, duplicates, faults of its columns. */
  async checkFile(_: undefined, { held, pause }: Asking): Promise<FileFindings> {
    const { testLeads, duplicates, columns } = await inspectRows(held().table, pause);
    return { testLeads, duplicates, columns };
  },
  /** What may be wrong with the chosen columns. */
  checkColumns: (plan: Plan, { held, pause }: Asking) =>
    checkColumns(countedLeads(held(), plan), plan, pause),
  /** Leads and conversions per occurring combination of values, with the figures that were fitted to them. */
  tally: (plan: Plan, { held }: Asking) => fitTally(tallyPlan(countedLeads(held(), plan), plan)),
  /** The counts of a plan with everything that follows from them before settings. */
  measure(plan: Plan, asking: Asking) {
    const measured = measurePlan(countedLeads(asking.held(), plan), plan, asking.known);
    void fetchAhead(asking);
    return measured;
  },
  /** Learns rules from a part of the leads again and again, and tries them on the rest. */
  checkUnseen: answerLate(({ checkUnseen }) => checkUnseen),
  /** The open file with the value of each lead, as a file for the visitor. */
  makeLeadsFile: answerLate(({ makeLeadsFile }) => makeLeadsFile),
  /** The leads that an ad platform takes, as its own file, and what was left out. */
  makeUploadFile: answerLate(({ makeUploadFile }) => makeUploadFile),
  /** What to enter on each ad platform, and what it will do. */
  planPlatforms: answerLate(({ planPlatforms }) => planPlatforms),
  /** The rows of the open file, ready to be saved: lines of JSON, compressed with gzip. */
  exportDataset: (_: undefined, { held }: Asking) => exportDataset(held().table, nextTask),
  /** Turns a saved dataset into CSV. Takes its bytes over and leaves the open file as it is. Null if it is no table. */
  unpackDataset: (gzip: ArrayBuffer) => unpackDataset(gzip, nextTask),
};

const fetchLateAnswers = () => import('./late-answers.ts');

/** What the results may ask for next then needs no connection. Without one now, it is fetched when it is asked for. */
async function fetchAhead({ pause }: Asking): Promise<void> {
  try {
    await pause();
    await fetchLateAnswers();
  } catch {
    // See above.
  }
}

/** The code of these answers is fetched after the first results, or with the first question: few visitors ask. */
function answerLate<A, P, T>(pick: (answers: typeof LATE_ANSWERS) => (asked: A, asking: Asking<P>) => T) {
  return async (asked: A, asking: Asking<P>) => {
    const { LATE_ANSWERS } = await fetchPart(fetchLateAnswers);
    return pick(LATE_ANSWERS)(asked, asking);
  };
}

async function openFile(
  { file, options }: OpenQuestion,
  { id, hold, isPageVisible, signal, report }: Asking<ReadProgress>,
): Promise<Result<OpenedFile, IntakeProblem>> {
  const bytes = await readBytes(file, { signal, isPageVisible });
  if (!bytes) return { ok: false, error: { reason: 'unreadable' } };
  const read = await readCsv(bytes, options, report);
  if (!read.ok) return read;
  const {
    table,
    leftOut,
    read: rows,
  } = await leaveOutLeads(read.value.table, options, async () => {
    await nextTask();
    signal.throwIfAborted();
  });
  if (table.rowCount === 0) return { ok: false, error: { reason: 'too-few-rows' } };
  const next = holdFile(table, new Date().getFullYear(), rows);
  const described = describeFile(next, { number: id, file, report: read.value.report, leftOut });
  const opened = { ...described, ...describeFileCurrency(next) };
  hold(next);
  return { ok: true, value: opened };
}

/** Sorts the values of a column once it is answered, while the visitor looks at it, so that counting finds them sorted. */
async function prepareCount(file: HeldFile, column: number): Promise<void> {
  await nextTask();
  foldUnchanged(codedColumn(file, column).categories);
}
