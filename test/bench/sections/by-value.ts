import type { Bench } from '../harness/bench.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** Cold, once to settle, warm. */
const RUNS = 3;
const AMOUNTS = 'Amount';

/**
 * From a file to all counts with the amounts of the deals, which gives the figures by value beside those of conversions, to
 * the same without amounts. All take turns in each round, the one
 * without amounts twice.
 */
export async function measureByValue(bench: Bench): Promise<Figure[]> {
  const file = bench.provideFile(bench.sizes.deals);
  const asked = { script: bench.site.threadScript, runs: RUNS };
  const [byConversions, byValue, again] = await inTurns(bench.rounds, [
    () => measureRead(bench, file, asked),
    () => measureRead(bench, { ...file, job: { ...file.job, amounts: AMOUNTS } }, asked),
    () => measureRead(bench, file, asked),
  ]);
  return (['cold', 'warm'] as const).flatMap((state): Figure[] => {
    const timesOf = (times: CountTimes[]) =>
      times.map(({ runMs }) => runMs.at(state === 'cold' ? 0 : -1) ?? NaN);
    return [
      {
        what: `File to all counts by value, deals, ${state}, to by conversions`,
        unit: 'ratio',
        values: ratios(timesOf(byValue), timesOf(byConversions)),
        goal: GOALS.byValue,
      },
      {
        what: `File to all counts by conversions, deals, ${state}, noise`,
        unit: 'ratio',
        values: ratios(timesOf(again), timesOf(byConversions)),
        isNoise: true,
      },
    ];
  });
}
