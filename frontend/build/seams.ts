import { existsSync } from 'node:fs';

interface ModuleGraph {
  getModuleInfo(id: string): {
    isEntry: boolean;
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
}

/** The parts of the program that are fetched on demand, by what a visitor does then. All others come with results or after them. */
const PARTS = {
  steps: [
    'pages/home/later-steps.tsx',
    'pages/home/results.tsx',
    'choices/list.ts',
    'drafts/draft-store.ts',
    'features/wizard/reduce-work.ts',
    'threads/leads/client.ts',
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

const RESULTS = 'results';
const KIND_OF = new Map(Object.entries(PARTS).flatMap(([kind, paths]) => paths.map((path) => [path, kind])));

for (const path of KIND_OF.keys())
  if (!existsSync(new URL(`../src/${path}`, import.meta.url)))
    throw new Error(`No part of the program: ${path}`);

/** Packages: the index of most imports all that they have, so that the graph does not tell which part needs what. */
const BEHIND_AN_INDEX = /node_modules[\\/](?!downshift)/;

/**
 * The name of the script for a module that the steps to the first results share with other parts; null for all others, which the bundler
 * places. One script for all modules that the same kinds of parts need: by itself the bundler makes one for each set of parts, and step 2
 * asked for 73 scripts, most of them below a kilobyte. A script needs only those of more kinds, so no two need each other.
 */
export function nameSharedScript(id: string, graph: ModuleGraph): string | null {
  if (BEHIND_AN_INDEX.test(id)) return null;
  const parts = partsThatNeed(id, graph);
  const kinds = new Set(parts.map((part) => KIND_OF.get(part) ?? RESULTS));
  return parts.length > 1 && kinds.has('steps') ? ['shared', ...[...kinds].sort()].join('-') : null;
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
