import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { foldUnchanged } from '#frontend/analysis/counts/fold-values.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { fetchPart, PartMissing } from '#frontend/csv/part-missing.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { describeCurrency, describeFileCurrency } from './amount-currency.ts';
import { checkColumns } from './check-columns.ts';
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
import { transferablesOf } from './transferables.ts';
import { countAges } from './count-ages.ts';
import { countedLeads } from './counted-leads.ts';
import { nextTask } from './next-task.ts';
import { measurePlan, tallyPlan } from './count-plan.ts';
import type { LateQuestion } from './late-answers.ts';
import { readBytes } from './read-bytes.ts';
import type { FromThread, Port, ProgressOf, Question, Questions, ToThread } from './protocol.ts';
import { unpackDataset } from './unpack-dataset.ts';

const fetchLateAnswers = () => import('./late-answers.ts');

/** The checks of file and columns go on after such a pause, so that a visitor who goes on quickly waits for none of them. */
const PAUSE_MS = 100;

/**
 * Answers the page's questions. Each names its file. The file before is dropped only once the page asks about the new one:
 * a cancelled or unreadable upload then loses nothing, and a question that was sent before the new file was read is still
 * answered from the old one.
 */
export function serveThread(port: Port): void {
  /** By number: the page's file, and perhaps a new one whose answer has not reached the page yet. */
  const held = new Map<number, HeldFile>();
  /** The long questions that are being answered. */
  const running = new Map<number, AbortController>();
  let isPageVisible = true;
  let lastAsked = 0;

  const send = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  function begin(id: number): AbortController {
    const answering = new AbortController();
    running.set(id, answering);
    return answering;
  }

  /** Reports the progress of an answer, and gives way to a cancel, which ends it with an exception. */
  async function report(id: number, progress: ProgressOf[keyof ProgressOf]): Promise<void> {
    send({ id, kind: 'progress', progress });
    await nextTask();
    running.get(id)?.signal.throwIfAborted();
  }

  async function open(
    id: number,
    { file, options }: Questions['open']['ask'],
  ): Promise<Questions['open']['answer']> {
    const { signal } = begin(id);
    const bytes = await readBytes(file, { signal, isPageVisible: () => isPageVisible });
    if (!bytes) return { ok: false, error: { reason: 'unreadable' } };
    const read = await readCsv(bytes, options, (progress) => report(id, progress));
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
    held.set(id, next);
    return { ok: true, value: opened };
  }

  function cancel(id: number): void {
    running.get(id)?.abort();
    held.delete(id);
  }

  function heldFile(id: number): HeldFile {
    const file = held.get(id);
    if (!file) throw new Error('No file is open');
    return file;
  }

  /** The leads of a file that count for a plan. */
  const countedOf = (file: number, plan: Plan) => countedLeads(heldFile(file), plan);

  /** Waits until no question has come for a moment. Fails once the page has opened another file. */
  async function nextSlice(id: number): Promise<void> {
    await nextTask();
    for (let rest = restOfPause(); rest > 0; rest = restOfPause())
      await new Promise((resolve) => setTimeout(resolve, rest));
    heldFile(id);
  }

  /** Answers about dates once the visitor pauses: a column of times has as many values as leads. */
  async function inPause<T>(id: number, ask: (file: HeldFile) => T): Promise<T> {
    await nextSlice(id);
    return ask(heldFile(id));
  }

  const restOfPause = () => lastAsked + PAUSE_MS - performance.now();

  async function checkFile(id: number): Promise<FileFindings> {
    const { table } = heldFile(id);
    const { testLeads, duplicates, columns } = await inspectRows(table, () => nextSlice(id));
    return { testLeads, duplicates, columns };
  }

  /** What the results may ask for next then needs no connection. Without one now, it is fetched when it is asked for. */
  async function fetchAhead(id: number): Promise<void> {
    try {
      await nextSlice(id);
      await fetchLateAnswers();
    } catch {
      // See above.
    }
  }

  /** The code of these answers is fetched after the first results, or with the first question: few visitors ask. */
  async function answerLate(message: LateQuestion) {
    begin(message.id);
    const { answerLateQuestion } = await fetchPart(fetchLateAnswers);
    return answerLateQuestion(heldFile(message.file), message, (progress) => report(message.id, progress));
  }

  function answer(message: Question) {
    switch (message.question) {
      case 'open':
        return open(message.id, message.ask);
      case 'describeColumn':
        return describeColumn(heldFile(message.file), message.ask.column, message.ask.numberFormat);
      case 'describeCurrency':
        return describeCurrency(heldFile(message.file), message.ask.column, message.ask.currencyColumn);
      case 'countConversions':
        return countConversionsOf(heldFile(message.file), message.ask);
      case 'countAges':
        return inPause(message.file, (file) => countAges(file, message.ask));
      case 'describeDates':
        return inPause(message.file, (file) => describeDates(file, message.ask.column));
      case 'checkFile':
        return checkFile(message.file);
      case 'checkColumns':
        return checkColumns(countedOf(message.file, message.ask.plan), message.ask.plan, () =>
          nextSlice(message.file),
        );
      case 'tally':
        return fitTally(tallyPlan(countedOf(message.file, message.ask.plan), message.ask.plan));
      case 'measure':
        return measurePlan(countedOf(message.file, message.ask.plan), message.ask.plan, message.ask.known);
      case 'checkUnseen':
      case 'makeLeadsFile':
      case 'makeUploadFile':
      case 'planPlatforms':
        return answerLate(message);
      case 'exportDataset':
        return exportDataset(heldFile(message.file).table, nextTask);
      case 'unpackDataset':
        return unpackDataset(message.ask.gzip, nextTask);
    }
  }

  /** Sorts the values of a column while the visitor looks at it, so that counting finds them sorted. */
  async function prepareCount(file: HeldFile, column: number): Promise<void> {
    const { categories } = codedColumn(file, column);
    await nextTask();
    foldUnchanged(categories);
  }

  async function reply(message: Question): Promise<void> {
    const { id, file } = message;
    // The page no longer asks about earlier files.
    for (const opened of held.keys()) if (opened < file) held.delete(opened);
    try {
      const result = await answer(message);
      send({ id, kind: 'answer', answer: result }, transferablesOf(result));
      if (message.question === 'describeColumn') void prepareCount(heldFile(file), message.ask.column);
      if (message.question === 'measure') void fetchAhead(file);
    } catch (error) {
      send({ id, kind: 'failed', message: String(error), isPartMissing: error instanceof PartMissing });
    } finally {
      running.delete(id);
    }
  }

  port.addEventListener('message', (event) => {
    // Only client.ts posts here, and it posts nothing else.
    const message = event.data as ToThread;
    if (message.question === 'cancel') cancel(message.id);
    else if (message.question === 'visibility') ({ isPageVisible } = message);
    else {
      lastAsked = performance.now();
      void reply(message);
    }
  });
}
