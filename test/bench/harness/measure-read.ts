import type { CountTimes } from '../pages/bench.ts';
import type { Bench, FileOnDisk } from './bench.ts';
import { onFreshPage } from './browser.ts';
import type { Contestant } from './contestants.ts';
import { inTurns } from './rounds.ts';

/** Counts a file in a fresh renderer and a fresh thread, some times over: the first run is cold, the last is warm. */
export async function measureRead(
  bench: Bench,
  file: FileOnDisk,
  { script, runs }: Pick<Contestant, 'script'> & { runs: number },
): Promise<CountTimes> {
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return page.evaluate((request) => window.bench.countFile(request), {
      script,
      job: file.job,
      runs,
      isCompared: true,
      settleMs: bench.sizes.settleMs,
    });
  });
}

/** Counts a file with every contestant in turns. Fails where two do not come to the same counts. */
export async function measureRounds(
  bench: Bench,
  file: FileOnDisk,
  { contestants, runs }: { contestants: readonly Contestant[]; runs: number },
): Promise<Map<string, CountTimes[]>> {
  const works = contestants.map(
    ({ script }) =>
      () =>
        measureRead(bench, file, { script, runs }),
  );
  const times = await inTurns(bench.rounds, works);
  const digests = new Set(times.flat().flatMap(({ digest }) => digest ?? []));
  if (digests.size > 1) throw new Error(`Counts of ${file.shape.name} differ: ${[...digests].join('; ')}`);
  return new Map(contestants.map(({ name }, index) => [name, times[index] ?? []]));
}
