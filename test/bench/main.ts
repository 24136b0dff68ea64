/**
 * The benchmark: `npm run bench` runs all of it, in about ten minutes on a quiet machine; `npm run bench -- read` runs a
 * part, `--rounds 15` measures more often, `--quick` less. Sections are the keys below.
 *
 * Everything is measured in headless Chromium against what is shipped: the front end is built, and its thread driven by
 * its own protocol. Sides that are compared take turns within a round; a figure is the median over the rounds, and its
 * spread the quartiles. 'Noise' is ours against itself: a difference below that says nothing.
 */
import { measureChanges } from './sections/again.ts';
import { withBench, type Bench } from './harness/bench.ts';
import { listPeers } from './harness/contestants.ts';
import { measureRoutes } from './sections/routes.ts';
import { measureSaved } from './sections/saved.ts';
import { measureWeight } from './sections/weight.ts';
import { measureScale } from './sections/scale.ts';
import { readOptions } from './options.ts';
import type { Figure } from './report/figure.ts';
import { printFigures } from './report/print.ts';
import { measureMemory } from './sections/memory.ts';
import { measurePage } from './sections/page.ts';
import { measurePaint } from './sections/paint.ts';
import { measureReading } from './sections/read.ts';

const SECTIONS: Record<string, { title: string; measure(bench: Bench): Promise<Figure[]> }> = {
  read: { title: 'From a file to all counts, ratios to PapaParse', measure: measureReading },
  memory: { title: 'Peak memory from a file to all counts', measure: measureMemory },
  page: { title: 'The main job in the page', measure: measurePage },
  again: { title: 'After the first count', measure: measureChanges },
  scale: { title: 'Cost by size', measure: measureScale },
  routes: { title: 'Routes on the Workers runtime', measure: measureRoutes },
  weight: { title: 'Weight', measure: measureWeight },
  paint: { title: 'First paint', measure: measurePaint },
  saved: { title: 'Saving and reopening 10 MB', measure: measureSaved },
};

const SIZES = { rows: [10_000, 100_000, 1_000_000], distinct: [10, 100, 1000, 10_000, 100_000] };

const options = readOptions(process.argv.slice(2));
const unknown = options.sections.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(', ')}. There are: ${Object.keys(SECTIONS).join(', ')}.`);
  process.exit(1);
}

await withBench({ peers: listPeers(true), rounds: options.rounds, sizes: SIZES }, async (bench) => {
  for (const [name, { title, measure }] of Object.entries(SECTIONS)) {
    if (options.sections.length > 0 && !options.sections.includes(name)) continue;
    try {
      printFigures(title, await measure(bench));
    } catch (error) {
      console.error(`\n${title}: ${String(error)}`);
      process.exitCode = 1;
    }
  }
});
