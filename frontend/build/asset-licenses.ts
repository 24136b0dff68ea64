import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/** The file with the licences of all code that the build ships. */
export const LICENSES = 'licenses.txt';

// Packages whose code is in the style sheet: the build does not list the sources of a style sheet.
const STYLES = ['tailwindcss'];

const PACKAGES = new URL('../../node_modules/', import.meta.url);
const PACKAGE_OF_FILE = /node_modules\/((?:@[^/]+\/)?[^/]+)/;

function describe(name: string): string {
  const folder = new URL(`${name}/`, PACKAGES);
  const { version, license } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(new URL(file, folder), 'utf8').trim() : '';
  return `\n## ${name} - ${version} (${license})\n\n${text}\n`;
}

/** Packages with a file that is shipped unchanged: fonts, pictures. */
function packagesOfAssets(bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' ? file.originalFileNames : [],
  );
  return files.map((file) => PACKAGE_OF_FILE.exec(file)?.[1]).filter((name) => name !== undefined);
}

/** Packages in the code of the browser threads, which are builds of their own. */
const packagesOfThreads = new Set<string>();

/** Notes the packages of the browser threads. They are built before the list of licences is written. */
export function threadLicenses(): Plugin {
  return {
    name: 'thread-licenses',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      for (const file of files) {
        const name = PACKAGE_OF_FILE.exec(file)?.[1];
        if (name !== undefined) packagesOfThreads.add(name);
      }
    },
  };
}

/** Vite lists the licences of the page's scripts. This adds the packages of the threads and of the other files. */
export function assetLicenses(): Plugin {
  return {
    name: 'asset-licenses',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list = bundle[LICENSES];
        if (list?.type !== 'asset') throw new Error('The build has no list of licences');
        const listed = String(list.source);
        const others = new Set([...packagesOfAssets(bundle), ...STYLES, ...packagesOfThreads]);
        const missing = [...others].filter((name) => !listed.includes(`\n## ${name} - `));
        list.source = `${listed}${missing.toSorted().map(describe).join('')}`;
      },
    },
  };
}
