import type { NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import type { DateSummary } from '#frontend/analysis/columns/dates.ts';
import { foldUnchanged } from '#frontend/analysis/counts/fold-values.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { IntakeProblem, ReadProgress } from '#frontend/csv/read-csv.ts';
import { isProse } from '#frontend/csv/intake.ts';
import { readFile } from '#frontend/csv/read-file.ts';
import type { Result } from '#frontend/csv/result.ts';
import { describeCurrency, describeFileCurrency } from '#frontend/counting/amount-currency.ts';
import { cleanCells } from '#frontend/counting/cleaned-table.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { measurePlan, tallyPlan } from '#frontend/counting/count-plan.ts';
import {
  codedColumn,
  countConversionsOf,
  describeColumn,
  describeDates,
  createLoadedFile,
  type LoadedFile,
} from '#frontend/counting/loaded-file.ts';
import { findFileFaults, type FileFindings } from '#frontend/counting/inspect-rows.ts';
import { leaveOutLeads, type OpenOptions } from '#frontend/counting/leave-out.ts';
import { yieldToMessages } from '../yield-to-messages.ts';
import type { ConversionsQuestion, OpenedFile } from '#frontend/counting/file-facts.ts';
import type { Call } from '../rpc.ts';
import { describeFile } from './describe-file.ts';
import { readBytes } from './read-bytes.ts';
import { unpackDataset } from './unpack-dataset.ts';

/** Asks to open a file. */
interface OpenQuestion {
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

/** The tools that an answer gets besides the content of the question. `P` is the progress that it reports. */
export interface Asking<P = never> extends Call<P> {
  /** The file that the question is about. Throws if it is not open. */
  loaded(): LoadedFile;
  /** Stores a loaded file under the number of the question. */
  setLoaded(file: LoadedFile): void;
  /** The lists of names that came with the last measurement. */
  known: readonly number[];
  /** The page's word about itself. */
  page: { isVisible: boolean };
  /** Reports the progress of an answer. Throws if the page has cancelled the question. */
  report(progress: P): Promise<void>;
  /**
   * Lets other questions in between two slices of an answer that the visitor waits for. Answers that pause wait for its end. Throws once
   * the page has opened another file.
   */
  yieldToQuestions(): Promise<void>;
  /** Waits until no question has come for a moment. Throws once the page has cancelled the question, or opened another file. */
  pause(): Promise<void>;
}

/** Every question that the page may ask, with its answer. It may cancel those whose answers report progress. */
export const LEAD_QUESTIONS = {
  showPage(isVisible: boolean, { page }: Asking) {
    page.isVisible = isVisible;
  },
  /** Reads a file and opens it. Problems with its content are an error value, not an exception. */
  open: openFile,
  /** Distinct values of one column with leads per value, and its numbers in the way of writing that was chosen or fits. */
  describeColumn({ column, numberFormat }: ColumnQuestion, { loaded }: Asking) {
    const file = loaded();
    const detail = describeColumn(file, column, numberFormat);
    void prepareCount(file, column);
    return detail;
  },
  /** How rows name the currency of the amounts in a column. */
  describeCurrency: ({ column, currencyColumn }: CurrencyQuestion, { loaded }: Asking) =>
    describeCurrency(loaded(), column, currencyColumn),
  /** Conversions per distinct value of one column, in the order of the values of `describeColumn`. */
  countConversions: (asked: ConversionsQuestion, { loaded }: Asking) => countConversionsOf(loaded(), asked),
  /** Leads and conversions per age in days. */
  countAges: answerLate(fetchColumnAnswers, (answers) => answers.countAges),
  /** The ways in which the dates of a column can be read, the likeliest first. */
  async describeDates(column: number, { loaded, pause }: Asking): Promise<readonly DateSummary[]> {
    await pause(); // a column of times has as many values as leads
    return describeDates(loaded(), column);
  },
  /** Possible faults of the file, before any column is chosen: test leads, duplicates, unfit columns. */
  checkFile: (_: undefined, { loaded, pause }: Asking): Promise<FileFindings> =>
    findFileFaults(loaded().table, pause),
  /** Oddities in the cells of the file, and the marks that were taken off them. */
  checkCells: answerLate(fetchColumnAnswers, (answers) => answers.checkCells),
  /** Leads and conversions per occurring combination of values, with the figures fitted to them. */
  tally: (plan: Plan, { loaded }: Asking) => fitTally(tallyPlan(countedLeads(loaded(), plan), plan)),
  /** The figures of a plan that do not depend on the settings. */
  measure: (plan: Plan, { loaded, known }: Asking) => measurePlan(countedLeads(loaded(), plan), plan, known),
  /** Possible faults of the chosen columns. */
  checkColumns: answerLate(fetchColumnAnswers, (answers) => answers.checkColumns),
  /** The proposal about leads that are not decided yet. */
  findUndecided: answerLate(fetchColumnAnswers, (answers) => answers.findUndecided),
  /** The columns that tell most about the outcome. */
  findColumns: answerLate(fetchColumnAnswers, (answers) => answers.findColumns),
  /** The columns of amounts that a proposal may take, with the basis for these attributes. */
  proposeAmounts: answerLate(fetchColumnAnswers, (answers) => answers.proposeAmounts),
  /** The p-values of the segments of all other candidate columns: q of the results counts them too. */
  testColumns: answerLate(fetchColumnAnswers, (answers) => answers.testColumns),
  /** Learns rules from a part of the leads again and again, and tries them on the rest. */
  checkUnseen: answerLate(fetchLateAnswers, (answers) => answers.checkUnseen),
  /** Whether the model of all columns is better than the attributes of a plan, and its weights. */
  fitModel: answerLate(fetchLateAnswers, (answers) => answers.fitModel),
  /** The open file with the value of each lead, as a file for the visitor. */
  makeLeadsFile: answerLate(fetchLateAnswers, (answers) => answers.makeLeadsFile),
  /** The leads that an ad platform takes, as a file in its format, with the counts of all other leads. */
  makeUploadFile: answerLate(fetchLateAnswers, (answers) => answers.makeUploadFile),
  /** How many leads an upload reaches. It gives way to every other question. */
  countReach: answerLate(fetchLateAnswers, (answers) => answers.countReach),
  /** The changes in leads whose conversions were uploaded before, as files that correct them. */
  makeCorrections: answerLate(fetchLateAnswers, (answers) => answers.makeCorrections),
  /** The same leads as events for the thread that sends them; counts, and a few rows in clear text, for the page. */
  makeEvents: answerLate(fetchSendAnswers, (answers) => answers.makeEvents),
  /** Some rows of the file, each with a reason, as a file for the visitor. */
  makeRowsFile: answerLate(fetchSendAnswers, (answers) => answers.makeRowsFile),
  /** Leads and conversions per value among the older and the latest leads. */
  countLatest: answerLate(fetchLateAnswers, (answers) => answers.countLatest),
  /** Leads, conversions and amounts of some rules by week, month or quarter, and which of them have changed. */
  countPeriods: answerLate(fetchLateAnswers, (answers) => answers.countPeriods),
  /** The rules to enter on each ad platform, and their effect. */
  planPlatforms: answerLate(fetchLateAnswers, (answers) => answers.planPlatforms),
  /** How the file tells the stages of its leads, as a proposal. */
  findStages: answerLate(fetchStageAnswers, (answers) => answers.findStages),
  /** The worth of its leads at each stage, and the conversion to bid on. */
  measureStages: answerLate(fetchStageAnswers, (answers) => answers.measureStages),
  /** The rows of the open file, ready to be saved: lines of JSON, compressed with gzip. */
  exportDataset: answerLate(fetchLateAnswers, (answers) => answers.exportDataset),
  /** Turns a saved dataset into CSV. The open file stays open. Null if the dataset is no table. */
  unpackDataset: (gzip: ArrayBuffer) => unpackDataset(gzip, yieldToMessages),
};

/** Fetched for the check on unseen leads, which begins by itself once the results are drawn. */
async function fetchLateAnswers() {
  return (await import('./late-answers.ts')).LATE_ANSWERS;
}

/** Fetched when the visitor is about to send leads. */
async function fetchSendAnswers() {
  return (await import('./send-answers.ts')).SEND_ANSWERS;
}

/** Fetched when the visitor looks at the stages. */
async function fetchStageAnswers() {
  return (await import('./stage-answers.ts')).STAGE_ANSWERS;
}

/** Fetched as the thread starts, since a file may be open without a connection then. */
export async function fetchColumnAnswers() {
  return (await import('./column-answers.ts')).COLUMN_ANSWERS;
}

/** An answer whose code is fetched before it is likely to be asked for, or with the first question. */
function answerLate<Code, A, P, T>(
  load: () => Promise<Code>,
  pick: (code: Code) => (asked: A, asking: Asking<P>) => T,
) {
  return async (asked: A, asking: Asking<P>) => pick(await fetchPart(load))(asked, asking);
}

async function openFile(
  { file, options }: OpenQuestion,
  { id, setLoaded, page, signal, report }: Asking<ReadProgress>,
): Promise<Result<OpenedFile, IntakeProblem>> {
  const bytes = await readBytes(file, { signal, isPageVisible: () => page.isVisible });
  if (!bytes) return { ok: false, error: { reason: 'unreadable' } };
  const read = await readFile(bytes, options, report);
  if (!read.ok) return read;
  if (isProse(file.name, options, read.value)) return { ok: false, error: { reason: 'no-table' } };
  const {
    table,
    leftOut,
    read: rows,
  } = await leaveOutLeads(cleanCells(read.value.table, options), options, async () => {
    await yieldToMessages();
    signal.throwIfAborted();
  });
  if (table.rowCount === 0) return { ok: false, error: { reason: 'too-few-rows' } };
  const now = new Date();
  const next = {
    ...createLoadedFile(table, now.getFullYear(), rows),
    today: Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()),
  };
  const described = describeFile(next, { number: id, file, report: read.value.report, leftOut });
  const opened = { ...described, ...describeFileCurrency(next) };
  setLoaded(next);
  return { ok: true, value: opened };
}

/** Sorts the values of a column while the visitor looks at them, so that counting finds them sorted. */
async function prepareCount(file: LoadedFile, column: number): Promise<void> {
  await yieldToMessages();
  foldUnchanged(codedColumn(file, column).categories);
}
