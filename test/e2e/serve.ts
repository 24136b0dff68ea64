import { unstable_startWorker as startWorker } from 'wrangler';

const project = new URL('../..', import.meta.url).pathname;

/** Serves what was built, with a database of its own; a change of the sources builds nothing while tests run. */
await startWorker({
  config: `${project}wrangler.toml`,
  build: { custom: { command: '' } },
  dev: {
    server: { port: Number(process.argv[2]) },
    persist: `${project}.wrangler/e2e`,
    logLevel: 'error',
    watch: false,
  },
});
