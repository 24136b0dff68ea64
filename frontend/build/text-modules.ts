import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Lets Node import a text as the build does: tables of names are texts. */
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.txt')
      ? {
          format: 'module',
          source: `export default ${JSON.stringify(readFileSync(new URL(url), 'utf8'))}`,
          shortCircuit: true,
        }
      : next(url, context),
});
