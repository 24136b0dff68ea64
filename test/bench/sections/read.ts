import type { FileName } from '../files/sizes.ts';
import type { Bench } from '../harness/bench.ts';
import { listContestants, PAPAPARSE, UDSV } from '../harness/contestants.ts';
import { measureRounds } from '../harness/measure-read.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** Cold, once to settle, warm. */
const RUNS = 3;

/**
 * From a file to all counts: leads and qualified ones per combination of three attributes. The time is that between
 * the question to a started thread and its answer on the page. Cold is the first file of a thread, warm its third.
 */
export async function measureReading(bench: Bench): Promise<Figure[]> {
  const contestants = listContestants(bench.site.threadScript, bench.peers);
  const figures: Figure[] = [];
  for (const { name, file } of bench.sizes.files) {
    const times = await measureRounds(bench, bench.provideFile(file), { contestants, runs: RUNS });
    figures.push(...describeTimes(name, times), ...compareOurs(name, times));
  }
  return figures;
}

type Times = ReadonlyMap<string, readonly CountTimes[]>;

/** Every contestant as a ratio to PapaParse. */
function describeTimes(file: FileName, times: Times): Figure[] {
  return [...times].flatMap(([name, list]): Figure[] => [
    { what: `${file}, ${name}, cold`, unit: 'ms', values: list.map(cold) },
    ...(['cold', 'warm'] as const).map((state): Figure => ({
      what: `${file}, ${name}, ${state}, to PapaParse`,
      unit: 'ratio',
      values: ratioOf(times, [name, PAPAPARSE.name], state === 'cold' ? cold : warm),
      cell: { row: name, column: `${file}, ${state}` },
    })),
  ]);
}

function compareOurs(file: FileName, times: Times): Figure[] {
  const compare = (other: string) => ratioOf(times, ['ours', other], cold);
  const toUdsv: Figure = {
    what: `File to all counts, ${file}, to uDSV`,
    unit: 'ratio',
    values: compare(UDSV.name),
    goal: GOALS.readToUdsv,
  };
  return [
    {
      what: `File to all counts, ${file}, to PapaParse`,
      unit: 'ratio',
      values: compare(PAPAPARSE.name),
      goal: GOALS.read[file],
    },
    ...(times.has(UDSV.name) ? [toUdsv] : []),
    { what: `${file}, noise: ours to itself`, unit: 'ratio', values: compare('ours again') },
  ];
}

function ratioOf(
  times: Times,
  [name, base]: [string, string],
  pick: (times: CountTimes) => number,
): number[] {
  return ratios((times.get(name) ?? []).map(pick), (times.get(base) ?? []).map(pick));
}

const cold = ({ runMs }: CountTimes): number => runMs[0] ?? NaN;
const warm = ({ runMs }: CountTimes): number => runMs.at(-1) ?? NaN;
