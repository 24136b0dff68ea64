import type { CountJob } from '../files/shapes.ts';
import { countWithPapaParse } from '../peers/count-with-papaparse.ts';
import { changeChoices, type ChangeRequest } from './again.ts';
import { listCombinations } from './combinations.ts';
import { findColumns, offerModel, type FinderRequest } from './find-columns.ts';
import { digest, type Counter } from './counter.ts';
import { startPeer } from './peer-counter.ts';
import { settle } from './settle.ts';
import { fetchAndCount, reopen, saveFile } from './saved.ts';
import { startShipped } from './shipped-counter.ts';

interface CountRequest {
  /** A script below /assets/ is the shipped thread, any other name a peer's. */
  script: string;
  job: CountJob;
  runs: number;
  /** Whether the counts are made comparable, which takes time and memory after the work. */
  isCompared: boolean;
  settleMs: number;
}

export interface CountTimes {
  startMs: number;
  /** One per run, the first of them cold. */
  runMs: number[];
  /** Of the counts; null where nothing was counted, or is compared. */
  digest: string | null;
}

/** Counts the chosen file some times in one new thread. */
async function countFile({ script, job, runs, isCompared, settleMs }: CountRequest): Promise<CountTimes> {
  const file = chosenFile();
  const start = performance.now();
  const counter = await startCounter(script);
  const times: CountTimes = { startMs: performance.now() - start, runMs: [], digest: null };
  await settle(settleMs);
  for (let run = 0; run < runs; run++) {
    const before = performance.now();
    const getCounts = await counter.count(file, job);
    times.runMs.push(performance.now() - before);
    const counts = isCompared ? getCounts() : null;
    times.digest = counts && digest(counts);
  }
  counter.close();
  return times;
}

function startCounter(script: string): Promise<Counter> {
  return script.startsWith('/assets/') ? startShipped(script) : startPeer(script);
}

function chosenFile(): File {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file is chosen');
  return file;
}

/** Counts the chosen file with PapaParse on the page itself, which is held up meanwhile. Leaves time for a last tick. */
async function countOnPage(job: CountJob): Promise<void> {
  await countWithPapaParse(chosenFile(), job);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const bench = {
  countFile,
  countOnPage,
  listCombinations,
  reopen,
  saveFile: (asked: Parameters<typeof saveFile>[1]) => saveFile(chosenFile(), asked),
  fetchAndCount: (asked: Parameters<typeof fetchAndCount>[1]) => fetchAndCount(chosenFile(), asked),
  findColumns: (request: FinderRequest) => findColumns(chosenFile(), request),
  offerModel: (request: FinderRequest) => offerModel(chosenFile(), request),
  changeChoices: (request: ChangeRequest) => changeChoices(chosenFile(), request),
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
