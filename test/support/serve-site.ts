import { unstable_startWorker as startWorker } from 'wrangler';
import { startGoogleProvider } from './google-provider.ts';
import { makeGoogleAdsStandIn } from './google-ads-stand-in.ts';
import { makeGoogleSheetsStandIn } from './google-sheets-stand-in.ts';
import { makeMetaStandInFor } from './meta-rules-stand-in.ts';
import { makeMetaStandIn } from './meta-stand-in.ts';
import { makeMicrosoftStandInFor } from './microsoft-rules-stand-in.ts';
import { makeMicrosoftStandIn } from './microsoft-stand-in.ts';
import { serveStandIn } from './serve-stand-in.ts';
import type { StandIn } from './stand-in.ts';
import { META_APP, MICROSOFT_APP } from './stand-in-keys.ts';

const project = new URL('../..', import.meta.url).pathname;

/** Google Ads and, under `/v4` and `/stand-in`, Google Sheets. */
function makeGoogleApisStandIn(): StandIn {
  const [ads, sheets] = [makeGoogleAdsStandIn(), makeGoogleSheetsStandIn()];
  return (request) => (/^\/(v4|stand-in)\//.test(request.url.pathname) ? sheets : ads)(request);
}

/**
 * Serves the stand-ins of all services that the Worker calls, on this port and the three above it, and gives the settings with
 * which the Worker calls them. `dress` may change those that show a page of consent.
 */
export async function serveStandIns(port: number, dress = (standIn: StandIn) => standIn) {
  const google = await startGoogleProvider(port);
  const [meta, microsoft, googleApis] = await Promise.all([
    serveStandIn(dress(makeMetaStandInFor(makeMetaStandIn())), port + 1),
    serveStandIn(dress(makeMicrosoftStandInFor(makeMicrosoftStandIn())), port + 2),
    serveStandIn(makeGoogleApisStandIn(), port + 3),
  ]);
  const settings: Record<string, string> = {
    GOOGLE_CLIENT_ID: 'client-of-the-stories',
    GOOGLE_CLIENT_SECRET: 'secret of the stories',
    GOOGLE_ISSUER: google.url,
    GOOGLE_AUTHORIZATION_ENDPOINT: `${google.url}/authorize`,
    GOOGLE_TOKEN_ENDPOINT: `${google.url}/token`,
    GOOGLE_REVOCATION_ENDPOINT: `${google.url}/revocation`,
    GOOGLE_ADS: 'values rules',
    GOOGLE_ADS_ORIGIN: googleApis,
    GOOGLE_SHEETS_ORIGIN: googleApis,
    ...META_APP,
    META_ORIGIN: meta,
    META_DIALOG_ORIGIN: meta,
    ...MICROSOFT_APP,
    MICROSOFT_LOGIN_ORIGIN: microsoft,
    MICROSOFT_ADS_ORIGIN: microsoft,
  };
  return { settings, google: google.url, googleApis };
}

interface SiteToServe {
  /** The address that the browser sees. */
  address: string;
  /** Where the Worker listens; 0 for any free port. */
  port: number;
  /** The folder of its database. */
  persist: string;
  settings: Record<string, string>;
}

/**
 * Serves what was built, with inboxes, schedules and e-mail; a change of the sources builds nothing. The runtime's own mailbox takes
 * the messages: `sent-mail.ts` says where.
 */
export async function serveSite({ address, port, persist, settings }: SiteToServe) {
  process.env.WRANGLER_LOG ??= 'error'; // the runtime does not know the level below
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false'; // no look at the network for made-up properties of a request
  const all = {
    SESSION_SECRET: 'the secret that signs and seals in the stories',
    INBOX: 'on',
    SCHEDULED_RUNS: 'on',
    MAIL_FROM: 'leads@example.com',
    SITE_ADDRESS: address,
    ...settings,
  };
  const texts = Object.entries(all).map(([name, value]) => [name, { type: 'plain_text' as const, value }]);
  return startWorker({
    config: `${project}wrangler.toml`,
    build: { custom: { command: '' } },
    bindings: { ...Object.fromEntries(texts), EMAIL: { type: 'send_email' } },
    dev: {
      server: { port },
      origin: { hostname: new URL(address).host },
      persist,
      logLevel: 'error',
      watch: false,
      inspector: false,
    },
  });
}
