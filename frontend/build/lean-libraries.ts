import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Smaller forms of two libraries. React Router gives bundlers its development build: this takes the production build.
 * SWR brings a substitute for `useSyncExternalStore`: this takes React's own.
 */
export function leanLibraries(): Plugin {
  const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  return {
    name: 'lean-libraries',
    apply: 'build',
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
