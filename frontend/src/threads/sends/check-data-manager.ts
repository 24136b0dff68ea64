import type { BrowserFinding } from '#contract/connection-checks.ts';
import { SECOND } from '#contract/limits.ts';
import { CONNECTED_ORIGINS } from '#contract/thread-address.ts';
import type { DataManager } from './ask-data-manager.ts';
import { EventsRefused, SendFailure, type SendProblem } from './send-failure.ts';

/**
 * An event that nobody has sent, for an account that nobody has. Google only tests it: with `validateOnly` it records nothing
 * (google/ads/datamanager/v1/ingestion_service.proto, of 2026-07-30).
 */
const BODY = {
  destinations: [
    { operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1' }, productDestinationId: '1' },
  ],
  encoding: 'HEX',
  validateOnly: true,
  events: [
    {
      eventTimestamp: '2026-01-01T00:00:00Z',
      transactionId: 'connection-check',
      eventSource: 'WEB',
      adIdentifiers: { gclid: 'connection-check' },
      conversionValue: 1,
      currency: 'USD',
    },
  ],
};

/** Google has read the request: it says something about the account or the event, and so takes the permission. */
const READ: ReadonlySet<SendProblem> = new Set([
  'no-access',
  'terms',
  'leads-setting',
  'policy',
  'wrong-action',
  'wrong-manager',
  'not-understood',
]);

const FINDINGS: Readonly<Partial<Record<SendProblem, BrowserFinding>>> = {
  disconnected: 'not-taken',
  'not-enabled': 'not-enabled',
  'daily-limit': 'limit',
  'too-often': 'limit',
};

/**
 * Makes one request as a send makes it, with the preflight of this browser from this site. Nothing is recorded, and no lead is in it.
 *
 * @throws SendFailure where there is no answer to tell
 */
export async function checkDataManager(google: DataManager): Promise<BrowserFinding> {
  try {
    await google.ingest(BODY);
    return 'taken';
  } catch (error) {
    if (error instanceof EventsRefused) return 'taken';
    if (!(error instanceof SendFailure)) throw error;
    const { problem } = error.details;
    if (READ.has(problem)) return 'taken';
    if (problem === 'blocked') return (await canReachGoogle()) ? 'refused' : 'unreached';
    const finding = FINDINGS[problem];
    if (finding === undefined) throw error;
    return finding;
  }
}

const REACH_MS = 10 * SECOND;

/** Whether the host answers a request that needs no leave of it. The browser hides the answer, and does not say why another one failed. */
async function canReachGoogle(): Promise<boolean> {
  try {
    await fetch(CONNECTED_ORIGINS['google-values'], {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(REACH_MS),
    });
    return true;
  } catch {
    return false;
  }
}
