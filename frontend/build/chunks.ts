import type { BuildOptions } from 'vite';

const LIBRARIES =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/;
/** What is fetched together as soon as a file is to be expected. */
const STEPS =
  /features[\\/]workflow[\\/](columns|values|results-step|sub-bar|draft-notices|upload[\\/](opened|intake-(line|notices|text)|notice|problem|upload-error|use-reread))/;

/**
 * The first page in two files: libraries, which stay the same from release to release, and our own. Of the rest, the
 * steps are one file, since they are fetched at one time.
 */
export const CHUNKS: BuildOptions = {
  rolldownOptions: {
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'libraries', tags: ['$initial'], test: LIBRARIES, priority: 3 },
          { name: 'first', tags: ['$initial'], priority: 2 },
          { name: 'steps', test: STEPS, priority: 1 },
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
