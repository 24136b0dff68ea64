import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const SOURCES = globSync('frontend/src/**/*.{ts,tsx}', { cwd: ROOT }).map(read);

const textOf = (constant: string, source: string): string | undefined =>
  new RegExp(`const ${constant} = '([^']+)'`).exec(source)?.[1];

/** The keys under which the page keeps something in the storage of the browser or of the tab; the name of the constant if its text is unknown. */
const KEYS = SOURCES.flatMap((source) =>
  [...source.matchAll(/(?:browser|tab)Storage\.keep(?:Value)?\((\w+)/g)].map(
    ([, constant = '']) => textOf(constant, source) ?? textOf(constant, SOURCES.join('\n')) ?? constant,
  ),
);

test('the privacy policy names each key of what browser and tab keep', () => {
  const policy = read('frontend/src/pages/privacy.mdx');
  expect(KEYS).toEqual(expect.arrayContaining(['theme', 'team-name', 'left-view']));
  expect(KEYS.filter((key) => !policy.includes(`\`${key}\``))).toEqual([]);
});
