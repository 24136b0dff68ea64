import type { Page } from '@playwright/test';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { FinderRequest, FinderTimes } from '../pages/find-columns.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** The search for the columns that tell most, beside PapaParse, which counts three columns of the same file. */
export async function measureColumns(bench: Bench): Promise<Figure[]> {
  const file = bench.provideFile(bench.sizes.columns);
  const telling = bench.provideFile(bench.sizes.telling);
  const [searches, counts, offers] = await inTurns(bench.rounds, [
    () =>
      askOf(bench, file, (page, asked) =>
        page.evaluate((request) => window.bench.findColumns(request), asked),
      ),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 1 }),
    () =>
      askOf(bench, telling, (page, asked) =>
        page.evaluate((request) => window.bench.offerModel(request), asked),
      ),
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
    {
      what: 'Values from all columns offered, with the fit to all leads',
      unit: 'ms',
      values: offers.map(({ offer }) => offer),
      goal: GOALS.modelMs,
    },
    {
      what: 'Next answer after that fit is cancelled',
      unit: 'ms',
      values: offers.map(({ cancel }) => cancel),
      goal: GOALS.cancelMs,
    },
  ];
}

function askOf<Times>(
  bench: Bench,
  file: FileOnDisk,
  ask: (page: Page, request: FinderRequest) => Promise<Times>,
): Promise<Times> {
  const { settleMs } = bench.sizes;
  const request = { script: bench.site.threadScript, job: file.job, settleMs };
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return ask(page, request);
  });
}
