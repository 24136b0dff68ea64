import { Stryker } from '@stryker-mutator/core';

/** Where the tests of a room are, and the Vitest projects that run them. */
interface Room {
  tests: string;
  projects: string;
}

const ROOMS: Record<string, Room> = {
  'frontend/src/exports': { tests: 'test/unit/exports', projects: 'unit' },
  'frontend/src/analysis': { tests: 'test/unit/analysis', projects: 'unit' },
  'worker/src/auth': { tests: 'test', projects: 'unit,worker' },
  'worker/src/db': { tests: 'test', projects: 'unit,worker' },
  'worker/src/routes': { tests: 'test', projects: 'unit,worker' },
};

/** `npm run mutate [-- place...]`, each a room, or a folder or file of one: breaks a line at a time, runs the tests. */
const given = process.argv.slice(2);
for (const place of given.length > 0 ? given : Object.keys(ROOMS)) await mutate(place);

async function mutate(place: string): Promise<void> {
  const room = Object.entries(ROOMS).find(([name]) => place.startsWith(name))?.[1];
  if (!room) throw new Error(`No such room: ${place}. There are ${Object.keys(ROOMS).join(', ')}`);
  process.env.MUTATION_PROJECTS = room.projects;
  const report = `.mutation/${place.replaceAll('/', '-')}`;
  await new Stryker({
    mutate: [place.endsWith('.ts') ? place : `${place}/**/*.ts`],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', dir: room.tests },
    concurrency: 2,
    // Stryker rewrites this file through the JavaScript API of TypeScript, which version 7 lacks.
    tsconfigFile: 'none',
    tempDirName: '.mutation/sandbox',
    incremental: true,
    incrementalFile: `${report}.json`,
    reporters: ['clear-text', 'progress', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    thresholds: { high: 95, low: 90, break: 90 },
  }).runMutationTest();
}
