import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;

const FORBIDDEN = [
  ['frontend/src/analysis/x.ts', '#frontend/csv/y.ts', 'analysis may not'],
  ['frontend/src/analysis/x.ts', '#contract/pages.ts', 'analysis may not'],
  ['frontend/src/analysis/x.ts', 'zod/mini', 'no package'],
  ['frontend/src/analysis/x.ts', 'tinyqueue', 'no package'],
  ['frontend/src/analysis/judge/lead-values.ts', 'zod/mini', 'one package'],
  ['frontend/src/csv/x.ts', '#frontend/analysis/y.ts', 'csv may not'],
  ['frontend/src/csv/x.ts', 'react', 'papaparse'],
  ['frontend/src/thread/x.ts', '#frontend/features/wizard/y.ts', 'thread may not'],
  ['frontend/src/thread/x.ts', '#contract/connections.ts', 'thread may not'],
  ['frontend/src/exports/x.ts', '#frontend/ui/y.ts', 'exports may not'],
  ['frontend/src/lib/x.ts', '#contract/limits.ts', 'lib may not'],
  ['frontend/src/ui/x.tsx', '#frontend/api/y.ts', 'ui may not'],
  ['frontend/src/api/x.ts', '#frontend/ui/y.tsx', 'api may not'],
  ['frontend/src/features/sign-in/x.ts', '#frontend/features/account/y.ts', 'its kit only'],
  ['frontend/src/features/segments/x.ts', '#frontend/features/results/results.tsx', 'its kit only'],
  ['frontend/src/features/sign-in/x.ts', '../account/y.ts', 'features by alias'],
  ['frontend/src/drafts/x.ts', '#frontend/api/y.ts', 'drafts may not'],
  ['frontend/src/pages/x.tsx', '#frontend/thread/y.ts', 'pages may not'],
  ['frontend/src/app/x.tsx', '#frontend/features/sign-in/y.ts', 'app may not'],
  ['worker/contract/x.ts', '#worker/db/y.ts', 'contract may not'],
  ['worker/contract/x.ts', 'hono', 'zod'],
  ['worker/src/db/x.ts', '#worker/auth/y.ts', 'db may not'],
  ['worker/src/db/x.ts', 'hono', 'hono'],
  ['worker/src/auth/x.ts', '#worker/routes/y.ts', 'auth may not'],
  ['worker/src/connections/x.ts', '#worker/routes/y.ts', 'connections may not'],
  ['worker/src/connections/x.ts', 'hono', 'hono'],
  ['worker/src/connections/x.ts', '#worker/pushes/y.ts', 'connections may not'],
  ['worker/src/pushes/x.ts', '#worker/auth/y.ts', 'pushes may not'],
  ['worker/src/store/x.ts', '#worker/routes/y.ts', 'store may not'],
  ['worker/src/runs/x.ts', '#worker/routes/y.ts', 'runs may not'],
  ['worker/src/runs/x.ts', '#frontend/features/saved/y.ts', 'runs may not'],
  ['worker/src/runs/x.ts', '#frontend/thread/serve.ts', 'runs may not'],
  ['worker/src/runs/x.ts', '#frontend/csv/papaparse-reader.ts', 'runs may not'],
  ['worker/src/runs/x.ts', 'hono', 'no package'],
  ['worker/src/routes/x.ts', '#frontend/lib/y.ts', 'worker'],
] as const;

const ALLOWED = [
  ['frontend/src/analysis/x.ts', '#contract/limits.ts'],
  ['frontend/src/csv/x.ts', 'papaparse'],
  ['frontend/src/csv/x.ts', 'fflate'],
  ['frontend/src/thread/x.ts', '#frontend/csv/y.ts'],
  ['frontend/src/thread/x.ts', '#contract/thread-address.ts'],
  ['frontend/src/features/sign-in/x.ts', '#frontend/ui/y.tsx'],
  ['frontend/src/features/segments/x.ts', '#frontend/features/results/kit/y.tsx'],
  ['frontend/src/features/wizard/x.ts', '#frontend/drafts/y.ts'],
  ['frontend/src/drafts/x.ts', '#frontend/lib/y.ts'],
  ['frontend/src/pages/x.tsx', '#frontend/features/sign-in/y.ts'],
  ['frontend/src/app/x.tsx', '#frontend/features/account/y.ts'],
  ['worker/contract/x.ts', 'zod/mini'],
  ['worker/src/auth/x.ts', '#worker/db/y.ts'],
  ['worker/src/connections/x.ts', '#worker/auth/y.ts'],
  ['worker/src/pushes/x.ts', '#worker/connections/y.ts'],
  ['worker/src/store/x.ts', '#worker/db/y.ts'],
  ['worker/src/runs/x.ts', '#worker/db/y.ts'],
  ['worker/src/runs/x.ts', '#frontend/csv/y.ts'],
  ['worker/src/runs/x.ts', '#frontend/thread/count-plan.ts'],
  ['worker/src/runs/x.ts', '#frontend/choices/y.ts'],
] as const;

type Case = readonly [path: string, imported: string, ...rest: string[]];

/** The linter reads no MDX, so what the texts of the pages import is checked as imports of a page. */
const OF_TEXTS = globSync('frontend/src/pages/**/*.mdx', { cwd: ROOT })
  .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '([^']+)';$/gm)])
  .flatMap(([, imported = '']): Case[] =>
    imported.startsWith('./') ? [] : [['frontend/src/pages/x.tsx', imported]],
  );

/** Each case has a file of its own. */
const nameFile = ([path, imported]: Case) =>
  path.replace('/x.', `/${imported.replaceAll(/[^a-z]+/g, '-')}-x.`);

const copy = mkdtempSync(join(tmpdir(), 'rooms-'));
afterAll(() => rmSync(copy, { recursive: true }));
cpSync(join(ROOT, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));

interface Finding {
  filename: string;
  code: string;
  help?: string;
  message: string;
}

/** What the linter says of files that import one module each. One run for all of them, since its start takes most of its time. */
function lintCases(cases: readonly Case[]): Finding[] {
  for (const checked of cases) {
    const file = join(copy, nameFile(checked));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { part } from '${checked[1]}';\nexport const whole = [part];\n`);
  }
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout, status } = spawnSync(oxlint, ['-c', '.oxlintrc.json', '-f', 'json', '.'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics; // as oxlint writes it
}

const findings = lintCases([...FORBIDDEN, ...ALLOWED, ...OF_TEXTS]);
const findingsOf = (checked: Case) => findings.filter(({ filename }) => filename === nameFile(checked));

test.each(FORBIDDEN)('%s may not import %s', (path, imported, says) => {
  const [finding] = findingsOf([path, imported]);
  expect(finding?.code).toContain('no-restricted-imports');
  expect(`${finding?.message} ${finding?.help}`).toMatch(new RegExp(says, 'i'));
});

test('the texts of the pages import what a page may import', () => {
  expect(OF_TEXTS.length).toBeGreaterThan(10);
  expect(OF_TEXTS.flatMap(findingsOf)).toEqual([]);
});

test.each(ALLOWED)('%s may import %s', (path, imported) => {
  expect(findingsOf([path, imported])).toEqual([]);
});
