import { expect, test } from 'vitest';
import { nameSharedScript } from '../../../frontend/build/seams.ts';

const at = (path: string) => `/project/frontend/src/${path}`;

/** A graph of modules, given by the modules that import each; those with a star are fetched on demand. */
function graphOf(importersOf: Record<string, readonly string[]>) {
  const infos = new Map(
    Object.entries(importersOf).map(([path, importers]) => [
      at(path.replace('*', '')),
      {
        isEntry: false,
        importers: importers.map(at),
        dynamicImporters: path.endsWith('*') ? [at('main.tsx')] : [],
      },
    ]),
  );
  return { getModuleInfo: (id: string) => infos.get(id) ?? null };
}

const GRAPH = graphOf({
  'pages/home/later-steps.tsx*': [],
  'pages/home/results.tsx*': [],
  'features/check/check-view.tsx*': [],
  'pages/docs.tsx*': [],
  'features/push/push-panel.tsx*': [],
  'features/x/step.tsx': ['pages/home/later-steps.tsx'],
  'lib/of-one.ts': ['features/x/step.tsx'],
  'lib/of-both.ts': ['features/x/step.tsx', 'pages/home/results.tsx'],
  'lib/of-results.ts': ['lib/in-a-ring.ts', 'features/check/check-view.tsx'],
  'lib/in-a-ring.ts': ['lib/of-results.ts', 'pages/home/results.tsx'],
  'lib/of-docs.ts': ['features/x/step.tsx', 'pages/docs.tsx'],
  'lib/of-others.ts': ['features/check/check-view.tsx', 'pages/docs.tsx'],
  'lib/of-later.ts': ['features/check/check-view.tsx', 'features/push/push-panel.tsx'],
  'lib/of-step-and-later.ts': ['features/x/step.tsx', 'features/push/push-panel.tsx'],
});

test.each([
  ['a module of one part stays with it', 'lib/of-one.ts', null],
  ['the steps share with each other', 'lib/of-both.ts', 'shared-steps'],
  ['the steps share with what comes after results', 'lib/of-results.ts', 'shared-results-steps'],
  ['also where modules import each other', 'lib/in-a-ring.ts', 'shared-results-steps'],
  ['a page that does without results fetches none of theirs', 'lib/of-docs.ts', 'shared-docs-steps'],
  ['parts share without the steps too', 'lib/of-others.ts', 'shared-docs-results'],
  [
    'what comes with results fetches nothing that later parts alone share',
    'lib/of-later.ts',
    'shared-later-results',
  ],
  ['the steps share with any later part', 'lib/of-step-and-later.ts', 'shared-results-steps'],
])('%s', (_, path, name) => {
  expect(nameSharedScript(at(path), GRAPH)).toBe(name);
});

test('a package is placed by the bundler', () => {
  const graph = { getModuleInfo: () => ({ isEntry: true, importers: [], dynamicImporters: [] }) };
  expect(nameSharedScript('/project/node_modules/radix-ui/dist/index.mjs', graph)).toBeNull();
});
