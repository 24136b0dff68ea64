import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Leaves out of the first page what nobody there uses. React Router hands bundlers its development build, and names its
 * components in statements that keep all of them in the bundle: this takes the production build, and drops the names,
 * which only developer tools show. SWR brings a stand-in for a function that this React has itself.
 */
export function leanLibraries(): Plugin {
  const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') },
          { find: /^use-sync-external-store\/shim(\/.*)?$/, replacement: 'react' },
        ],
      },
    }),
    transform: {
      filter: { id: /react-router\/dist\/production\/[^/]*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^[\w$]+\.displayName = .*;$/gm, '')
          .replace(/^(var [\w$]+ = )(React\d*\.forwardRef\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}
