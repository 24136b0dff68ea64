import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectDataManager } from '#frontend/threads/sends/ask-data-manager.ts';
import { EventsRefused, SendFailure } from '#frontend/threads/sends/send-failure.ts';
import { takeProblems } from '#test/schemas/check-request.ts';
import {
  googleStatus,
  quotaExceeded,
  startDataManager,
  termsNotSigned,
} from '#test/support/data-manager-stand-in.ts';
import { hurry, startSendSite } from '#test/support/send-site.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ACCOUNT = '1234567890';
const ACTION = '987654321';
const EVENT = {
  eventTimestamp: '2026-01-02T03:04:05Z',
  transactionId: 'lead-1',
  eventSource: 'WEB',
  adIdentifiers: { gclid: 'EAIaIQobChMI' },
  conversionValue: 5.23,
  currency: 'USD',
};
const bodyFor = (action = ACTION, account = ACCOUNT, events: object[] = [EVENT]) => ({
  destinations: [
    { operatingAccount: { accountType: 'GOOGLE_ADS', accountId: account }, productDestinationId: action },
  ],
  encoding: 'HEX',
  validateOnly: false,
  events,
});

function start(tokens?: string[], knowsToken?: (token: string) => boolean) {
  const google = startDataManager({
    accounts: { [ACCOUNT]: { actions: { [ACTION]: 'UPLOAD_CLICKS', '5': 'WEBPAGE' } } },
    ...(knowsToken && { knowsToken }),
  });
  const site = startSendSite(google, { tokens });
  const stopping = new AbortController();
  const waits: (number | null)[] = [];
  const api = connectDataManager({
    pace: { nextAt: 0 },
    signal: stopping.signal,
    onWait: (seconds) => waits.push(seconds),
  });
  return { google, site, stopping, waits, api };
}

/** The problem that ends a call. */
async function problemOf(work: Promise<unknown>) {
  const error: unknown = await hurry(work, 5000).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof SendFailure) return error.details.problem;
  throw error;
}

const tokensAsked = (heard: readonly { call: string }[]) =>
  heard.filter(({ call }) => call.endsWith('/google-values/token')).length;

describe('calls of the Data Manager API', () => {
  test('are made once a second and never faster', async () => {
    const { api, google } = start();
    await api.ingest(bodyFor());
    const second = api.ingest(bodyFor());
    await vi.advanceTimersByTimeAsync(999);
    expect(google.received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await second;
    expect(google.received).toHaveLength(2);
    // Later than a second afterwards nothing waits.
    await vi.advanceTimersByTimeAsync(5000);
    await api.ingest(bodyFor());
    expect(google.received).toHaveLength(3);
  });

  test('carry the token to Google only, without cookies', async () => {
    const { api, google, site } = start();
    await api.ingest(bodyFor());
    expect(google.received[0]?.authorization).toBe('Bearer first token');
    expect(JSON.stringify(site.heard)).not.toContain('lead-1');
  });

  test('are made as our site and Google expect them, with two minutes for an answer', async () => {
    const { api } = start();
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const answered = fetch;
    const made: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      made.push([address, init]);
      return answered(address, init);
    });
    await api.ingest(bodyFor());
    expect(made).toEqual([
      ['/api/connections/google-values/token', { method: 'POST', credentials: 'same-origin' }],
      [
        'https://datamanager.googleapis.com/v1/events:ingest',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: 'Bearer first token' },
          body: JSON.stringify(bodyFor()),
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
    expect(limit.mock.calls).toEqual([[120_000]]);
    limit.mockRestore();
  });

  test('ask for another token after 401, and make the same request again', async () => {
    const { api, google, site } = start(['old', 'new'], (token) => token === 'new');
    await hurry(api.ingest(bodyFor()));
    expect(google.received.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(google.received[0]?.body).toBe(google.received[1]?.body);
    expect(tokensAsked(site.heard)).toBe(2);
  });

  test('end where the second token is refused too', async () => {
    const { api, google } = start(['old'], () => false);
    expect(await problemOf(api.ingest(bodyFor()))).toBe('disconnected');
    expect(google.received).toHaveLength(2);
  });

  test.each([
    [401, 'signed-out'],
    [409, 'disconnected'],
    [429, 'too-often'],
    [404, 'site-unavailable'],
    [502, 'site-unavailable'],
  ])('end where our site answers %i for a token: %s', async (status, problem) => {
    const { api, google, site } = start();
    site.refuses['POST /api/connections/google-values/token'] = status;
    expect(await problemOf(api.ingest(bodyFor()))).toBe(problem);
    expect(google.received).toEqual([]);
  });

  test('end where the answer of our site has no token, or none comes', async () => {
    const { api, site } = start();
    site.answers['POST /api/connections/google-values/token'] = {};
    expect(await problemOf(api.ingest(bodyFor()))).toBe('site-unavailable');
    vi.stubGlobal('fetch', async () => new Response('<html>'));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('site-unavailable');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('site-unavailable');
  });

  test('take another token once less than a minute is left of the last one', async () => {
    const { api, google, site } = start(['first', 'second']);
    await api.ingest(bodyFor());
    for (const [milliseconds, asked] of [
      [3_540_000, 1],
      [1000, 1],
      [1000, 2],
    ] as const) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      await api.ingest(bodyFor());
      expect(tokensAsked(site.heard)).toBe(asked);
    }
    expect(google.received.map(({ authorization }) => authorization?.slice(7))).toEqual([
      'first',
      'first',
      'first',
      'second',
    ]);
  });

  test.each([
    ['0', 0],
    ['300', 300],
    ['301', 300],
  ])('wait at most five minutes, whatever Google says: %s', async (seconds, waited) => {
    for (const answer of [quotaExceeded('Minute'), googleStatus(503, 'UNAVAILABLE')]) {
      const { api, google, waits } = start();
      google.fail({ ...answer, headers: { 'Retry-After': seconds } });
      await hurry(api.ingest(bodyFor()), 5000);
      expect(waits).toEqual([waited, null]);
    }
  });

  test('do not take a time below 0 for one to wait', async () => {
    const { api, google, waits } = start();
    google.fail(quotaExceeded('Minute', { 'Retry-After': '-1' }));
    await hurry(api.ingest(bodyFor()), 5000);
    expect(waits[0]).toBeGreaterThanOrEqual(60);
  });

  test('wait as long as Google says in the header after a limit of the minute', async () => {
    const { api, google, waits } = start();
    google.fail(quotaExceeded('Minute', { 'Retry-After': '7' }));
    const call = api.ingest(bodyFor());
    await vi.advanceTimersByTimeAsync(6999);
    expect(google.received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await call).toHaveProperty('requestId');
    expect(waits).toEqual([7, null]);
  });

  test('wait as long as Google says in the body', async () => {
    const { api, google, waits } = start();
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' };
    google.fail(googleStatus(503, 'UNAVAILABLE', [retry]));
    await hurry(api.ingest(bodyFor()));
    expect(waits).toEqual([12, null]);
  });

  test('wait a minute where Google does not say how long', async () => {
    const { api, google, waits } = start();
    google.fail(quotaExceeded('Minute'));
    await hurry(api.ingest(bodyFor()), 5000);
    expect(waits[0]).toBeGreaterThanOrEqual(60);
    expect(waits[0]).toBeLessThanOrEqual(75);
  });

  test('end after a limit of the day', async () => {
    const { api, google } = start();
    google.fail(quotaExceeded('Day', { 'Retry-After': '7' }));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('daily-limit');
    expect(google.received).toHaveLength(1);
  });

  test.each([[500], [502], [503], [504], [409]])(
    'are made again after %i, later each time',
    async (status) => {
      const { api, google, waits } = start();
      google.fail(...Array.from({ length: 3 }, () => googleStatus(status, 'UNAVAILABLE')));
      expect(await hurry(api.ingest(bodyFor()), 1000)).toHaveProperty('requestId');
      const seconds = waits.filter((wait) => wait !== null);
      expect(seconds).toHaveLength(3);
      for (const [attempt, wait] of seconds.entries()) {
        expect(wait).toBeGreaterThanOrEqual(2 ** attempt);
        expect(wait).toBeLessThanOrEqual(Math.ceil(2 ** attempt * 1.25));
      }
    },
  );

  test.each([
    [0, [1, 2, 4], 60],
    [0.999, [2, 3, 5], 75],
  ])(
    'wait up to a quarter longer, so that browsers do not come back together: %d',
    async (share, later, quota) => {
      const random = vi.spyOn(Math, 'random').mockReturnValue(share);
      const { api, google, waits } = start();
      google.fail(...Array.from({ length: 3 }, () => googleStatus(503, 'UNAVAILABLE')));
      await hurry(api.ingest(bodyFor()), 1000);
      google.fail(quotaExceeded('Minute'));
      await hurry(api.ingest(bodyFor()), 5000);
      random.mockRestore();
      expect(waits.filter((wait) => wait !== null)).toEqual([...later, quota]);
    },
  );

  test('end after six attempts', async () => {
    const { api, google } = start();
    google.fail(...Array.from({ length: 6 }, () => googleStatus(503, 'UNAVAILABLE')));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('unavailable');
    expect(google.received).toHaveLength(6);
  });

  test('end at once where the browser never reached Google, as without its consent to other sites', async () => {
    const { api, google } = start();
    google.fail('refused');
    expect(await problemOf(api.ingest(bodyFor()))).toBe('blocked');
    expect(google.received).toHaveLength(1);
  });

  test('are made again with the same body where an answer is lost, so that nothing counts twice', async () => {
    const { api, google } = start();
    await api.ingest(bodyFor());
    google.fail('lost');
    await hurry(api.ingest(bodyFor(ACTION, ACCOUNT, [{ ...EVENT, transactionId: 'lead-2' }])), 1000);
    expect(google.ingested()).toHaveLength(3);
    expect(google.conversions().map(({ transactionId }) => transactionId)).toEqual(['lead-1', 'lead-2']);
  });

  test('end where the connection stays lost', async () => {
    const { api, google } = start();
    await api.ingest(bodyFor());
    google.fail(...Array.from({ length: 6 }, () => 'refused' as const));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('lost');
    expect(google.received).toHaveLength(7);
  });

  test.each([
    ['terms that are not signed', termsNotSigned(), 'terms'],
    [
      'a right that lacks the scope',
      googleStatus(403, 'PERMISSION_DENIED', [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }]),
      'disconnected',
    ],
    [
      'an API that is off',
      googleStatus(403, 'PERMISSION_DENIED', [{ reason: 'SERVICE_DISABLED' }]),
      'not-enabled',
    ],
    ['no access', googleStatus(403, 'PERMISSION_DENIED'), 'no-access'],
    ['an answer that is no JSON', { status: 400, json: 'no object' }, 'not-understood'],
  ])('end after %s', async (_what, answer, problem) => {
    const { api, google } = start();
    google.fail(answer);
    expect(await problemOf(api.ingest(bodyFor()))).toBe(problem);
    expect(google.received).toHaveLength(1);
  });

  // `ErrorReason` of google/ads/datamanager/v1/error.proto, of 2026-07-30.
  test.each([
    ['TERMS_AND_CONDITIONS_NOT_SIGNED', 'terms'],
    ['DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED', 'terms'],
    ['DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS', 'leads-setting'],
    ['DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS', 'policy'],
    ['EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', 'policy'],
    ['NOT_ALLOWLISTED', 'policy'],
    ['NOT_FOUND', 'wrong-action'],
    ['INVALID_DESTINATION', 'wrong-action'],
    ['INVALID_CONVERSION_ACTION_ID', 'wrong-action'],
    ['INVALID_CONVERSION_ACTION_TYPE', 'wrong-action'],
    ['EVENT_SOURCE_AND_DESTINATION_MISMATCH', 'wrong-action'],
    ['DESTINATION_ACCOUNT_TYPE_MISMATCH', 'wrong-action'],
    ['OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH', 'wrong-manager'],
    ['PERMISSION_DENIED', 'no-access'],
    ['ANOTHER_REASON', 'not-understood'],
  ])('end for the reason %s, also beside an event: %s', async (reason, problem) => {
    const { api, google } = start();
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ reason }]));
    expect(await problemOf(api.ingest(bodyFor()))).toBe(problem);
    if (problem === 'not-understood') return;
    const violation = { field: 'events[0]', description: '', reason };
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: [violation] }]));
    expect(await problemOf(api.ingest(bodyFor()))).toBe(problem);
  });

  test.each([
    [
      'status, field and reason',
      googleStatus(400, 'INVALID_ARGUMENT', [
        { fieldViolations: [{ field: 'destinations[0].reference', description: '', reason: 'NEW_REASON' }] },
      ]),
      '400 INVALID_ARGUMENT, destinations[0].reference, NEW_REASON',
    ],
    [
      'a bare 400 of another field',
      googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'encoding', description: '' }] }]),
      '400 INVALID_ARGUMENT, encoding',
    ],
    [
      'a bare 400 of a field of an event',
      googleStatus(400, 'INVALID_ARGUMENT', [
        { fieldViolations: [{ field: 'events[2].currency', description: '' }] },
      ]),
      '400 INVALID_ARGUMENT, events[2].currency',
    ],
    ['a bare 400', googleStatus(400, 'INVALID_ARGUMENT'), '400 INVALID_ARGUMENT'],
    ['an answer that is no JSON', { status: 413, json: 'no object' }, '413'],
  ])('that nobody knows carry the code of the answer: %s', async (_what, answer, code) => {
    const { api, google } = start();
    google.fail(answer);
    const error: unknown = await hurry(
      api.ingest(bodyFor()).catch((reason: unknown) => reason),
      5000,
    );
    expect((error as SendFailure).details).toMatchObject({ problem: 'not-understood', code });
  });

  test('say what Google says of the field, else of the request', async () => {
    const saidOf = async (message: string, description?: string) => {
      const { api, google } = start();
      const violations =
        description === undefined
          ? []
          : [
              { field: 'x', description: '' },
              { field: 'y', description },
            ];
      google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: violations }], message));
      const error: unknown = await hurry(
        api.ingest(bodyFor()).catch((reason: unknown) => reason),
        5000,
      );
      return error instanceof SendFailure ? error.details.said : error;
    };
    expect(await saidOf('All of it.', 'The field.')).toBe('The field.');
    expect(await saidOf('All of it.', '')).toBe('All of it.');
    expect(await saidOf('')).toBeNull();
  });

  test('name each event that Google refuses by the first of its reasons', async () => {
    const { api, google } = start();
    const violations = [
      { field: 'events.events[1].user_data', description: '', reason: 'FIRST' },
      { field: 'events[1].currency', description: '', reason: 'SECOND' },
      { field: 'events[10]', description: '', reason: 'THIRD' },
      { field: 'events[2].currency', description: '' },
      { field: 'other.events[3].currency', description: '', reason: 'FOURTH' },
      { field: 'events[4]x', description: '', reason: 'FIFTH' },
    ];
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: violations }]));
    const refused = await api.ingest(bodyFor()).catch((error: unknown) => error);
    expect([...(refused as EventsRefused).refused]).toEqual([
      [1, { reason: 'FIRST', field: 'user_data' }],
      [10, { reason: 'THIRD', field: '' }],
      [4, { reason: 'FIFTH', field: 'x' }],
    ]);
  });

  test.each([
    ['4', 'wrong-action'],
    ['5', 'wrong-action'],
  ])('end for the conversion action %s: %s', async (action, problem) => {
    expect(await problemOf(start().api.ingest(bodyFor(action)))).toBe(problem);
  });

  test('end for an account without access', async () => {
    expect(await problemOf(start().api.ingest(bodyFor(ACTION, '1111111111')))).toBe('no-access');
  });

  test('end for a field that Google does not know, without blaming an event', async () => {
    const { api } = start();
    expect(await problemOf(api.ingest(bodyFor(ACTION, ACCOUNT, [{ ...EVENT, hashedEmail: 'x' }])))).toBe(
      'not-understood',
    );
    expect(await problemOf(api.ingest(bodyFor(ACTION, ACCOUNT, [{ ...EVENT, eventSource: 'FOO' }])))).toBe(
      'not-understood',
    );
    // Broken on purpose: other tests end without a problem.
    expect(takeProblems()).toHaveLength(2);
  });

  test('name the events that Google refuses, with field and reason', async () => {
    const { api } = start();
    const bad = [EVENT, { ...EVENT, transactionId: 'x'.repeat(65) }, { ...EVENT, currency: 'usd' }];
    const refused = await api.ingest(bodyFor(ACTION, ACCOUNT, bad)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EventsRefused);
    expect([...(refused as EventsRefused).refused]).toEqual([
      [1, { reason: 'FIELD_VALUE_TOO_LONG', field: 'transaction_id' }],
      [2, { reason: 'INVALID_CURRENCY_CODE', field: 'currency' }],
    ]);
  });

  test('stop waiting once they are cancelled', async () => {
    const { api, google, stopping } = start();
    google.fail(quotaExceeded('Minute'));
    const call = api.ingest(bodyFor()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    stopping.abort();
    expect(await call).toHaveProperty('name', 'AbortError');
    expect(google.received).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    // Nothing more is asked.
    await expect(api.ingest(bodyFor())).rejects.toHaveProperty('name', 'AbortError');
    expect(google.received).toHaveLength(1);
  });

  test('leave nothing behind that waits for a cancel', async () => {
    const { api, google, stopping, waits } = start();
    google.fail(quotaExceeded('Minute', { 'Retry-After': '0.4' }));
    await hurry(api.ingest(bodyFor()));
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
    // Whole seconds are shown.
    expect(waits).toEqual([1, null]);
  });

  test('end for a limit of the minute that six attempts have met', async () => {
    const { api, google } = start();
    google.fail(...Array.from({ length: 6 }, () => quotaExceeded('Minute', { 'Retry-After': '1' })));
    expect(await problemOf(api.ingest(bodyFor()))).toBe('too-often');
    expect(google.received).toHaveLength(6);
  });

  test('are told by the body how long to wait only where a time above 0 stands in it', async () => {
    for (const [retryDelay, least] of [
      ['0s', 0],
      ['90s', 90],
      ['-1s', 1],
      ['s', 1],
      ['1s2', 1],
      [7, 1],
    ] as const) {
      const { api, google, waits } = start();
      google.fail(googleStatus(503, 'UNAVAILABLE', [{ reason: 'X' }, { retryDelay }]));
      await hurry(api.ingest(bodyFor()), 1000);
      expect(waits[0]).toBeGreaterThanOrEqual(least);
      expect(waits[0]).toBeLessThanOrEqual(Math.max(2 * least, 2 * Math.sign(least)));
    }
  });

  test('find no status for a request that Google does not know', async () => {
    const { api } = start();
    expect(await api.retrieve('unknown')).toBeNull();
  });

  test('find no status where Google does not understand the request, and end where it gives no right to it', async () => {
    const { api, google } = start();
    const fieldViolations = [{ field: 'events[0]', description: '', reason: 'UNKNOWN' }];
    for (const answer of [
      googleStatus(404, 'NOT_FOUND'),
      googleStatus(400, 'INVALID_ARGUMENT'),
      googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations }]),
    ]) {
      google.fail(answer);
      expect(await hurry(api.retrieve('a&b'), 5000)).toBeNull();
    }
    expect(google.received[0]?.path).toBe('/v1/requestStatus:retrieve?requestId=a%26b');
    google.fail(googleStatus(403, 'PERMISSION_DENIED'));
    expect(await problemOf(api.retrieve('a&b'))).toBe('no-access');
  });
});
