import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { FinderTimes } from '../pages/find-columns.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** The search for the columns that tell most, beside PapaParse, which counts three columns of the same file. */
export async function measureColumns(bench: Bench): Promise<Figure[]> {
  const file = bench.provideFile(bench.sizes.columns);
  const [searches, counts] = await inTurns(bench.rounds, [
    () => findColumns(bench, file),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 1 }),
  ]);
  const countMs = counts.map(({ runMs }) => runMs[0] ?? NaN);
  const timesOf = (kind: keyof FinderTimes) => searches.map((times) => times[kind]);
  return [
    { what: 'Columns that tell most', unit: 'ms', values: timesOf('find'), goal: GOALS.findMs },
    {
      what: 'Columns that tell most, to counting the file with PapaParse',
      unit: 'ratio',
      values: ratios(timesOf('find'), countMs),
    },
    { what: 'Tests of all other columns, for q', unit: 'ms', values: timesOf('test') },
    { what: 'Values from all columns tried', unit: 'ms', values: timesOf('model'), goal: GOALS.modelMs },
    {
      what: 'Next answer after the search is cancelled',
      unit: 'ms',
      values: timesOf('cancel'),
      goal: GOALS.cancelMs,
    },
  ];
}

function findColumns(bench: Bench, file: FileOnDisk): Promise<FinderTimes> {
  const { settleMs } = bench.sizes;
  const request = { script: bench.site.threadScript, job: file.job, settleMs };
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return page.evaluate((asked) => window.bench.findColumns(asked), request);
  });
}
