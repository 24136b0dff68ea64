import { Stryker } from '@stryker-mutator/core';

/** The rooms, each with the folders of its tests by Vitest project. */
const ROOMS: Record<string, Record<string, string>> = {
  'frontend/src/exports': { unit: 'test/unit/exports' },
  'frontend/src/analysis': { unit: 'test/unit/analysis' },
  'worker/src/auth': { unit: 'test/unit/worker/auth', worker: 'test/worker' },
  'worker/src/db': { unit: 'test/unit/worker/db', worker: 'test/worker' },
  'worker/src/routes': { worker: 'test/worker' },
};

/** `npm run mutate [-- place...]`, each a room, or a folder or file of one: breaks a line at a time, runs the tests. */
const given = process.argv.slice(2);
for (const place of given.length > 0 ? given : Object.keys(ROOMS)) await mutate(place);

async function mutate(place: string): Promise<void> {
  const tests = Object.entries(ROOMS).find(([room]) => place.startsWith(room))?.[1];
  if (!tests) throw new Error(`No such room: ${place}. There are ${Object.keys(ROOMS).join(', ')}`);
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  const report = `.mutation/${place.replaceAll(/\W+/g, '-')}`;
  await new Stryker({
    mutate: [place.endsWith('.ts') ? place : `${place}/**/*.ts`],
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    testRunner: 'vitest',
    // The folders say which tests are related: requests reach the Worker without an import.
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    concurrency: 2,
    dryRunTimeoutMinutes: 30,
    // Stryker rewrites this file through the JavaScript API of TypeScript, which version 7 lacks.
    tsconfigFile: 'none',
    tempDirName: `${report}-sandbox`,
    ignorePatterns: ['.mutation', '.wrangler'],
    incremental: true,
    incrementalFile: `${report}.json`,
    reporters: ['clear-text', 'progress', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    thresholds: { high: 95, low: 90, break: 90 },
  }).runMutationTest();
}
