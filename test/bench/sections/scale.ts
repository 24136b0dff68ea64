import { distinctFile, narrowFile } from '../files/shapes.ts';
import type { Bench, FileOnDisk } from '../harness/bench.ts';
import { PAPAPARSE } from '../harness/contestants.ts';
import { measureRead } from '../harness/measure-read.ts';
import { inTurns } from '../harness/rounds.ts';
import type { CountTimes } from '../pages/bench.ts';
import type { Figure } from '../report/figure.ts';
import { ratios } from '../report/stats.ts';

const DISTINCT_ROWS = 100_000;
const MOST_ROUNDS = 3;

/**
 * How the time from a file to all counts grows with the rows of a file, and with the distinct values of an attribute.
 * The thread has no limit of size: that is the page's, so a million rows are read like any other file.
 */
export async function measureScale(bench: Bench): Promise<Figure[]> {
  const rounds = Math.min(bench.rounds, MOST_ROUNDS);
  const files = [
    ...bench.sizes.rows.map((rows) => ({ label: `${format(rows)} rows`, file: narrowFile(rows) })),
    ...bench.sizes.distinct.map((values) => ({
      label: `${format(values)} distinct values in ${format(DISTINCT_ROWS)} rows`,
      file: distinctFile(values, DISTINCT_ROWS),
    })),
  ];
  const figures: Figure[] = [];
  for (const { label, file } of files) {
    const [ours, papa] = await measureBoth({ ...bench, rounds }, bench.provideFile(file));
    figures.push(
      { what: label, unit: 'ms', values: ours },
      {
        what: `${label}, per 100,000 rows`,
        unit: 'ms',
        values: ours.map((time) => (time / file.shape.rows) * 100_000),
      },
      { what: `${label}, to PapaParse`, unit: 'ratio', values: ratios(ours, papa) },
    );
  }
  return figures;
}

async function measureBoth(bench: Bench, file: FileOnDisk): Promise<[number[], number[]]> {
  const [ours, papa] = await inTurns(bench.rounds, [
    () => measureRead(bench, file, { script: bench.site.threadScript, runs: 1 }),
    () => measureRead(bench, file, { script: PAPAPARSE.script, runs: 1 }),
  ]);
  const timesOf = (times: readonly CountTimes[]) => times.map(({ runMs }) => runMs[0] ?? NaN);
  if (ours[0]?.digest !== papa[0]?.digest) throw new Error(`Counts of ${file.shape.name} differ`);
  return [timesOf(ours), timesOf(papa)];
}

function format(count: number): string {
  return count.toLocaleString('en');
}
