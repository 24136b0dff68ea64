import { unstable_startWorker as startWorker } from 'wrangler';
import { startGoogleProvider } from '../support/google-provider.ts';

const project = new URL('../..', import.meta.url).pathname;
const port = Number(process.argv[2]);

process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'; // no look at the network for made-up properties of a request

const google = await startGoogleProvider(port + 1);
const text = (value: string) => ({ type: 'plain_text' as const, value });

/** Serves what was built, with a database of its own; a change of the sources builds nothing while tests run. */
await startWorker({
  config: `${project}wrangler.toml`,
  build: { custom: { command: '' } },
  bindings: {
    SESSION_SECRET: text('the secret that signs and seals in the stories'),
    GOOGLE_CLIENT_ID: text('client-of-the-stories'),
    GOOGLE_CLIENT_SECRET: text('secret of the stories'),
    GOOGLE_ISSUER: text(google.url),
    GOOGLE_AUTHORIZATION_ENDPOINT: text(`${google.url}/authorize`),
    GOOGLE_TOKEN_ENDPOINT: text(`${google.url}/token`),
    GOOGLE_REVOCATION_ENDPOINT: text(`${google.url}/revocation`),
  },
  dev: {
    server: { port },
    origin: { hostname: `localhost:${port}` },
    persist: `${project}.wrangler/e2e`,
    logLevel: 'error',
    watch: false,
  },
});
