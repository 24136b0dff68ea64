import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;

const FORBIDDEN = [
  ['frontend/src/analysis/x.ts', '#frontend/csv/y.ts', 'analysis may import'],
  ['frontend/src/analysis/x.ts', '#contract/pages.ts', 'analysis may import'],
  ['frontend/src/analysis/x.ts', 'zod/mini', 'analysis may import'],
  ['frontend/src/analysis/x.ts', 'tinyqueue', 'analysis may import'],
  ['frontend/src/analysis/judge/x.ts', 'zod/mini', 'tinyqueue'],
  ['frontend/src/analysis/stats/x.ts', '../columns/y.ts', 'below'],
  ['frontend/src/analysis/counts/x.ts', '../measure/y.ts', 'below'],
  ['frontend/src/analysis/measure/x.ts', '../judge/y.ts', 'below'],
  ['frontend/src/analysis/judge/x.ts', '../check/y.ts', 'below'],
  ['frontend/src/analysis/finder/x.ts', '../preflight/y.ts', 'below'],
  ['frontend/src/analysis/uploads/x.ts', '../platforms/y.ts', 'below'],
  ['frontend/src/analysis/platforms/x.ts', '../decision/y.ts', 'below'],
  ['frontend/src/csv/x.ts', '#frontend/analysis/y.ts', 'csv may import'],
  ['frontend/src/csv/x.ts', 'react', 'papaparse'],
  ['frontend/src/counting/x.ts', '#frontend/threads/y.ts', 'counting may import'],
  ['frontend/src/counting/x.ts', 'libphonenumber-js', 'counting may import'],
  ['frontend/src/threads/x.ts', '#frontend/features/wizard/y.ts', 'threads may import'],
  ['frontend/src/threads/x.ts', '#contract/connections.ts', 'threads may import'],
  ['frontend/src/exports/x.ts', '#frontend/ui/y.ts', 'exports may import'],
  ['frontend/src/lib/x.ts', '#contract/limits.ts', 'lib may import'],
  ['frontend/src/ui/x.tsx', '#frontend/api/y.ts', 'ui may import'],
  ['frontend/src/api/x.ts', '#frontend/ui/y.tsx', 'api may import'],
  ['frontend/src/features/results/x.ts', '#frontend/features/saved/y.ts', 'results may import'],
  ['frontend/src/features/saved/x.ts', '#frontend/features/platforms/y.ts', 'saved may import'],
  ['frontend/src/features/wizard/x.ts', '#frontend/features/segments/y.ts', 'wizard may import'],
  ['frontend/src/features/account/x.ts', '#frontend/features/team/y.ts', 'account may import'],
  ['frontend/src/features/segments/x.ts', '#frontend/features/correlations/y.tsx', 'segments may import'],
  ['frontend/src/features/send-leads/x.ts', '#frontend/features/per-lead/y.ts', 'send-leads may import'],
  ['frontend/src/features/push/x.ts', '#frontend/features/sources/y.ts', 'push may import'],
  ['frontend/src/features/team/x.ts', '#frontend/features/organisation/y.ts', 'team may import'],
  ['frontend/src/features/sign-in/x.ts', '../account/y.ts', 'features by alias'],
  ['frontend/src/features/of-no-layer/x.ts', '#frontend/lib/y.ts', 'in no layer may import of'],
  ['frontend/src/drafts/x.ts', '#frontend/api/y.ts', 'drafts may import'],
  ['frontend/src/pages/x.tsx', '#frontend/threads/y.ts', 'pages may import'],
  ['frontend/src/app/x.tsx', '#frontend/features/sign-in/y.ts', 'app may import'],
  ['worker/contract/x.ts', '#worker/db/y.ts', 'contract may import'],
  ['worker/contract/x.ts', 'hono', 'zod'],
  ['worker/src/db/x.ts', '#worker/auth/y.ts', 'db may import'],
  ['worker/src/db/x.ts', 'hono', 'may import'],
  ['worker/src/auth/x.ts', '#worker/routes/y.ts', 'auth may import'],
  ['worker/src/connections/x.ts', '#worker/routes/y.ts', 'connections may import'],
  ['worker/src/connections/x.ts', 'hono', 'may import'],
  ['worker/src/connections/x.ts', '#worker/pushes/y.ts', 'connections may import'],
  ['worker/src/pushes/x.ts', '#worker/auth/y.ts', 'pushes may import'],
  ['worker/src/pushes/x.ts', '#worker/platforms/meta/y.ts', 'pushes may import'],
  ['worker/src/platforms/meta/x.ts', '#worker/db/y.ts', 'platforms may import'],
  ['worker/src/store/x.ts', '#worker/routes/y.ts', 'store may import'],
  ['worker/src/runs/x.ts', '#worker/routes/y.ts', 'runs may import'],
  ['worker/src/runs/x.ts', '#frontend/features/saved/y.ts', 'runs may import'],
  ['worker/src/runs/x.ts', '#frontend/threads/leads/serve.ts', 'runs may import'],
  ['worker/src/runs/x.ts', '#frontend/csv/papaparse-reader.ts', 'runs may import'],
  ['worker/src/runs/x.ts', 'hono', 'runs may import'],
  ['worker/src/routes/x.ts', '#frontend/lib/y.ts', 'the rest of the Worker'],
] as const;

const ALLOWED = [
  ['frontend/src/analysis/x.ts', '#contract/limits.ts'],
  ['frontend/src/analysis/judge/x.ts', '../measure/y.ts'],
  ['frontend/src/analysis/judge/x.ts', 'tinyqueue'],
  ['frontend/src/analysis/platforms/x.ts', '../uploads/y.ts'],
  ['frontend/src/csv/x.ts', 'papaparse'],
  ['frontend/src/csv/x.ts', 'fflate'],
  ['frontend/src/counting/x.ts', '#frontend/csv/y.ts'],
  ['frontend/src/threads/x.ts', '#frontend/csv/y.ts'],
  ['frontend/src/threads/x.ts', '#frontend/counting/y.ts'],
  ['frontend/src/threads/x.ts', '#contract/thread-address.ts'],
  ['frontend/src/features/sign-in/x.ts', '#frontend/ui/y.tsx'],
  ['frontend/src/features/saved/x.ts', '#frontend/features/results/y.ts'],
  ['frontend/src/features/segments/x.ts', '#frontend/features/results/y.tsx'],
  ['frontend/src/features/sources/x.ts', '#frontend/features/compare/y.ts'],
  ['frontend/src/features/wizard/x.ts', '#frontend/drafts/y.ts'],
  ['frontend/src/drafts/x.ts', '#frontend/lib/y.ts'],
  ['frontend/src/pages/x.tsx', '#frontend/features/sign-in/y.ts'],
  ['frontend/src/app/x.tsx', '#frontend/features/account/y.ts'],
  ['worker/contract/x.ts', 'zod/mini'],
  ['worker/src/auth/x.ts', '#worker/db/y.ts'],
  ['worker/src/connections/x.ts', '#worker/auth/y.ts'],
  ['worker/src/pushes/x.ts', '#worker/connections/y.ts'],
  ['worker/src/platforms/meta/x.ts', '#worker/pushes/y.ts'],
  ['worker/src/store/x.ts', '#worker/db/y.ts'],
  ['worker/src/runs/x.ts', '#worker/db/y.ts'],
  ['worker/src/runs/x.ts', '#frontend/csv/y.ts'],
  ['worker/src/runs/x.ts', '#frontend/counting/count-plan.ts'],
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

const FEATURES = globSync('frontend/src/features/*', { cwd: ROOT });
/** An import that every feature of a layer may have, and one in no layer may not. */
const OF_FEATURES = FEATURES.map((folder): Case => [`${folder}/x.ts`, '#frontend/lib/y.ts']);

const copy = mkdtempSync(join(tmpdir(), 'rooms-'));
afterAll(() => rmSync(copy, { recursive: true }));
cpSync(join(ROOT, 'oxlint.config.ts'), join(copy, 'oxlint.config.ts'));
// The linter takes the names of the features from their folders.
for (const folder of FEATURES) {
  mkdirSync(join(copy, folder), { recursive: true });
}

interface Finding {
  filename: string;
  code: string;
  help?: string;
  message: string;
}

/** Lints files that import one module each. One run for all of them, since its start takes most of its time. */
function lintCases(cases: readonly Case[]): Finding[] {
  for (const checked of cases) {
    const file = join(copy, nameFile(checked));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { part } from '${checked[1]}';\nexport const whole = [part];\n`);
  }
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout, status } = spawnSync(oxlint, ['-c', 'oxlint.config.ts', '-f', 'json', '.'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics; // as oxlint writes it
}

const findings = lintCases([...FORBIDDEN, ...ALLOWED, ...OF_TEXTS, ...OF_FEATURES]);
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

test('each feature stands in a layer', () => {
  expect(OF_FEATURES.length).toBeGreaterThan(20);
  expect(OF_FEATURES.flatMap(findingsOf)).toEqual([]);
});
