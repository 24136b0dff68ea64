import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const DEFINITION = /^export (?:async )?(?:function|const|class|interface|type|enum)\*? +(\w+)/gm;

test('each exported name is defined once, so that a search for it finds one thing', () => {
  // The compiled reader has counterparts of what it replaces.
  const exclude = ['frontend/src/csv/assembly/**'];
  const files = globSync('{frontend/src,worker}/**/*.{ts,tsx}', { cwd: ROOT, exclude });
  const placesOf = new Map<string, string[]>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(ROOT + file, 'utf8').matchAll(DEFINITION))
      placesOf.set(name, [...(placesOf.get(name) ?? []), file]);
  expect(placesOf.get('PAGES')).toEqual(['worker/contract/pages.ts']);
  expect([...placesOf].filter(([, places]) => places.length > 1)).toEqual([]);
});
