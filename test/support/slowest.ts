import type { FullResult, Reporter as StoryReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as FileReporter, TestModule } from 'vitest/node';
import { keep } from './kept.ts';

const SHOWN = 10;
/** The parts of `npm test` that take long: scripts, two of which run side by side. */
const PARTS = ['static', 'build', 'test:node', 'test:worker', 'test:e2e'];

/** Times for the end of `npm test`: those of its parts, and those of test files and stories. */
export const PART_TIMES = 'times-of-parts';
export const TEST_TIMES = 'times-of-tests';

export interface Timed {
  name: string;
  ms: number;
}

const describeTime = ({ name, ms }: Timed): string => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`;

const listSlowest = (timed: readonly Timed[]): string[] =>
  timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(describeTime);

/** The parts in their order, and the slowest tests of all. */
export function describeTimes(parts: readonly Timed[], tests: readonly Timed[]): string[] {
  const known = PARTS.flatMap((part) => parts.filter(({ name }) => name === part));
  return [...known.map(describeTime), 'The slowest files and stories:', ...listSlowest(tests)];
}

function printSlowest(kind: string, timed: readonly Timed[]): void {
  if (timed.length <= SHOWN) return; // of a few, all are shown with their times anyway
  console.log([`\nThe slowest ${kind}:`, ...listSlowest(timed).map((line) => `  ${line}`), ''].join('\n'));
}

/** Names the slowest test files at the end of a run of Vitest. */
export class SlowestFiles implements FileReporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const timesOf = (some: readonly TestModule[]) =>
      some.map((file) => ({ name: file.relativeModuleId, ms: file.diagnostic().duration }));
    printSlowest('test files', timesOf(files));
    for (const [project, ofProject] of Map.groupBy(files, (file) => file.project.name))
      keep(TEST_TIMES, project, timesOf(ofProject));
  }
}

/** Names the slowest stories at the end of a run of Playwright, which takes the default export of a reporter's file. */
export default class SlowestStories implements StoryReporter {
  readonly #timed: Timed[] = [];

  onTestEnd({ location, title, parent }: TestCase, { duration }: TestResult): void {
    const file = location.file.split('/').at(-1);
    const engine = parent.project()?.name;
    this.#timed.push({ name: `${engine}, ${file}:${location.line} ${title}`, ms: duration });
  }

  onEnd({ duration }: FullResult): void {
    printSlowest('stories', this.#timed);
    keep(TEST_TIMES, 'stories', this.#timed);
    keep(PART_TIMES, 'test:e2e', [{ name: 'test:e2e', ms: duration }]);
  }

  printsToStdio(): boolean {
    return false; // beside another reporter
  }
}
