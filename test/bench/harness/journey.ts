import type { Page } from '@playwright/test';
import { Wizard } from '../../e2e/pages/wizard.ts';
import type { Bench, FileOnDisk } from './bench.ts';
import { onFreshPage } from './browser.ts';
import { watchPage, type PageWatch } from './page-watch.ts';

const STEP_2 = 'Select Columns to Analyze';
const RESULTS = 'Analysis Complete!';
/** Nobody drags a file over a page faster, or chooses one: meanwhile the page prepares. */
const HOVER_MS = 500;
const SETTINGS_TURNED = 10;

export interface Journey {
  /** From a file brought to step 2 painted, and from 'Analyze' clicked to results painted. */
  openMs: number;
  analyseMs: number;
  longestGapMs: number;
  /** From a turn of the threshold to the next frame painted, once per turn. */
  settingToPaintMs: number[];
}

/** Opens the first page, which watches itself from then on, and waits until it is quiet. */
export async function openFirstPage(page: Page, url: string): Promise<void> {
  await page.addInitScript(watchPage, { [STEP_2]: 'step 2', [RESULTS]: 'results' });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
}

/** The main job in the page as it is shipped, or as it was, served by the Workers runtime, in a renderer of its own. */
export function makeJourney(bench: Bench, file: FileOnDisk, siteUrl = bench.runtimeUrl): Promise<Journey> {
  return onFreshPage(bench.browser, 'about:blank', async (page) => {
    await openFirstPage(page, await siteUrl());
    await analyseFile(page, file);
    const { moments, longestGapMs, clickToPaintMs: before } = await readWatch(page);
    const increase = page.getByRole('button', { name: /^Increase Significance Threshold/ });
    for (let turn = 0; turn < SETTINGS_TURNED; turn++) await increase.click();
    await page.waitForFunction(
      (count) => window.pageWatch.clickToPaintMs.length >= count,
      before.length + SETTINGS_TURNED,
    );
    return {
      openMs: between(moments, 'file came', 'step 2'),
      analyseMs: between(moments, 'Analyze clicked', 'results'),
      longestGapMs,
      settingToPaintMs: (await readWatch(page)).clickToPaintMs.slice(before.length),
    };
  });
}

/** From a file to painted results, in a page that watches itself. */
async function analyseFile(page: Page, { path, job }: FileOnDisk): Promise<void> {
  const wizard = new Wizard(page);
  await bringFile(page, path);
  await waitForMoment(page, 'step 2');
  await wizard.choose('Lead Status Column', job.status);
  for (const [index, attribute] of job.attributes.entries()) {
    await wizard.choose(`Attribute ${index + 1}`, attribute);
  }
  await wizard.next('Next: Map Values');
  for (const _ of job.attributes) await wizard.next('Next');
  await wizard.next('Analyze');
  await waitForMoment(page, 'results');
}

/** Points at the zone, as everybody does before a file comes, and brings the file. */
export async function bringFile(page: Page, path: string): Promise<void> {
  // The script with which the driver waits takes the page 10 to 30 ms: it is there before anything is timed.
  await page.waitForFunction(() => true);
  await page.getByText('Drop CSV file here or click to browse').hover();
  await page.waitForTimeout(HOVER_MS);
  await page.setInputFiles('input[type=file]', path);
}

async function waitForMoment(page: Page, moment: string): Promise<void> {
  await page.waitForFunction((name) => window.pageWatch.moments[name] !== undefined, moment);
}

function readWatch(page: Page): Promise<PageWatch> {
  return page.evaluate(() => window.pageWatch);
}

function between(moments: Record<string, number>, from: string, to: string): number {
  return (moments[to] ?? NaN) - (moments[from] ?? NaN);
}
