import type { FileName } from '../files/sizes.ts';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { makeJourney, type Journey } from '../harness/journey.ts';
import { measureRead } from '../harness/measure-read.ts';
import { watchPage } from '../harness/page-watch.ts';
import { inTurns } from '../harness/rounds.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/**
 * The main job as a person does it, in the real page. The waiting time is compared with PapaParse alone in a thread; the longest time in
 * which the page could not answer, with PapaParse on the page.
 */
export async function measurePage(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, file } of bench.sizes.files) {
    const onDisk = bench.provideFile(file);
    figures.push(...(await measureFile(bench, name, onDisk)));
    if (bench.earlier)
      figures.push(...(await compareWithEarlier(bench, bench.earlier, { name, file: onDisk })));
  }
  return figures;
}

async function measureFile(bench: Bench, name: FileName, file: FileOnDisk): Promise<Figure[]> {
  const [journeys, again, inThread, onPageGaps] = await inTurns(bench.rounds, [
    () => makeJourney(bench, file),
    () => makeJourney(bench, file),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 1 }),
    () => measureGapOnPage(bench, file),
  ]);
  const waits = journeys.map(waitMs);
  const gaps = journeys.map(({ longestGapMs }) => longestGapMs);
  const threadTimes = inThread.map(({ runMs }) => runMs[0] ?? NaN);
  return [
    { what: `${name}: file to step 2`, unit: 'ms', values: journeys.map(({ openMs }) => openMs) },
    { what: `${name}: 'Analyze' to results`, unit: 'ms', values: journeys.map(({ analyseMs }) => analyseMs) },
    {
      what: `Journey in the page, ${name}, to PapaParse in a thread`,
      unit: 'ratio',
      values: ratios(waits, threadTimes),
      goal: GOALS.journey,
    },
    {
      what: `Journey in the page, ${name}, noise`,
      unit: 'ratio',
      values: ratios(again.map(waitMs), waits),
      isNoise: true,
    },
    { what: `${name}: longest gap of the main thread`, unit: 'ms', values: gaps, goal: GOALS.gapMs },
    {
      what: `Longest gap of the main thread, ${name}, to PapaParse on the page`,
      unit: 'ratio',
      values: ratios(gaps, onPageGaps),
      goal: GOALS.gap,
    },
    {
      what: `Threshold turned to the next frame painted, ${name}`,
      unit: 'ms',
      values: journeys.flatMap(({ settingToPaintMs }) => settingToPaintMs),
    },
  ];
}

/** The waits in the page beside those in the page of an earlier commit, in turns. */
async function compareWithEarlier(
  bench: Bench,
  { commit, url }: NonNullable<Bench['earlier']>,
  { name, file }: { name: FileName; file: FileOnDisk },
): Promise<Figure[]> {
  const [now, then] = await inTurns(bench.rounds, [
    () => makeJourney(bench, file),
    () => makeJourney(bench, file, url),
  ]);
  const compare = (what: string, msOf: (journey: Journey) => number): Figure => ({
    what: `${name}: ${what}, to ${commit}`,
    unit: 'ratio',
    values: ratios(now.map(msOf), then.map(msOf)),
  });
  return [
    compare('file to step 2', ({ openMs }) => openMs),
    compare("'Analyze' to results", ({ analyseMs }) => analyseMs),
    compare('longest gap of the main thread', ({ longestGapMs }) => longestGapMs),
  ];
}

function waitMs({ openMs, analyseMs }: Journey): number {
  return openMs + analyseMs;
}

function measureGapOnPage(bench: Bench, { path, job }: FileOnDisk): Promise<number> {
  return onFreshPage(bench.browser, 'about:blank', async (page) => {
    await page.addInitScript(watchPage, {});
    await page.goto(`${bench.url}/bench/`);
    await page.setInputFiles('input', path);
    await page.evaluate((asked) => window.bench.countOnPage(asked), job);
    return page.evaluate(() => window.pageWatch.longestGapMs);
  });
}
