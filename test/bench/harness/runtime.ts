import { unstable_startWorker as startWorker } from 'wrangler';
import { writeMadeParts } from '../../../frontend/build/made-parts.ts';

const PROJECT = new URL('../../..', import.meta.url).pathname;

export interface Runtime {
  url: string;
  stop(): Promise<void>;
}

/** Serves a folder and the API from the Workers runtime, with a fresh database. Answers of the API tell their statements. */
export async function startRuntime(assets: string, state: string): Promise<Runtime> {
  await writeMadeParts();
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'; // no look at the network for made-up properties of a request
  const worker = await startWorker({
    config: `${PROJECT}wrangler.toml`,
    entrypoint: `${PROJECT}test/worker/counting-worker.ts`,
    assets,
    build: { custom: { command: '' } },
    dev: { server: { port: 0 }, persist: state, logLevel: 'error', watch: false, inspector: false },
  });
  return { url: (await worker.url).origin, stop: () => worker.dispose() };
}
