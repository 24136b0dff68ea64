import { cloudflareTest } from '@cloudflare/vitest-pool-workers';
import { Response, fetch, type Request } from 'miniflare';
import react from '@vitejs/plugin-react';
import { madeParts } from '../frontend/build/made-parts.ts';
import { requireNode } from '../frontend/build/check-node.ts';
import { prose } from '../frontend/build/prose.ts';
import { defineConfig } from 'vitest/config';
import { SkippedTests } from './support/skipped.ts';
import { SlowestFiles } from './support/slowest.ts';

requireNode();

const root = new URL('..', import.meta.url).pathname;

const { TEST_SEED, FUZZ_SECONDS, FUZZ_SEED } = process.env;

/**
 * The seed of a run is its day, for the order of files and tests and for the properties, so that a run here and the one that checks
 * the same code later agree. No test relies on another. `npm run shake` gives each of its rounds another seed.
 */
const seed = Number(TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const sequence = { shuffle: true, seed };

/** `npm run fuzz` gives each property that many seconds, with a random seed or with that of an earlier run. */
const seedOf = (text: string | undefined) => (text === undefined ? null : Number(text));
const provide = {
  fuzzSeconds: Number(FUZZ_SECONDS ?? 0),
  seed: FUZZ_SECONDS === undefined ? seed : seedOf(FUZZ_SEED),
};

/** A test in which nothing was expected fails. */
const expect = { requireAssertions: true };

/** Tests make much that is soon forgotten. With room for it from the start, they take a twelfth less time. */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Files of megabytes are made and forgotten in turn. On Linux each of them is new memory, which the kernel clears page by page and takes
 * back: a fifth of the time of tests that read files. With these settings the process keeps the memory for the next file.
 */
process.env['GLIBC_TUNABLES'] ??= ['hugetlb=1', `mmap_threshold=${2 ** 28}`, `trim_threshold=${2 ** 30}`]
  .map((setting) => `glibc.malloc.${setting}`)
  .join(':');

/** A second database for the tests of the migrations, a bucket that is bound where a test binds it, a provider in Google's place, and no other host to talk to. */
const workerOptions = (googleUrl: string) => ({
  wrangler: { configPath: './wrangler.toml' },
  miniflare: {
    d1Databases: { SPARE_DB: 'spare' },
    r2Buckets: { SPARE_BUCKET: 'spare' },
    bindings: {
      GOOGLE_CLIENT_ID: 'client-of-the-tests',
      GOOGLE_CLIENT_SECRET: 'secret of the tests',
      GOOGLE_ISSUER: googleUrl,
      GOOGLE_AUTHORIZATION_ENDPOINT: `${googleUrl}/authorize`,
      GOOGLE_TOKEN_ENDPOINT: `${googleUrl}/token`,
      GOOGLE_REVOCATION_ENDPOINT: `${googleUrl}/revocation`,
      GOOGLE_ADS_ORIGIN: 'https://google-ads.test',
      GOOGLE_SHEETS_ORIGIN: 'https://sheets.test',
      META_ORIGIN: 'https://meta.test',
      META_DIALOG_ORIGIN: 'https://meta.test',
      MICROSOFT_LOGIN_ORIGIN: 'https://microsoft.test',
      MICROSOFT_ADS_ORIGIN: 'https://microsoft.test',
    },
    outboundService: async (request: Request) => {
      if (new URL(request.url).origin !== googleUrl) return new Response('No such host', { status: 599 });
      const { status, headers, body } = await fetch(request.url, {
        method: request.method,
        headers: [...request.headers],
        body: request.body && (await request.arrayBuffer()),
        redirect: 'manual',
      });
      return new Response(body, { status, headers: [...headers] });
    },
  },
});

export default defineConfig({
  root,
  test: {
    // One for each processor: by default one of them is left idle, which on two is half of the time.
    maxWorkers: '100%',
    reporters: ['default', new SlowestFiles(), new SkippedTests()],
    sequence,
    projects: [
      {
        root,
        plugins: [madeParts()],
        test: {
          name: 'unit',
          expect,
          sequence,
          include: ['test/{unit,fuzz}/**/*.test.ts'],
          isolate: false,
          execArgv,
          setupFiles: ['test/support/seed-properties.ts', 'test/unit/setup.ts'],
          testTimeout: 60_000,
          provide,
        },
      },
      {
        root,
        plugins: [prose(), react(), madeParts()],
        resolve: { alias: { 'react/jsx-dev-runtime': `${root}test/component/quick-jsx.ts` } },
        test: {
          name: 'component',
          expect,
          // After the unit tests: mixed by the shuffle, each change of the project would start a worker and its document anew.
          sequence: { ...sequence, groupOrder: 1 },
          include: ['test/component/**/*.test.tsx'],
          environment: `${root}test/component/quick-jsdom.ts`,
          isolate: false,
          execArgv,
          setupFiles: ['test/component/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [cloudflareTest(({ inject }) => workerOptions(inject('googleUrl')))],
        test: {
          name: 'worker',
          expect,
          sequence,
          provide,
          isolate: false,
          include: ['test/worker/**/*.test.ts'],
          globalSetup: [
            'test/support/google-setup.ts',
            'test/support/memory-setup.ts',
            'test/support/reader-setup.ts',
          ],
          setupFiles: ['test/support/seed-properties.ts', 'test/worker/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
