import { defineConfig } from 'vitest/config';
import everything from '../vitest.config.ts';

/** Where the tests of the room are, by project: a folder, or files. The other projects are left out: each takes its time to start. */
const places: Record<string, string> = JSON.parse(process.env.MUTATION_TESTS ?? '{}');

/** Stryker looks at the time itself. A test that is slow on a busy machine has not noticed anything. */
const TIMES = { testTimeout: 1_200_000, hookTimeout: 1_200_000 };

const projects = everything.test?.projects?.flatMap((project) => {
  const options = typeof project === 'object' && 'test' in project ? project.test : undefined;
  const place = places[String(options?.name)];
  const include = [/\.tsx?$/.test(String(place)) ? place : `${place}/**/*.test.{ts,tsx}`];
  const setupFiles = [options?.setupFiles ?? [], 'test/mutation/setup.ts'].flat();
  // Stryker runs tests in threads, which take no options of the engine.
  return place
    ? [{ ...Object(project), test: { ...options, include, setupFiles, execArgv: [], ...TIMES } }]
    : [];
});

export default defineConfig({ ...everything, test: { ...everything.test, projects } });
