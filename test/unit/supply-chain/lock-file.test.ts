import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  os?: string | string[];
  cpu?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
const lock: { packages: Record<string, LockedPackage> } = read('package-lock.json');
const { devDependencies }: { devDependencies: Record<string, string> } = read('package.json');
const packages = Object.entries(lock.packages);

// Makers name one file for a platform each in their own way; the fields `os` and `cpu` are the same everywhere.
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

/** The entry that `name` means for the package at `path`: its own, or that of the nearest folder above it. */
function resolve(path: string, name: string): LockedPackage | undefined {
  const folders = path === '' ? [''] : `/${path}`.split('/node_modules/');
  const places = folders.map((_, depth) => [...folders.slice(0, depth + 1), name].join('/node_modules/'));
  return places.map((place) => lock.packages[place.slice(1)]).findLast((found) => found !== undefined);
}

const platformsOf = ({ os = [], cpu = [] }: LockedPackage): string[] =>
  [os].flat().flatMap((system) => [cpu].flat().map((processor) => `${system}-${processor}`));

test('every package that another one names has an entry, for every platform', () => {
  const missing = packages.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !resolve(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every tool with native parts has them for Linux, macOS and Windows', () => {
  const tools = packages.flatMap(([path, { optionalDependencies }]) => {
    const parts = Object.keys(optionalDependencies ?? {}).map((name) => resolve(path, name));
    const platforms = new Set(parts.flatMap((part) => (part ? platformsOf(part) : [])));
    return platforms.size > 1 ? [{ path, platforms }] : [];
  });
  const names = tools.map(({ path }) => path.replace(/^.*node_modules\//, ''));
  for (const name of [
    'rolldown',
    'oxlint',
    'oxfmt',
    '@tailwindcss/oxide',
    'lightningcss',
    'workerd',
    'esbuild',
    'typescript',
  ]) {
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`^(@cloudflare/)?${name}$`)));
  }
  const incomplete = tools.flatMap(({ path, platforms }) =>
    PLATFORMS.filter((platform) => !platforms.has(platform)).map((platform) => `${path}: ${platform}`),
  );
  expect(incomplete).toEqual([]);
});

test('the lock file names contents, and no addresses', () => {
  const installed = packages.filter(([path]) => path !== '');
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('one workerd, since a second would add 144 MB', () => {
  const runtimes = packages.filter(([path]) => /node_modules\/(@cloudflare\/)?workerd$/.test(path));
  expect(runtimes).toHaveLength(1);
});

test('one miniflare, in the version that package.json names', () => {
  const copies = packages.filter(([path]) => path.endsWith('node_modules/miniflare'));
  expect(copies.map(([, { version }]) => version)).toEqual([devDependencies['miniflare']]);
});

test.each([
  ['miniflare', 'wrangler'],
  ['miniflare', '@cloudflare/vitest-pool-workers'],
  ['lightningcss', '@tailwindcss/node'],
])('we use %s in the version that %s brings, so that no second copy is installed', (name, owner) => {
  expect(devDependencies[name]).toBe(lock.packages[`node_modules/${owner}`]?.dependencies?.[name]);
});
