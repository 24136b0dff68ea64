import { existsSync } from 'node:fs';

interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
}

/**
 * The parts of the program that are fetched on demand, by what a visitor does then. 'results' come all together once the results are drawn;
 * parts that stand in no list come later, one at a time.
 */
const PARTS = {
  steps: [
    'pages/home/later-steps.tsx',
    'pages/home/results.tsx',
    'choices/list.ts',
    'drafts/draft-store.ts',
    'features/wizard/reduce-work.ts',
    'threads/leads/client.ts',
  ],
  results: [
    'features/calculator/calculator-tab.tsx',
    'features/check/check-view.tsx',
    'features/over-time/count-rules.tsx',
    'features/over-time/over-time-view.tsx',
    'features/results/export-menu.tsx',
    'features/reuse/keep-figures.tsx',
    'features/stages/find-stages.tsx',
    'features/stages/stages-view.tsx',
    'pages/results/apply.tsx',
    'pages/results/printed-report.tsx',
  ],
  docs: ['pages/docs.tsx', 'pages/reading-results.tsx'],
  texts: [
    'pages/changelog.tsx',
    'pages/log-out.tsx',
    'pages/mail.tsx',
    'pages/not-found.tsx',
    'pages/privacy.tsx',
    'pages/roadmap.tsx',
  ],
  account: [
    'features/account/user-menu.tsx',
    'features/connections/connections-list.tsx',
    'features/saved/saved-list.tsx',
    'features/team/join-team.tsx',
    'pages/sign-in.tsx',
    'pages/team.tsx',
    'ui/toast.tsx',
  ],
};

const LATER = 'later';
const KIND_OF = new Map(Object.entries(PARTS).flatMap(([kind, paths]) => paths.map((path) => [path, kind])));

for (const path of KIND_OF.keys())
  if (!existsSync(new URL(`../src/${path}`, import.meta.url)))
    throw new Error(`No part of the program: ${path}`);

/** Packages: the index of most imports all that they have, so that the graph does not tell which part needs what. */
const BEHIND_AN_INDEX = /node_modules[\\/](?!downshift)/;

/**
 * The name of the script for a module that several parts share; null for one that stands in its only part, and for packages, which the
 * bundler places. One script for all modules that the same kinds of parts need: by itself the bundler makes one for each set of parts, and
 * step 2 asked for 73 scripts, the results for 52 more, most of them below a kilobyte. A script needs only those of more kinds, so no two
 * need each other. What the steps need as well is fetched before any later part, so that it does not matter which of these needs it.
 */
export function nameSharedScript(id: string, graph: ModuleGraph): string | null {
  if (BEHIND_AN_INDEX.test(id)) return null;
  const parts = partsThatNeed(id, graph);
  const kinds = new Set(parts.map((part) => KIND_OF.get(part) ?? LATER));
  if (kinds.has('steps') && kinds.delete(LATER)) kinds.add('results');
  return parts.length > 1 ? ['shared', ...[...kinds].sort()].join('-') : null;
}

/** The parts that import a module, directly or by way of others. */
function partsThatNeed(id: string, graph: ModuleGraph): string[] {
  const seen = new Set([id]);
  const parts: string[] = [];
  for (const at of seen) {
    const info = graph.getModuleInfo(at);
    if (!info) continue;
    if (info.isEntry || info.dynamicImporters.length > 0)
      parts.push(at.replace(/^.*[\\/]frontend[\\/]src[\\/]/, ''));
    for (const importer of info.importers) seen.add(importer);
  }
  return parts;
}
