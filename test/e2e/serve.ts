import { unstable_startWorker as startWorker } from 'wrangler';
import { startGoogleProvider } from '../support/google-provider.ts';
import { makeGoogleAdsStandIn } from '../support/google-ads-stand-in.ts';
import { makeGoogleSheetsStandIn } from '../support/google-sheets-stand-in.ts';
import { makeMetaStandInFor } from '../support/meta-rules-stand-in.ts';
import { makeMetaStandIn } from '../support/meta-stand-in.ts';
import { makeMicrosoftStandInFor } from '../support/microsoft-rules-stand-in.ts';
import { makeMicrosoftStandIn } from '../support/microsoft-stand-in.ts';
import type { StandIn } from '../support/stand-in.ts';
import { serveStandIn } from '../support/serve-stand-in.ts';
import { META_APP, MICROSOFT_APP } from '../support/stand-in-keys.ts';

const project = new URL('../..', import.meta.url).pathname;
const port = Number(process.argv[2]);

process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'; // no look at the network for made-up properties of a request

const google = await startGoogleProvider(port + 1);
const meta = serveStandIn(makeMetaStandInFor(makeMetaStandIn()), port + 2);
const microsoft = serveStandIn(makeMicrosoftStandInFor(makeMicrosoftStandIn()), port + 3);
const googleApis = serveStandIn(makeGoogleApisStandIn(), port + 4);
const text = (value: string) => ({ type: 'plain_text' as const, value });
const keys = Object.entries({ ...META_APP, ...MICROSOFT_APP }).map(([name, value]) => [name, text(value)]);

/** Google Ads and, under `/v4` and `/stand-in`, Google Sheets. */
function makeGoogleApisStandIn(): StandIn {
  const [ads, sheets] = [makeGoogleAdsStandIn(), makeGoogleSheetsStandIn()];
  return (request) => (/^\/(v4|stand-in)\//.test(request.url.pathname) ? sheets : ads)(request);
}

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
    GOOGLE_ADS: text('values rules'),
    INBOX: text('on'),
    SCHEDULED_RUNS: text('on'),
    // The runtime's own mailbox takes the messages; `pages/mailbox.ts` reads it.
    EMAIL: { type: 'send_email' },
    MAIL_FROM: text('leads@example.com'),
    SITE_ADDRESS: text(`http://localhost:${port}`),
    ...Object.fromEntries(keys),
    GOOGLE_ADS_ORIGIN: text(googleApis),
    GOOGLE_SHEETS_ORIGIN: text(googleApis),
    META_ORIGIN: text(meta),
    META_DIALOG_ORIGIN: text(meta),
    MICROSOFT_LOGIN_ORIGIN: text(microsoft),
    MICROSOFT_ADS_ORIGIN: text(microsoft),
  },
  dev: {
    server: { port },
    origin: { hostname: `localhost:${port}` },
    persist: `${project}.wrangler/e2e`,
    logLevel: 'error',
    watch: false,
  },
});
