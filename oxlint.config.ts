import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OxlintConfig, OxlintOverride } from 'oxlint';

/** The floors of the analysis, from the ground up. A folder imports those of the floors below, with `uploads` below its neighbours. */
const FLOORS = [
  ['stats'],
  ['columns'],
  ['counts'],
  ['measure'],
  ['balanced'],
  ['judge'],
  ['check', 'compare', 'preflight', 'finder', 'over-time', 'stages'],
  ['uploads'],
  ['model', 'platforms'],
  ['decision'],
];

/**
 * The features in three layers, from the ground up. A feature imports those of the rows above its own. The base has an order in
 * itself, since a save holds results, the wizard keeps what it saved, and the end of an account ends connections. Sending stands
 * below the other abilities, since the part for files offers it, and so do stages, which it has conversions of.
 */
const FEATURES = {
  base: [['results'], ['saved', 'platforms'], ['wizard', 'connections'], ['account']],
  abilities: [
    ['send-leads', 'stages'],
    [
      'apply',
      'calculator',
      'check',
      'compare',
      'correlations',
      'decision',
      'over-time',
      'per-lead',
      'preflight',
      'push',
      'report',
      'segments',
      'share',
      'value-rules',
    ],
  ],
  pagesOwn: [
    [
      'choose-columns',
      'finder',
      'name-values',
      'open-file',
      'organisation',
      'reuse',
      'sign-in',
      'sources',
      'team',
    ],
  ],
};

interface Room {
  files: string[];
  /** The modules of other rooms and of itself that it may import, by alias. A glob that begins with '!' takes back a part. */
  imports: string[];
  /** The packages that it may import; undefined if any. */
  packages?: string[];
  /** The folders that it may not import by a relative path, with the advice for each. */
  folders?: { names: string[]; message: string };
}

const CONTRACT = '#contract/**';
const NUMBERS_OF_THE_CONTRACT = '#contract/{currencies,limits,records}.ts';
const PLATFORMS_OF_THE_CONTRACT = '#contract/platforms.ts';

/** The table of rooms in README.md. Of two rooms that hold a file the later one counts. */
const ROOMS: Record<string, Room> = {
  analysis: inAnalysis('**', []),
  ...Object.fromEntries(
    FLOORS.flatMap((floor, at) =>
      floor.map((name) => {
        const others = FLOORS.slice(at)
          .flat()
          .filter((other) => other !== name);
        return [`analysis/${name}`, inAnalysis(`${name}/**`, others)];
      }),
    ),
  ),
  csv: {
    files: ['frontend/src/csv/**'],
    imports: ['#contract/{currencies,encodings,limits,records}.ts'],
    packages: ['papaparse', 'fflate'],
  },
  choices: {
    files: ['frontend/src/choices/**'],
    imports: [CONTRACT, '#frontend/analysis/**'],
    packages: ['zod'],
  },
  counting: {
    files: ['frontend/src/counting/**'],
    imports: [NUMBERS_OF_THE_CONTRACT, '#frontend/csv/**', '#frontend/analysis/**'],
    packages: [],
  },
  threads: {
    files: ['frontend/src/threads/**'],
    imports: [
      NUMBERS_OF_THE_CONTRACT,
      '#contract/{connection-checks,sends,thread-address}.ts',
      '#frontend/{csv,counting,analysis}/**',
    ],
    packages: ['libphonenumber-js'],
  },
  exports: {
    files: ['frontend/src/exports/**'],
    imports: [PLATFORMS_OF_THE_CONTRACT, '#frontend/csv/**', '#frontend/analysis/**'],
    packages: [],
  },
  drafts: { files: ['frontend/src/drafts/**'], imports: ['#frontend/lib/**', '#frontend/drafts/**'] },
  lib: { files: ['frontend/src/lib/**'], imports: [] },
  ui: { files: ['frontend/src/ui/**'], imports: ['#frontend/lib/**'] },
  api: { files: ['frontend/src/api/**'], imports: [CONTRACT, '#frontend/lib/**'] },
  // One that stands in no row may import nothing.
  'a feature in no layer': { files: ['frontend/src/features/**'], imports: [] },
  ...Object.fromEntries(
    Object.values(FEATURES)
      .flat()
      .flatMap((row, at, rows) =>
        row.map((name) => [`features/${name}`, ofFeatures(name, rows.slice(0, at).flat())]),
      ),
  ),
  pages: {
    files: ['frontend/src/pages/**'],
    imports: [CONTRACT, '#frontend/{features,analysis,api,ui,lib,drafts}/**'],
  },
  app: {
    files: ['frontend/src/app/**'],
    imports: [CONTRACT, '#frontend/{pages,features/account,api,ui,lib}/**'],
  },
  'the contract': { files: ['worker/contract/**'], imports: [CONTRACT], packages: ['zod'] },
  db: ofWorker('db', []),
  auth: ofWorker('auth', ['db']),
  connections: ofWorker('connections', ['auth', 'db']),
  mail: ofWorker('mail', ['auth', 'db']),
  pushes: ofWorker('pushes', ['connections', 'db']),
  platforms: ofWorker('platforms', ['auth', 'connections', 'pushes']),
  store: ofWorker('store', ['db']),
  runs: {
    files: ['worker/src/runs/**'],
    imports: [
      CONTRACT,
      '#worker/{auth,connections,db,mail,platforms,store,streams}/**',
      '#frontend/{analysis,choices,counting,csv}/**',
      '!#frontend/csv/{read-csv,read-file,papaparse-reader}.ts',
      '!#frontend/csv/unpack/**',
    ],
    packages: ['cloudflare:workers'],
  },
  streams: { files: ['worker/src/streams/**'], imports: [], packages: [] },
  'the rest of the Worker': {
    files: ['worker/src/middleware/**', 'worker/src/routes/**', 'worker/src/*.ts'],
    imports: [CONTRACT, '#worker/**'],
  },
};

function inAnalysis(files: string, above: string[]): Room {
  return {
    files: [`frontend/src/analysis/${files}`],
    imports: [NUMBERS_OF_THE_CONTRACT, PLATFORMS_OF_THE_CONTRACT, '#frontend/analysis/**'],
    packages: files.startsWith('judge/') ? ['tinyqueue'] : [],
    folders: { names: above, message: 'A floor of the analysis imports those below it only.' },
  };
}

function ofFeatures(name: string, below: string[]): Room {
  return {
    files: [`frontend/src/features/${name}/**`],
    imports: [
      CONTRACT,
      '#frontend/{analysis,choices,counting,csv,threads,exports,api,ui,lib,drafts}/**',
      ...below.map((other) => `#frontend/features/${other}/**`),
    ],
    folders: {
      names: readdirSync(join(import.meta.dirname, 'frontend/src/features')),
      message: 'Cross features by alias (#frontend/features/...), and only to a layer below.',
    },
  };
}

function ofWorker(room: string, imported: string[]): Room {
  return {
    files: [`worker/src/${room}/**`],
    imports: [CONTRACT, ...imported.map((other) => `#worker/${other}/**`)],
    packages: ['@oslojs/encoding', 'arctic', 'bcryptjs', 'drizzle-orm', 'zod', 'virtual:database-tables'],
  };
}

const BY_ALIAS = {
  names: [
    'frontend',
    'worker',
    'contract',
    'test',
    ...readdirSync(join(import.meta.dirname, 'frontend/src')),
  ],
  message: 'Cross rooms by alias (#frontend/..., #contract/...), not by a relative path.',
};

function restrict([name, { files, imports, packages, folders }]: [string, Room]): OxlintOverride {
  const relative = [BY_ALIAS, folders ?? { names: [], message: '' }].filter(({ names }) => names.length > 0);
  const allowed = [...imports, ...(packages ?? []).flatMap((known) => [known, `${known}/**`])];
  const patterns = [
    ...relative.map(({ names, message }) => ({ regex: `^(\\.\\./)+(${names.join('|')})/`, message })),
    {
      group: [
        ...(packages ? ['*', '!./**', '!../**'] : ['#*/**']),
        ...allowed.map((glob) => (glob.startsWith('!') ? glob.slice(1) : `!${glob}`)),
      ],
      message: `${name} may import of other rooms and of packages: ${allowed.join(', ') || 'nothing'}.`,
    },
  ];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y'],
  categories: { correctness: 'error' },
  ignorePatterns: ['frontend/dist/**', '.wrangler/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/jsx-no-target-blank': 'error',
    'eslint/no-console': ['error', { allow: ['error', 'warn'] }],
    'eslint/eqeqeq': 'error',
    'eslint/prefer-const': 'error',
    'eslint/no-var': 'error',
  },
  overrides: [
    ...Object.entries(ROOMS).map(restrict),
    {
      files: [
        '**/*.config.ts',
        'worker/src/index.ts',
        'frontend/src/csv/assembly.d.wasm.ts',
        'frontend/src/analysis/**/*-names.d.txt.ts',
        'test/component/quick-jsdom.ts',
        'test/support/skipped.ts',
        'test/support/slowest.ts',
        'test/worker/counting-worker.ts',
        'test/worker/killable-worker.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['test/**'], rules: { 'eslint/no-console': 'off' } },
  ],
} satisfies OxlintConfig;
