import type { CountJob } from '../files/shapes.ts';
import type { ModelAnswer } from '#frontend/threads/leads/fit-file-model.ts';
import { settle } from './settle.ts';
import { openFile, planOf, startShippedThread } from './shipped-counter.ts';

/** In milliseconds. */
export interface FinderTimes {
  /** From the question to the columns that tell most. */
  find: number;
  /** From the question to the tests of all other columns, with which the results are labelled. */
  test: number;
  /** From the question to the answer whether values from all columns are better; no column of the file tells anything, so they are not. */
  model: number;
  /** From the end of a search that is cancelled half way to the answer of the next question. */
  cancel: number;
}

export interface FinderRequest {
  script: string;
  job: CountJob;
  settleMs: number;
}

/** Searches the chosen file for the columns that tell most, in a thread that has just opened it. */
export async function findColumns(file: File, request: FinderRequest): Promise<FinderTimes> {
  const thread = await startShippedThread(request.script);
  const headers = await openFile(thread, file);
  await settle(request.settleMs);
  const plan = planOf(headers, request.job);
  const search = (signal: AbortSignal) => thread.ask('findColumns', plan, { onProgress: () => {}, signal });
  const describe = () => thread.ask('describeColumn', { column: plan.statusColumn });
  await describe();
  const find = await time(() => search(new AbortController().signal));
  const test = await time(() => thread.ask('testColumns', plan));
  const model = await time(() =>
    thread.ask(
      'fitModel',
      { plan, basis: 'conversions' },
      { onProgress: () => {}, signal: new AbortController().signal },
    ),
  );

  const controller = new AbortController();
  // With another end, since the thread keeps what it has found for the first.
  const stopped = thread
    .ask(
      'findColumns',
      { ...plan, qualified: new Set(['New']) },
      { onProgress: () => {}, signal: controller.signal },
    )
    .catch(() => 'cancelled');
  await new Promise((resolve) => setTimeout(resolve, find / 2));
  controller.abort();
  const cancel = await time(describe);
  await stopped;
  thread.close();
  return { find, test, model, cancel };
}

/** In milliseconds. */
export interface OfferTimes {
  /** From the question to values from all columns, which have been fitted to all leads. */
  offer: number;
  /** From the end of a fit that is cancelled half way to the answer of the next question. */
  cancel: number;
}

/** Asks for values from all columns of a file in which they are better, after the columns that tell most, as the page does. */
export async function offerModel(file: File, request: FinderRequest): Promise<OfferTimes> {
  const offer = await afterSearch(file, request, async ({ ask }) => {
    return time(async () => {
      const answer = await ask(new AbortController().signal);
      if (!answer.isOffered) throw new Error(`Values from all columns are not offered: ${answer.why}`);
    });
  });
  const cancel = await afterSearch(file, request, async ({ ask, describe }) => {
    const controller = new AbortController();
    const stopped = ask(controller.signal).catch(() => 'cancelled');
    await new Promise((resolve) => setTimeout(resolve, offer / 2));
    controller.abort();
    const answered = await time(describe);
    if ((await stopped) !== 'cancelled') throw new Error('The fit had ended before it was cancelled');
    return answered;
  });
  return { offer, cancel };
}

/** In a new thread, since a thread keeps its last model. */
async function afterSearch(
  file: File,
  request: FinderRequest,
  measure: (thread: {
    ask(signal: AbortSignal): Promise<ModelAnswer>;
    describe(): Promise<unknown>;
  }) => Promise<number>,
): Promise<number> {
  const thread = await startShippedThread(request.script);
  const plan = planOf(await openFile(thread, file), request.job);
  await settle(request.settleMs);
  const hooksOf = (signal: AbortSignal) => ({ onProgress: () => {}, signal });
  await thread.ask('findColumns', plan, hooksOf(new AbortController().signal));
  const measured = await measure({
    ask: (signal) => thread.ask('fitModel', { plan, basis: 'conversions' }, hooksOf(signal)),
    describe: () => thread.ask('describeColumn', { column: plan.statusColumn }),
  });
  thread.close();
  return measured;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
