import type { Plugin } from 'vite';
import { writeDateNames } from './date-names.ts';

const ID = 'virtual:sample-results';

let made: Promise<string> | undefined;

/** `import { sample } from 'virtual:sample-results'` gives figures of the sample data: the browser gets no code that analyses it. */
export const sampleResults = (): Plugin => ({
  name: 'sample-results',
  resolveId: { filter: { id: new RegExp(`^${ID}$`) }, handler: () => `\0${ID}` },
  load: { filter: { id: new RegExp(`^\0${ID}$`) }, handler: () => (made ??= makeModule()) },
});

async function makeModule(): Promise<string> {
  writeDateNames(); // the analysis reads them
  await import('./text-modules.ts');
  // A plain import would be part of Vite's configuration, in which a text is no module yet.
  const path = new URL('analyse-sample.ts', import.meta.url).href;
  const { analyseSample } = (await import(path)) as typeof import('./analyse-sample.ts'); // the file of this path
  return `export const sample = ${JSON.stringify(analyseSample())};`;
}
