import type { Reporter as StoryReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Reporter as FileReporter, TestModule } from 'vitest/node';

const SHOWN = 10;

interface Timed {
  name: string;
  ms: number;
}

function printSlowest(kind: string, timed: readonly Timed[]): void {
  if (timed.length <= SHOWN) return; // of a few, all are shown with their times anyway
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ name, ms }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
  console.log([`\nThe slowest ${kind}:`, ...lines, ''].join('\n'));
}

/** Names the slowest test files at the end of a run of Vitest. */
export class SlowestFiles implements FileReporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    const timed = files.map((file) => ({ name: file.relativeModuleId, ms: file.diagnostic().duration }));
    printSlowest('test files', timed);
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

  onEnd(): void {
    printSlowest('stories', this.#timed);
  }

  printsToStdio(): boolean {
    return false; // beside another reporter
  }
}
