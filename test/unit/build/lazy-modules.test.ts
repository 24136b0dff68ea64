import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../../frontend/src', import.meta.url).pathname;

/** The modules that are fetched when they are needed, by their paths in `frontend/src`. A page is one more, and found by its name. */
const LAZY_MODULES = [
  'csv/papaparse-reader.ts',
  'features/account/user-menu.tsx',
  'features/results/apply/apply-tab.tsx',
  'features/results/report/report.tsx',
  'features/saved-analyses/saved-work.tsx',
  'features/sheets/sheets-dialog.tsx',
  'features/workflow/later-step.tsx',
  'features/workflow/upload/intake-dialog.tsx',
  'lib/draft-store.ts',
  'pages/home/results.tsx',
  'thread/client.ts',
  'thread/late-answers.ts',
  'ui/toast.tsx',
];

function listLazyModules(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) => {
    const imports = readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bimport\('([^']+)'\)/g);
    return [...imports].map(([, path = '']) =>
      path.startsWith('.')
        ? relative(SOURCES, join(SOURCES, dirname(file), path))
        : path.replace('#frontend/', ''),
    );
  });
  return [...new Set(found)].sort();
}

test('code is fetched late at the seams that a visitor would notice', () => {
  expect(listLazyModules()).toEqual(LAZY_MODULES);
});
