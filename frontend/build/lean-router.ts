import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * React Router hands bundlers its development build, and names its components in statements that keep all of them in
 * the bundle. This takes the production build, and drops the names: only developer tools show them.
 */
export function leanRouter(): Plugin {
  const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') }],
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
