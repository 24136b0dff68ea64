import type { Bench } from '../harness/bench.ts';
import { listContestants, PAPAPARSE, UDSV } from '../harness/contestants.ts';
import { measureRounds } from '../harness/measure-read.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';
import { FILES, FILE_NAMES, type FileName } from './files.ts';

/** Cold, once to settle, warm. */
const RUNS = 3;

/**
 * From a file to all counts: leads and qualified ones per combination of three attributes. The time is that between
 * the question to a started thread and its answer on the page. Cold is the first file of a thread, warm its third.
 */
export async function measureReading(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of FILE_NAMES) {
    const contestants = listContestants(bench.site.threadScript, bench.peers);
    const file = bench.provideFile(FILES[name]);
    const times = await measureRounds(bench, file, { contestants, runs: RUNS });
    figures.push(...describe(name, times));
  }
  return figures;
}

function describe(file: FileName, times: ReadonlyMap<string, readonly CountTimes[]>): Figure[] {
  const timesOf = (name: string, pick: (times: CountTimes) => number) => (times.get(name) ?? []).map(pick);
  const papa = { cold: timesOf(PAPAPARSE.name, cold), warm: timesOf(PAPAPARSE.name, warm) };
  const udsv = timesOf(UDSV.name, cold);
  const figures: Figure[] = [
    {
      what: `${file}, PapaParse`,
      unit: 'ms',
      values: papa.cold,
    },
  ];
  for (const name of times.keys()) {
    if (name === PAPAPARSE.name) continue;
    const goal = name === 'ours' ? GOALS.read[file] : undefined;
    figures.push(
      { what: `${file}, ${name}, cold`, unit: 'ratio', values: ratios(timesOf(name, cold), papa.cold), goal },
      { what: `${file}, ${name}, warm`, unit: 'ratio', values: ratios(timesOf(name, warm), papa.warm) },
    );
  }
  if (udsv.length > 0)
    figures.push({
      what: `${file}, ours to uDSV, cold`,
      unit: 'ratio',
      values: ratios(timesOf('ours', cold), udsv),
      goal: GOALS.readToUdsv,
    });
  figures.push({
    what: `${file}, noise: ours to itself, cold`,
    unit: 'ratio',
    values: ratios(timesOf('ours', cold), timesOf('ours again', cold)),
  });
  return figures;
}

const cold = ({ runMs }: CountTimes): number => runMs[0] ?? NaN;
const warm = ({ runMs }: CountTimes): number => runMs.at(-1) ?? NaN;
