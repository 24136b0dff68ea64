import { inTurns } from '../harness/rounds.ts';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { canMeasureMemory, measurePeak } from '../harness/memory.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** Memory hardly varies. */
const MOST_ROUNDS = 3;

/**
 * Peak memory from a file to all counts, over that of the idle page with the file chosen. Each count has a renderer of
 * its own, and no time is taken meanwhile: looking at a process slows it.
 */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  if (!canMeasureMemory) {
    console.log('\nMemory is measured on Linux only: skipped.');
    return [];
  }
  const figures: Figure[] = [];
  for (const { name, file: shaped } of bench.sizes.files) {
    const file = bench.provideFile(shaped);
    const [ours, papa] = await inTurns(Math.min(bench.rounds, MOST_ROUNDS), [
      () => measureCount(bench, file, bench.site.threadScript),
      () => measureCount(bench, file, PAPAPARSE.script),
    ]);
    figures.push(
      { what: `${name}, ours`, unit: 'MB', values: ours },
      { what: `${name}, PapaParse`, unit: 'MB', values: papa },
      {
        what: `Peak memory, ${name}, to PapaParse`,
        unit: 'ratio',
        values: ratios(ours, papa),
        goal: GOALS.memory,
        isHeadline: name === 'wide',
      },
    );
  }
  return figures;
}

function measureCount(bench: Bench, file: FileOnDisk, script: string): Promise<number> {
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    // No pause: a page that waits grows by itself, which is no part of the count.
    const request = { script, job: file.job, runs: 1, isCompared: false, settleMs: 0 };
    return measurePeak(bench.browser, () => page.evaluate((asked) => window.bench.countFile(asked), request));
  });
}
