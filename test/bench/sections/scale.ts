import type { BenchFile } from '../files/shapes.ts';
import type { Bench } from '../harness/bench.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead, measureRounds } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

const MOST_ROUNDS = 3;
const LEADS = 100_000;

/**
 * How the time from a file to all counts grows with the rows of a file, and with the distinct values of an attribute.
 * The thread has no limit of size: that is the page's, so a million rows are read like any other file.
 */
export async function measureScale(bench: Bench): Promise<Figure[]> {
  const figures = await compareGrowth(bench);
  for (const { label, file } of bench.sizes.growth) figures.push(...(await measureFile(bench, label, file)));
  return figures;
}

/** The time per row in a large file, to that in a small one, in turns. */
async function compareGrowth(bench: Bench): Promise<Figure[]> {
  const [few, many] = bench.sizes.fewAndMany;
  const count = ({ shape }: BenchFile) => shape.rows.toLocaleString('en');
  const measure = (file: BenchFile) => () =>
    measureRead(bench, bench.provideFile(file), { script: bench.site.threadScript, runs: 1 });
  const [small, large, again] = await inTurns(bench.rounds, [measure(few), measure(many), measure(few)]);
  const costs = (times: readonly CountTimes[], { shape }: BenchFile) =>
    times.map(({ runMs }) => (runMs[0] ?? NaN) / shape.rows);
  return [
    {
      what: `Cost per row at ${count(many)} rows of 80 bytes, to that at ${count(few)}`,
      unit: 'ratio',
      values: ratios(costs(large, many), costs(small, few)),
      goal: GOALS.growth,
    },
    {
      what: `Cost per row at ${count(few)} rows of 80 bytes, noise`,
      unit: 'ratio',
      values: ratios(costs(again, few), costs(small, few)),
      isNoise: true,
    },
  ];
}

async function measureFile(bench: Bench, label: string, file: BenchFile): Promise<Figure[]> {
  const contestants = [{ name: 'ours', script: bench.site.threadScript }, PAPAPARSE];
  const rounds = Math.min(bench.rounds, MOST_ROUNDS);
  const times = await measureRounds({ ...bench, rounds }, bench.provideFile(file), { contestants, runs: 1 });
  const [ours = [], papa = []] = [...times.values()].map((list) => list.map(({ runMs }) => runMs[0] ?? NaN));
  const figure = (column: string, values: number[], unit: Figure['unit'] = 'ms'): Figure => ({
    what: `${label}, ${column}`,
    unit,
    values,
    cell: { row: label, column },
  });
  return [
    figure('time', ours),
    figure(
      'per 100,000 rows',
      ours.map((time) => (time / file.shape.rows) * LEADS),
    ),
    figure('to PapaParse', ratios(ours, papa), 'ratio'),
  ];
}
