import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Names of components, which only developer tools show, keep all of them in the bundle. */
export function leanRouter(code: string): string {
  return code
    .replace(/^[\w$]+\.displayName = .*;$/gm, '')
    .replace(/^(var [\w$]+ = )(React\d*\.forwardRef\()/gm, '$1/* @__PURE__ */ $2');
}

/**
 * Without the hooks that nobody here uses, which only their constants keep in the bundle, and without the types of
 * properties, which are checked in development alone.
 */
export function leanDownshift(code: string): string {
  return code
    .replace(/^_?use(?:MultipleSelection|TagGroup)\.stateChangeTypes = .*;$/gm, '')
    .replace(/^(var (?:dropdownP|p)ropTypes(?:\$\d)? = )(?:_extends\()?\{[^]*?^\}\)?;$/gm, '$1{};');
}

/**
 * Leaves out what nobody here uses. React Router hands bundlers its development build: this takes the production build.
 * SWR brings a stand-in for a function that this React has itself.
 */
export function leanLibraries(): Plugin[] {
  const router = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));
  const lean = (name: string, id: RegExp, change: (code: string) => string): Plugin => ({
    name: `lean-${name}`,
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id }, handler: (code) => ({ code: change(code), map: null }) },
  });
  return [
    {
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
    },
    lean('router', /react-router\/dist\/production\/[^/]*\.mjs$/, leanRouter),
    lean('downshift', /downshift\/dist\/downshift\.esm\.mjs$/, leanDownshift),
  ];
}
