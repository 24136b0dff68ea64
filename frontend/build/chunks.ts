import type { BuildOptions } from 'vite';

const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/;

/** The first page in two files: libraries, which stay the same from release to release, and our own. */
export const CHUNKS: BuildOptions = {
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          { name: 'libraries', tags: ['$initial'], test: LIBRARIES, priority: 3 },
          { name: 'first', tags: ['$initial'], priority: 2 },
        ],
      },
    },
  },
  modulePreload: {
    polyfill: false,
    // What is fetched later is fetched ahead; a list of what each file needs would be part of the first page.
    resolveDependencies: (_, files, { hostType }) =>
      hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
  },
};
