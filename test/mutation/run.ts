import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';

/** The rooms, each with the folder or files of its tests by Vitest project. */
const ROOMS: Record<string, Record<string, string>> = {
  'frontend/src/analysis': { unit: 'test/unit/analysis' },
  'frontend/src/api': { unit: 'test/unit/api', component: 'test/component' },
  'frontend/src/choices': { unit: 'test/unit/choices' },
  'frontend/src/counting': { unit: 'test/unit/{counting,threads}' },
  // The thread reads the answers of Google.
  'frontend/src/csv': { unit: 'test/unit/{csv/**/*,threads/read-sheet}.test.ts' },
  'frontend/src/drafts': { unit: 'test/unit/drafts', component: 'test/component/drafts' },
  'frontend/src/exports': { unit: 'test/unit/exports' },
  'frontend/src/features': { unit: 'test/unit/features', component: 'test/component' },
  'frontend/src/lib': { unit: 'test/unit/lib', component: 'test/component/{app,lib}' },
  'frontend/src/threads': { unit: 'test/unit/threads' },
  'worker/contract': {
    unit: 'test/unit/{worker/contract,choices}',
    component: 'test/component/{app,sign-in}',
    worker: 'test/worker/{analyses,contract,dataset,labels,listed,preferences,shares}.test.ts',
  },
  'worker/src/app.ts': { worker: 'test/worker' },
  'worker/src/auth': { unit: 'test/unit/worker/auth', worker: 'test/worker' },
  'worker/src/connections': {
    worker: 'test/worker/{connections,pushes,pushes-platforms,sheets,team-connections}.test.ts',
  },
  'worker/src/db': { unit: 'test/unit/worker/db', worker: 'test/worker' },
  'worker/src/documents.ts': { worker: 'test/worker/{documents,threats}.test.ts' },
  'worker/src/errors.ts': { worker: 'test/worker' },
  'worker/src/index.ts': {
    worker: 'test/worker/{clean-up,object-storage,scheduled-runs,sessions,team-rules}.test.ts',
  },
  'worker/src/mail': { worker: 'test/worker/{forgotten-password,mail,notify,team-rules,teams}.test.ts' },
  'worker/src/middleware': {
    worker:
      'test/worker/{analyses,app,contract,dataset,faults,full-database,google,owner,preferences,replace-analysis,same-origin,sessions,shares,sign-in,sign-up,threats}.test.ts',
  },
  'worker/src/platforms': {
    unit: 'test/unit/worker/platforms',
    worker: 'test/worker/{connections,connection-checks,pushes,pushes-platforms,sheets}.test.ts',
  },
  'worker/src/pushes': {
    unit: 'test/unit/worker/platforms',
    worker: 'test/worker/{pushes,pushes-platforms}.test.ts',
  },
  'worker/src/routes': { worker: 'test/worker' },
  'worker/src/runs': {
    unit: 'test/unit/worker/runs',
    worker:
      'test/worker/{alerts,count-file,inbox,notify,scheduled-runs,sheet-file,sheet-sources,sheets,sources}.test.ts',
  },
  'worker/src/store': { worker: 'test/worker' },
  'worker/src/streams': {
    unit: 'test/unit/worker/streams',
    worker: 'test/worker/{analyses,dataset,inflate,object-storage,room,threats}.test.ts',
  },
};

/** AssemblyScript does not compile the switches that Stryker writes into a file, and only a browser draws pictures. */
const ELSEWHERE = ['frontend/src/csv/assembly/**', 'frontend/src/lib/svg-file.ts'];

type Mutants = Awaited<ReturnType<Stryker['runMutationTest']>>;

/**
 * `npm run mutate [-- [--sample size [--seed number]] place...]`, each a room, or a folder or file of one: breaks a line at a time, runs
 * the tests. A sample tries only this number of changes of the place, picked at random.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    // The day, as the order of the tests.
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
  },
});
for (const place of positionals.length > 0 ? positionals : Object.keys(ROOMS)) {
  describeMutants(place, await mutate(place));
}

async function mutate(place: string): Promise<Mutants> {
  const tests = Object.entries(ROOMS).find(([room]) => place.startsWith(room))?.[1];
  if (!tests) throw new Error(`No such room: ${place}. There are ${Object.keys(ROOMS).join(', ')}`);
  const missing = Object.values(tests)
    .flatMap(eachOf)
    .filter((path) => globSync(path).length === 0);
  if (missing.length > 0) throw new Error(`There are no tests at ${missing.join(', ')}`);
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  const isSample = values.sample !== undefined;
  process.env.MUTATION_SAMPLE = JSON.stringify({ size: Number(values.sample), seed: Number(values.seed) });
  const report = `.mutation/${place.replaceAll(/\W+/g, '-')}${isSample ? `sample-${values.seed}` : ''}`;
  return await new Stryker({
    mutate: [place.endsWith('.ts') ? place : `${place}/**/*.ts`, ...ELSEWHERE.map((files) => `!${files}`)],
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./sample.ts')],
    checkers: isSample ? ['sample'] : [],
    testRunner: 'vitest',
    // The folders say which tests are related: requests reach the Worker without an import.
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    // A sample is for a machine that has other work.
    concurrency: isSample ? 1 : 2,
    // Long, so that a busy machine is not taken for an endless loop: most of these are found by counting their turns.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    // Stryker rewrites this file through the JavaScript API of TypeScript, which version 7 lacks.
    tsconfigFile: 'none',
    tempDirName: `${report}-sandbox`,
    ignorePatterns: ['.mutation', '.wrangler'],
    incremental: !isSample,
    incrementalFile: `${report}.json`,
    reporters: ['clear-text', 'progress', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: `${report}.html` },
    thresholds: { high: 95, low: 90, break: 90 },
  }).runMutationTest();
}

/** 'test/{a,b}' as 'test/a' and 'test/b'. */
function eachOf(paths: string): string[] {
  const [start = '', inside = '', end = ''] = paths.split(/[{}]/);
  return inside.split(',').map((one) => start + one + end);
}

/**
 * Prints the row of README.md for a place. A change that only time noticed is named and counts as one that no test noticed: on a
 * busy machine it may be.
 */
function describeMutants(place: string, mutants: Mutants): void {
  const having = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status));
  const isByTime = ({ status, statusReason = '' }: Mutants[number]) =>
    status === 'Timeout' && !statusReason.startsWith('Hit limit');
  const noticed = having('Killed', 'Timeout').filter((mutant) => !isByTime(mutant)).length;
  const tried = having('Killed', 'Timeout', 'Survived', 'NoCoverage').length;
  for (const { fileName, location, replacement } of mutants.filter(isByTime)) {
    console.log(`Noticed by time only: ${fileName}:${location.start.line}: ${replacement}`);
  }
  const failed = having('RuntimeError').length;
  if (failed > 0) console.log(`${failed} changes could not be tried: the report says why.`);
  const { low, high } = wilsonInterval(noticed, tried);
  const percent = (share: number): string => `${Math.round(100 * share)}%`;
  const cells = [
    `\`${place}\``,
    new Date().toISOString().slice(0, 10),
    tried,
    values.sample === undefined ? 'all' : values.seed,
    noticed,
    percent(noticed / tried),
    `${percent(low)} to ${percent(high)}`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
