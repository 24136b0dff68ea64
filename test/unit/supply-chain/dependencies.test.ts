import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PROJECT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, PROJECT), 'utf8');

const {
  dependencies,
  devDependencies,
  optionalDependencies,
  scripts,
}: Record<string, Record<string, string>> = JSON.parse(read('package.json'));

/** Rows of the tables of a section: the names in the first column, and what the second one says. */
function readTable(section: string): { names: string[]; purpose: string }[] {
  const [, text = ''] = read('README.md').split(`\n## ${section}\n`);
  const rows = (text.split('\n## ', 1)[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [, first = '', purpose = ''] = row.split('|');
    return { names: [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), purpose: purpose.trim() };
  });
}

test('the README names every dependency with its purpose, and no other', () => {
  const rows = readTable('Dependencies');
  const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(all.toSorted());
  for (const { purpose } of rows) expect(purpose).not.toBe('');
});

test('every package that ships or runs in the Worker is imported', () => {
  const files = globSync('{frontend/src,worker}/**/*.{ts,tsx,css}', { cwd: PROJECT });
  const sources = files.map(read).join('\n');
  const unused = Object.keys(dependencies ?? {}).filter(
    (name) => !new RegExp(`['"]${name}(/[^'"]+)?['"]`).test(sources),
  );
  expect(unused).toEqual([]);
});

test('README and the guide to the tests name scripts that exist', () => {
  const named = [...`${read('README.md')}${read('test/README.md')}`.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in (scripts ?? {})))).toEqual([]);
});
