import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectDataManager } from '#frontend/threads/sends/ask-data-manager.ts';
import { checkDataManager } from '#frontend/threads/sends/check-data-manager.ts';
import { SendFailure } from '#frontend/threads/sends/send-failure.ts';
import { takeProblems } from '#test/schemas/check-request.ts';
import {
  googleStatus,
  quotaExceeded,
  startDataManager,
  type Failure,
} from '#test/support/data-manager-stand-in.ts';
import { hurry, startSendSite } from '#test/support/send-site.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const reason = (status: number, word: string): Failure =>
  googleStatus(status, 'PERMISSION_DENIED', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: word },
  ]);

interface Network {
  failures?: readonly Failure[];
  /** Whether requests that need no leave of Google arrive. */
  isReached?: boolean;
  refuses?: Record<string, number>;
}

/** A check from a browser of whom Google knows no account. */
function start({ failures = [], isReached = true, refuses }: Network = {}) {
  const google = startDataManager({ accounts: {} });
  for (const failure of failures) google.fail(failure);
  const site = startSendSite(google, { refuses });
  const answer = fetch;
  const plain: RequestInit[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (init.mode !== 'no-cors') return answer(address, init);
    plain.push(init);
    return isReached ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'));
  });
  const { signal } = new AbortController();
  const api = connectDataManager({ pace: { nextAt: 0 }, signal, onWait: () => {}, attempts: 1 });
  return { google, site, plain, check: () => hurry(checkDataManager(api)) };
}

test('one request goes as a send goes, is only tested, and holds no lead', async () => {
  const { google, site, check } = start();
  expect(await check()).toBe('taken');
  expect(google.received).toHaveLength(1);
  const [{ method, path, authorization, body } = expect.fail()] = google.received;
  expect([method, path, authorization]).toEqual(['POST', '/v1/events:ingest', 'Bearer first token']);
  expect(JSON.parse(body)).toMatchObject({
    validateOnly: true,
    events: [{ transactionId: 'connection-check' }],
  });
  expect(google.conversions()).toEqual([]);
  expect(site.heard.map(({ call }) => call)).toEqual(['POST /api/connections/google-values/token']);
  expect(takeProblems()).toEqual([]);
});

test.each<[string, Network, string]>([
  ['the account is not the user’s', { failures: [reason(403, 'USER_HAS_NO_ACCESS')] }, 'taken'],
  ['Google finds a fault in the event', { failures: [googleStatus(400, 'INVALID_ARGUMENT')] }, 'taken'],
  ['the API is not enabled', { failures: [reason(403, 'SERVICE_DISABLED')] }, 'not-enabled'],
  [
    'the permission is another one',
    { failures: [reason(403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT')] },
    'not-taken',
  ],
  ['there is no connection', { refuses: { 'POST /api/connections/google-values/token': 409 } }, 'not-taken'],
  ['the requests of a day are used up', { failures: [quotaExceeded('Day')] }, 'limit'],
  ['the requests of a minute are used up', { failures: [quotaExceeded('Minute')] }, 'limit'],
  ['only the preflight fails', { failures: ['refused'] }, 'refused'],
  ['nothing reaches Google', { failures: ['refused'], isReached: false }, 'unreached'],
])('what is found where %s', async (_, network, finding) => {
  const { google, check } = start(network);
  expect(await check()).toBe(finding);
  expect(google.received.length).toBeLessThanOrEqual(1);
});

test('the request that needs no leave tells Google nothing, and is made only where the other one failed', async () => {
  const { plain, check } = start({ failures: ['refused'] });
  await check();
  expect(plain).toMatchObject([{ mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }]);
  expect(plain[0]?.headers).toBeUndefined();
  const fine = start();
  await fine.check();
  expect(fine.plain).toEqual([]);
});

test.each<[string, Network, string]>([
  ['Google fails', { failures: [googleStatus(503, 'UNAVAILABLE')] }, 'unavailable'],
  ['the session has ended', { refuses: { 'POST /api/connections/google-values/token': 401 } }, 'signed-out'],
])('nothing is found where %s', async (_, network, problem) => {
  const { google, check } = start(network);
  const failure = await check().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SendFailure);
  expect((failure as SendFailure).details.problem).toBe(problem);
  expect(google.received.length).toBeLessThanOrEqual(1);
});
