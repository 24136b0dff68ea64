import type { FileName } from '../files/sizes.ts';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { ChangeTimes } from '../pages/again.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { median, ratios } from '../report/stats.ts';

const RECOUNTED = ['mapping', 'status', 'range'] as const;
const LEADS = 100_000;

/**
 * The cost of a change of a choice after the first count, against counting the file again with PapaParse, which has counted it before.
 * Times of one round are those of twenty changes, of which the median counts.
 */
export async function measureChanges(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, file } of bench.sizes.files) {
    figures.push(...(await measureFile(bench, name, bench.provideFile(file))));
  }
  return [...figures, ...(await measureCombinations(bench))];
}

async function measureFile(bench: Bench, name: FileName, file: FileOnDisk): Promise<Figure[]> {
  const [changes, recounts] = await inTurns(bench.rounds, [
    () => changeChoices(bench, file),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 2 }),
  ]);
  const recountMs = recounts.map(({ runMs }) => runMs.at(-1) ?? NaN);
  const slowest = changes.map((times) => Math.max(...RECOUNTED.map((kind) => median(times[kind]))));
  const timesOf = (kind: keyof ChangeTimes) => changes.map((times) => median(times[kind]));
  return [
    { what: `Settings changed, ${name}`, unit: 'ms', values: timesOf('settings'), goal: GOALS.settingsMs },
    {
      what: `Settings changed, ${name}, to a plain recount`,
      unit: 'ratio',
      values: ratios(timesOf('settings'), recountMs),
      goal: GOALS.settings,
    },
    ...RECOUNTED.map((kind): Figure => ({
      what: `Change of ${kind}, ${name}`,
      unit: 'ms',
      values: timesOf(kind),
    })),
    {
      what: `Mapping, status or range changed, ${name}, per 100,000 rows`,
      unit: 'ms',
      values: slowest.map((time) => (time / file.shape.rows) * LEADS),
      goal: GOALS.recountMs,
    },
    {
      what: `Mapping, status or range changed, ${name}, to a plain recount`,
      unit: 'ratio',
      values: ratios(slowest, recountMs),
      goal: GOALS.recount,
    },
    { what: `Calculator, ${name}`, unit: 'ms', values: timesOf('calculator') },
    {
      what: `Plans for the ad platforms, ${name}, per 100,000 rows`,
      unit: 'ms',
      values: timesOf('plans').map((time) => (time / file.shape.rows) * LEADS),
      goal: GOALS.plansMs,
    },
  ];
}

function changeChoices(bench: Bench, file: FileOnDisk): Promise<ChangeTimes> {
  const request = {
    script: bench.site.threadScript,
    job: file.job,
    numericColumn: file.numericColumn,
    settleMs: bench.sizes.settleMs,
  };
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return page.evaluate((asked) => window.bench.changeChoices(asked), request);
  });
}

async function measureCombinations(bench: Bench): Promise<Figure[]> {
  const [times] = await inTurns(bench.rounds, [
    () =>
      onFreshPage(bench.browser, `${bench.url}/bench/`, (page) =>
        page.evaluate((values) => window.bench.listCombinations(values), bench.sizes.combinedValues),
      ),
  ]);
  const listMs = times.map((time) => time.listMs);
  const count = (bench.sizes.combinedValues ** 3).toLocaleString('en');
  return [
    {
      what: `First screen of ${count} combinations`,
      unit: 'ms',
      values: listMs,
      goal: GOALS.combinationsMs,
    },
    {
      what: `First screen of ${count} combinations, to building and sorting objects`,
      unit: 'ratio',
      values: ratios(
        listMs,
        times.map((time) => time.sortMs),
      ),
      goal: GOALS.combinations,
    },
  ];
}
