import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const GUIDES = globSync('{,frontend/src/*/,worker/,test/,test/*/}{README,OPERATING,DECISIONS}.md', {
  cwd: ROOT,
});
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** All files and folders. */
const TREE = globSync('{*,{frontend,test,worker}/**}', {
  cwd: ROOT,
  exclude: (path) => path.endsWith('node_modules'),
}).map((path) => `/${path}`);

/** The links of a guide that lead nowhere, and the paths that end no path of the tree: one may leave out its first folders. */
function findLost(guide: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) => path);
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)].map(([, path = '']) => path);
  const named = paths.filter((path) =>
    /^(?:frontend|worker|test|features|analysis|csv|threads)\/|\w\.tsx?$/.test(path),
  );
  return [
    ...links.filter((path) => !existsSync(join(ROOT, dirname(guide), path))),
    ...named.filter((path) => !TREE.some((known) => known.endsWith(`/${path}`))),
  ];
}

test('the links and paths of all guides lead somewhere', () => {
  expect(GUIDES.length).toBeGreaterThan(7);
  expect(
    findLost('README.md', 'See [it](gone.md) and `features/gone/x.ts`, `gone.ts`, `analysis/judge`.'),
  ).toEqual(['gone.md', 'features/gone/x.ts', 'gone.ts']);
  expect(GUIDES.flatMap((guide) => findLost(guide, read(guide)).map((path) => [guide, path]))).toEqual([]);
});

test('the map of README has each feature with the file where it starts, and no other', () => {
  const [, map = ''] = read('README.md').split('\n## Map\n');
  const rows = [...(map.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)` .*\| `([\w.-]+)` +\|$/gm)];
  const features = readdirSync(join(ROOT, 'frontend/src/features')).toSorted();
  expect(rows.map(([, feature = '']) => feature).toSorted()).toEqual(features);
  const lost = rows.filter(
    ([, feature = '', start = '']) =>
      globSync(`frontend/src/features/${feature}/**/${start}`, { cwd: ROOT }).length === 0,
  );
  expect(lost.map(([row]) => row)).toEqual([]);
});
