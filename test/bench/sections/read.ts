import type { FileName } from '../files/sizes.ts';
import type { Bench } from '../harness/bench.ts';
import { FLOOR, listContestants, OURS, OURS_AGAIN, PAPAPARSE } from '../harness/contestants.ts';
import { measureRounds } from '../harness/measure-read.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { median, ratios } from '../report/stats.ts';

/** Cold, once to settle, warm. */
const RUNS = 3;

/**
 * From a file to all counts that the results need: leads and conversions per value of three attributes, and per pair of
 * values that is worth a test. The time is that between the question to a started thread and its answer on the page. Cold is the first file of a thread, warm its third.
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
  const compare = (other: string) => ratioOf(times, [OURS, other], cold);
  const fastest = fastestPeer(times);
  return [
    {
      what: `File to all counts, ${file}, to PapaParse`,
      unit: 'ratio',
      values: compare(PAPAPARSE.name),
      goal: GOALS.read[file],
      isHeadline: true,
    },
    {
      what: `File to all counts, ${file}, to the fastest other peer (${fastest})`,
      unit: 'ratio',
      values: compare(fastest),
      goal: GOALS.readToFastest[file],
    },
    {
      what: `File to all counts, ${file}, to ${FLOOR.name}`,
      unit: 'ratio',
      values: compare(FLOOR.name),
      goal: GOALS.readToFloor,
    },
    {
      what: `File to all counts, ${file}, noise`,
      unit: 'ratio',
      values: compare(OURS_AGAIN),
      isNoise: true,
    },
  ];
}

/** The peer with the lowest median, PapaParse aside. */
function fastestPeer(times: Times): string {
  const others = [...times.keys()].filter(
    (name) => ![OURS, OURS_AGAIN, PAPAPARSE.name, FLOOR.name].includes(name),
  );
  const coldMs = (name: string) => median((times.get(name) ?? []).map(cold));
  return others.toSorted((a, b) => coldMs(a) - coldMs(b))[0] ?? PAPAPARSE.name;
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
