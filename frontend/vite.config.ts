import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type BuildOptions, type Plugin } from 'vite';
import { LICENSES, assetLicenses, threadLicenses } from './build/asset-licenses.ts';
import { BUILD_TARGETS, OLDEST_BROWSERS } from './build/browsers.ts';
import { madeParts, writeMadeParts } from './build/made-parts.ts';
import { requireNode } from './build/check-node.ts';
import { documents } from './build/documents.ts';
import { prose } from './build/prose.ts';
import { nameSharedScript } from './build/seams.ts';
import { responseHeaders } from './response-headers.ts';

requireNode();

const project = new URL('..', import.meta.url).pathname;

/** In development the Worker runs beside Vite, which passes every call of the API on to it. */
function workerBehindVite(): Plugin {
  let worker: Awaited<ReturnType<typeof import('wrangler').unstable_startWorker>> | undefined;
  return {
    name: 'worker-behind-vite',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview,
    async config({ server: { port = 5173 } = {} }) {
      mkdirSync(`${project}frontend/dist`, { recursive: true });
      await writeMadeParts();
      // Only here: a build would wait for it for most of a second.
      const { unstable_startWorker: startWorker } = await import('wrangler');
      worker = await startWorker({
        config: `${project}wrangler.toml`,
        build: { custom: { command: '' } }, // Vite serves the front end itself
        dev: {
          server: { port: 0 },
          origin: { hostname: `localhost:${port}` },
          logLevel: 'warn',
          persist: `${project}.wrangler/state`,
        },
      });
      // The Worker sees the address that the browser sees: it compares origins, and Google comes back to it.
      const target = (await worker.url).href;
      return { server: { proxy: { '/api': { target }, '/auth/google': { target } } } };
    },
    closeBundle: () => worker?.dispose(),
  };
}

/**
 * Smaller forms of two libraries. React Router gives bundlers its development build: this takes the production build.
 * SWR brings a substitute for `useSyncExternalStore`: this takes React's own. React Router does not say that making a
 * context or a component has no effect, and it adds names and contexts to components of its frameworks: either would keep
 * code that nothing here uses.
 */
function leanLibraries(): Plugin {
  const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  return {
    name: 'lean-libraries',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production/ },
      handler: (code) =>
        code
          .replace(/= (?=React\d*\.(createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ ')
          .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, ''),
    },
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') },
          { find: /^use-sync-external-store\/shim(\/.*)?$/, replacement: 'react' },
        ],
      },
    }),
  };
}

const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/;

/** The first page comes in two files: the libraries, which stay the same over many releases, and our own code. */
const CHUNKS: BuildOptions = {
  rolldownOptions: {
    // Numbers and texts are written where they are used: the first page carries none that only later code needs.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    output: {
      codeSplitting: {
        groups: [
          { name: 'libraries', tags: ['$initial'], test: LIBRARIES, priority: 3 },
          { name: 'first', tags: ['$initial'], priority: 2 },
          { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: 1 },
          // With what a module imports, these scripts would hold what other pages need too.
          { name: nameSharedScript, debugName: 'shared', includeDependenciesRecursively: false },
        ],
      },
    },
  },
  modulePreload: {
    polyfill: false,
    // The program prefetches its later code itself. A list of the files that each part needs would enlarge the first page.
    resolveDependencies: (_, files, { hostType }) =>
      hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
  },
};

/**
 * The thread's later code imports from the code that has begun, which therefore is not in the first script of the thread: WebKit runs
 * that script again where another imports it, and a second thread without the file would answer beside the first.
 *
 * The answers about columns, which come with every file, are one script with all that they share with later answers: in a script for each
 * set of sharers they would be larger with every part that is fetched late.
 */
const THREAD_CHUNKS: BuildOptions['rolldownOptions'] = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'thread-code', test: /[\\/]threads[\\/]leads[\\/](serve|questions)\.ts$/, priority: 2 },
        { name: 'column-answers', test: /[\\/]threads[\\/]leads[\\/]column-answers\.ts$/, priority: 1 },
      ],
    },
  },
};

/** The browser asks for the text font when it reads the document, and does not wait for the style sheet. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: (_, { bundle = {} }) => {
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
      if (!font) throw new Error('The build has no text font to preload');
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/** Wrangler bundles the Worker after the build of the front end. */
const writeMadePartsForWorker: Plugin = {
  name: 'write-made-parts-for-worker',
  apply: 'build',
  buildStart: writeMadeParts,
};

/** The notice for older browsers names the oldest that will do. As a variable of Vite its text would be in the scripts too. */
const nameOldestBrowsers: Plugin = {
  name: 'name-oldest-browsers',
  transformIndexHtml: (html) => html.replace('%OLDEST_BROWSERS%', OLDEST_BROWSERS),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    madeParts(),
    writeMadePartsForWorker,
    leanLibraries(),
    prose(),
    react(),
    tailwindcss(),
    preloadTextFont(),
    nameOldestBrowsers,
    documents(),
    responseHeaders(),
    assetLicenses(),
    workerBehindVite(),
  ],
  worker: {
    format: 'es',
    plugins: () => [madeParts(), threadLicenses()],
    rolldownOptions: THREAD_CHUNKS,
  },
  build: {
    ...CHUNKS,
    outDir: 'dist',
    emptyOutDir: true,
    target: BUILD_TARGETS,
    license: { fileName: LICENSES },
  },
});
