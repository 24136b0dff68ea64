import type { CountTimes } from '../pages/bench.ts';
import type { Bench, FileOnDisk } from './bench.ts';
import { onFreshPage } from './browser.ts';
import type { Contestant } from './contestants.ts';

/** Counts a file in a fresh renderer and a fresh thread, some times over: the first run is cold, the last is warm. */
export async function measureRead(
  bench: Bench,
  file: FileOnDisk,
  { script, runs }: Pick<Contestant, 'script'> & { runs: number },
): Promise<CountTimes> {
  return onFreshPage(bench.browser, `${bench.url}/bench/`, async (page) => {
    await page.setInputFiles('input', file.path);
    return page.evaluate((request) => window.bench.countFile(request), { script, job: file.job, runs });
  });
}

/**
 * Counts a file with every contestant, round by round, each round beginning with another one, so that what disturbs
 * the machine for a while meets all alike. Fails where two do not come to the same counts.
 */
export async function measureRounds(
  bench: Bench,
  file: FileOnDisk,
  { contestants, runs }: { contestants: readonly Contestant[]; runs: number },
): Promise<Map<string, CountTimes[]>> {
  const times = new Map<string, CountTimes[]>(contestants.map(({ name }) => [name, []]));
  let digest: string | null = null;
  for (let round = 0; round < bench.rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length]!; // a remainder is below the length
      const measured = await measureRead(bench, file, { script: contestant.script, runs });
      times.get(contestant.name)?.push(measured);
      digest ??= measured.digest;
      if (measured.digest !== null && measured.digest !== digest)
        throw new Error(
          `${contestant.name} counts otherwise in ${file.shape.name}: ${measured.digest}, not ${digest}`,
        );
    }
  }
  return times;
}
