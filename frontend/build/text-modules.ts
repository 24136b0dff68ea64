import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Lets Node import texts and the compiled reader as the build does: tables of names are texts, the reader is one in base64. */
registerHooks({
  load(url, context, next) {
    const encoding = url.endsWith('.txt') ? 'utf8' : url.endsWith('.wasm') ? 'base64' : null;
    if (encoding === null) return next(url, context);
    const source = `export default ${JSON.stringify(readFileSync(new URL(url), encoding))}`;
    return { format: 'module', source, shortCircuit: true };
  },
});
