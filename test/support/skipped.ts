import type { Reporter as StoryReporter, TestCase, TestResult } from '@playwright/test/reporter';
import type {
  Reporter as FileReporter,
  TestCase as FileTest,
  TestModule,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { keep } from './kept.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The need that is missing where a test is skipped. */
    needs?: string;
  }
}

export interface SkippedTest {
  /** 'unit', 'component', 'worker' or 'stories'. */
  project: string;
  file: string;
  title: string;
  /** Null where the test does not say. */
  needs: string | null;
}

export const SKIPPED = 'skipped-tests';

/** The need of a test by its own word, or by that of a group around it. */
function needsOf(test: FileTest): string | null {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  for (let each: FileTest | TestSuite | TestModule = test; each.type !== 'module'; each = each.parent)
    if (each.meta().needs) return each.meta().needs ?? null;
  return null;
}

/** Notes the tests that Vitest skips. Those that a filter of names leaves out are none. */
export class SkippedTests implements FileReporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(files: readonly TestModule[]): void {
    if (this.#isFiltered) return;
    for (const [project, ofProject] of Map.groupBy(files, (file) => file.project.name))
      keep(SKIPPED, project, ofProject.flatMap(skippedIn));
  }
}

/** The tests of a file that were skipped. */
export const skippedIn = ({ project, relativeModuleId: file, children }: TestModule): SkippedTest[] =>
  Array.from(children.allTests('skipped'), (test) => ({
    project: project.name,
    file,
    title: test.fullName,
    needs: needsOf(test),
  }));

/** Notes the stories that Playwright skips. It takes the default export of a reporter's file. */
export default class SkippedStories implements StoryReporter {
  readonly #skipped: SkippedTest[] = [];

  onTestEnd(story: TestCase, { status }: TestResult): void {
    if (status === 'skipped') this.#skipped.push(skippedStory(story));
  }

  onEnd(): void {
    keep(SKIPPED, 'stories', this.#skipped);
  }

  printsToStdio(): boolean {
    return false; // beside another reporter
  }
}

function skippedStory({ title, location, annotations }: TestCase): SkippedTest {
  const reason = annotations.find(({ type }) => type === 'skip')?.description;
  const file = location.file.split('/').at(-1) ?? '';
  return { project: 'stories', file, title, needs: reason ?? null };
}

/** One line for each reason and project, and for each test without a reason. */
export function describeSkipped(skipped: readonly SkippedTest[]): string[] {
  const reasons = Map.groupBy(skipped, ({ project, file, title, needs }) =>
    needs === null ? `${project}, ${file}: ${title} does not say why` : `${project}: needs ${needs}`,
  );
  return Array.from(reasons, ([reason, tests]) => `${tests.length} of ${reason}`);
}
