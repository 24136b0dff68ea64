import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { ChangeTimes } from '../pages/again.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { median, ratios } from '../report/stats.ts';
import { FILES, type FileName } from './files.ts';

/** The second has an attribute of 20,000 values. */
const CHANGED_FILES: readonly FileName[] = ['narrow', 'quoted'];
const NUMERIC_COLUMN = 'Visits';
const RECOUNTED = ['mapping', 'status', 'range'] as const;
/** A million of combinations. */
const VALUES_PER_ATTRIBUTE = 100;

/**
 * What a change of a choice costs after the first count, against counting the file again with PapaParse, which has
 * counted it before. Times of one round are those of twenty changes, of which the median counts.
 */
export async function measureChanges(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of CHANGED_FILES) figures.push(...(await measureFile(bench, name)));
  return [...figures, ...(await measureCombinations(bench))];
}

async function measureFile(bench: Bench, name: FileName): Promise<Figure[]> {
  const file = bench.provideFile(FILES[name]);
  const [changes, recounts] = await inTurns(bench.rounds, [
    () => changeChoices(bench, file),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 2 }),
  ]);
  const recountMs = recounts.map(({ runMs }) => runMs.at(-1) ?? NaN);
  const timesOf = (kind: keyof ChangeTimes) => changes.map((times) => median(times[kind]));
  const leadHundredThousands = file.shape.rows / 100_000;
  return [
    { what: `Settings changed, ${name}`, unit: 'ms', values: timesOf('settings'), goal: GOALS.settingsMs },
    {
      what: `Settings changed, ${name}, to a plain recount`,
      unit: 'ratio',
      values: ratios(timesOf('settings'), recountMs),
      goal: GOALS.settings,
    },
    ...RECOUNTED.flatMap((kind): Figure[] => [
      {
        what: `Change of ${kind}, ${name}, per 100,000 rows`,
        unit: 'ms',
        values: timesOf(kind).map((time) => time / leadHundredThousands),
        goal: GOALS.recountMs,
      },
      {
        what: `Change of ${kind}, ${name}, to a plain recount`,
        unit: 'ratio',
        values: ratios(timesOf(kind), recountMs),
        goal: GOALS.recount,
      },
    ]),
    { what: `Calculator, ${name}`, unit: 'ms', values: timesOf('calculator') },
  ];
}

function changeChoices(bench: Bench, file: FileOnDisk): Promise<ChangeTimes> {
  const request = { script: bench.site.threadScript, job: file.job, numericColumn: NUMERIC_COLUMN };
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return page.evaluate((asked) => window.bench.changeChoices(asked), request);
  });
}

async function measureCombinations(bench: Bench): Promise<Figure[]> {
  const [times] = await inTurns(bench.rounds, [
    () =>
      onFreshPage(bench.browser, `${bench.url}/bench/`, (page) =>
        page.evaluate((values) => window.bench.listCombinations(values), VALUES_PER_ATTRIBUTE),
      ),
  ]);
  const listMs = times.map((time) => time.listMs);
  return [
    {
      what: 'First screen of 1,000,000 combinations',
      unit: 'ms',
      values: listMs,
      goal: GOALS.combinationsMs,
    },
    {
      what: 'First screen of 1,000,000 combinations, to building and sorting objects',
      unit: 'ratio',
      values: ratios(
        listMs,
        times.map((time) => time.sortMs),
      ),
      goal: GOALS.combinations,
    },
  ];
}
