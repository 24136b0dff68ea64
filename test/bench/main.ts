/**
 * The benchmark: see README.md beside this file.
 *
 * Everything is measured in headless Chromium against what is shipped: the front end is built, and its thread driven by
 * its own protocol. Sides that are compared take turns within a round; a figure is the median over the rounds, beside it
 * the quartiles. 'Noise' is ours against itself: a difference below that says nothing.
 */
import { FULL_SIZES, SMOKE_SIZES } from './files/sizes.ts';
import { withBench, type Bench } from './harness/bench.ts';
import { listPeers } from './harness/contestants.ts';
import { within } from './harness/within.ts';
import { readOptions } from './options.ts';
import type { MeasuredSection } from './report/figure.ts';
import { describeCommit, describeMachine } from './report/machine.ts';
import { writeAll, writeHeadlines, writeMarkdown } from './report/markdown.ts';
import { printFigures } from './report/print.ts';
import { BENCH_README, PROJECT_README, writeReadme } from './report/readme.ts';
import { SECTIONS, type Section } from './sections/sections.ts';

const SECTION_SECONDS = 900;

const options = readOptions(process.argv.slice(2));
const unknown = options.parts.filter((name) => !(name in SECTIONS));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(SECTIONS).join(', ')}`);

async function measureSection(bench: Bench, { title, measure }: Section): Promise<MeasuredSection[]> {
  console.error(`Measuring: ${title} ...`);
  try {
    const figures = await within(SECTION_SECONDS, title, measure(bench));
    printFigures(title, figures);
    return [{ title, figures }];
  } catch (error) {
    console.error(`${title}: ${String(error)}`);
    process.exitCode = 1;
    return [];
  }
}

const setting = {
  peers: listPeers(!options.isSmoke),
  rounds: options.rounds,
  sizes: options.isSmoke ? SMOKE_SIZES : FULL_SIZES,
  isBuilt: options.isBuilt,
  against: options.against,
};
// Before the figures change files.
const commit = describeCommit();
await withBench(setting, async (bench) => {
  const measured: MeasuredSection[] = [];
  for (const [name, section] of Object.entries(SECTIONS)) {
    if (options.parts.length > 0 && !options.parts.includes(name)) continue;
    measured.push(...(await measureSection(bench, section)));
  }
  if (options.isSmoke || options.against) return;
  const day = new Date().toISOString().slice(0, 10);
  const weights = measured.filter(({ title }) => title === SECTIONS['weight']?.title);
  if (weights.length > 0)
    await writeReadme(
      BENCH_README,
      'weights',
      `${day}, commit ${commit}.\n\n${writeAll(weights.flatMap(({ figures }) => figures))}`,
    );
  if (measured.length < Object.keys(SECTIONS).length) return;
  const machine = describeMachine(bench.browser.version());
  const occasion = `${day}, commit ${commit}, ${options.rounds} rounds, ${machine}.`;
  const timed = measured.filter((section) => !weights.includes(section));
  await writeReadme(BENCH_README, 'figures', `${occasion}\n\n${writeMarkdown(timed)}`);
  await writeReadme(PROJECT_README, 'figures', `${occasion}\n\n${writeHeadlines(measured)}`);
  console.log('\nThe figures are in test/bench/README.md.');
});
