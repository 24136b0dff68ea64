import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { callGoogleAds, searchRows } from '#worker/platforms/google-ads/google-calls.ts';
import { callMeta, readEdge, readMany } from '#worker/platforms/meta/meta-calls.ts';
import {
  callMicrosoft,
  MICROSOFT_ADS_HOSTS,
  readRefused,
} from '#worker/platforms/microsoft-advertising/microsoft-calls.ts';
import { GoogleRoom } from './google-room.ts';
import { MetaRoom } from './meta-room.ts';
import { MicrosoftRoom } from './microsoft-room.ts';
import { AccessEnded, PlatformRefused, PlatformSilent, type Access } from '#worker/pushes/rule-platform.ts';

type Answer = { status?: number; answer: unknown };
interface Sent extends RequestInit {
  address: string;
}

/** A right to call, and a platform that gives these answers one after the other; a text is no JSON. */
function answering(...answers: Answer[]): { access: Access; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = (address: string, init: RequestInit) => {
    sent.push({ address, ...init });
    const { status = 200, answer } = answers[sent.length - 1] ?? answers.at(-1)!; // a test gives one at least
    return Promise.resolve(
      new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status }),
    );
  };
  return { access: { accessToken: 'token', fetch }, sent };
}

const KINDS = [AccessEnded, PlatformRefused, PlatformSilent] as const;

/** The kind of a failure and its words: 'PlatformSilent: status 500'. */
async function failureOf(asking: Promise<unknown>): Promise<string> {
  const error: unknown = await asking.then(
    () => new Error('none'),
    (thrown: unknown) => thrown,
  );
  const kind = KINDS.find((one) => error instanceof one);
  return `${kind?.name ?? 'Error'}: ${error instanceof Error ? error.message : ''}`;
}

/** A platform that does not answer: the name of the failure is told, and never its words. */
const silentAccess: Access = {
  accessToken: 'token',
  fetch: () => Promise.reject(new DOMException('https://with.token', 'TimeoutError')),
};

const headersOf = ({ headers }: Sent) => Object.fromEntries(new Headers(headers));

const listed = Array.from({ length: 30 }, (_, page) => page);

const googleSite = (access: Access, via: string | null = null) => ({
  origin: 'https://google.test',
  access,
  via,
});
const metaSite = (access: Access) => ({
  origin: 'https://meta.test',
  prove: (token: string) => Promise.resolve(`proof of ${token}`),
  access,
});
const microsoftSite = (access: Access) => ({
  hosts: MICROSOFT_ADS_HOSTS.live,
  isSandbox: false,
  developerToken: 'developer',
  access,
});

const askGoogle = (...answers: Answer[]) =>
  failureOf(callGoogleAds(googleSite(answering(...answers).access), 'x', { body: null }));
const askMeta = (...answers: Answer[]) =>
  failureOf(callMeta(metaSite(answering(...answers).access), { path: 'x' }));
const microsoftCall = { service: 'campaigns', path: 'x', body: {} } as const;
const askMicrosoft = (...answers: Answer[]) =>
  failureOf(callMicrosoft(microsoftSite(answering(...answers).access), microsoftCall));

const googleError = (code: string, message?: string) => ({
  error: { details: [{ other: 1 }, { errors: [{ errorCode: { someError: code }, message }] }] },
});
const metaError = (code: number, more: object = {}) => ({ error: { code, ...more } });

test('a call carries the token, has as long as it may take, and a body only where it writes or searches', async () => {
  const waits = vi.spyOn(AbortSignal, 'timeout');
  const google = answering({ answer: {} });
  await callGoogleAds(googleSite(google.access), 'a/b', { body: null });
  await callGoogleAds(googleSite(google.access, '55'), 'a/b', { body: { x: 1 }, isWrite: true });
  const meta = answering({ answer: {} });
  await callMeta(metaSite(meta.access), { path: 'me', query: { fields: 'name' } });
  await callMeta(metaSite(meta.access), { path: 'me', body: { x: 1 }, isWrite: true });
  await callMeta(metaSite(meta.access), { path: 'me', body: new URLSearchParams({ x: '1' }) });
  await callMeta(metaSite(meta.access), { path: 'me', body: null });
  const microsoft = answering({ answer: {} });
  await callMicrosoft(microsoftSite(microsoft.access), microsoftCall);
  await callMicrosoft(microsoftSite(microsoft.access), {
    service: 'customers',
    path: 'y',
    method: 'PUT',
    body: { y: 1 },
    account: { id: '1', via: '2' },
    isWrite: true,
  });
  expect(waits.mock.calls.flat()).toEqual([15e3, 25e3, 15e3, 25e3, 15e3, 15e3, 15e3, 25e3]);
  waits.mockRestore();
  const json = { 'content-type': 'application/json' };
  const token = { authorization: 'Bearer token' };
  const proof = 'appsecret_proof=proof+of+token';
  const told = (sent: Sent[]) => sent.map((one) => [one.method, one.address, headersOf(one), one.body]);
  expect(told(google.sent)).toEqual([
    ['GET', 'https://google.test/v26/a/b', token, undefined],
    ['POST', 'https://google.test/v26/a/b', { ...token, ...json, 'login-customer-id': '55' }, '{"x":1}'],
  ]);
  expect(told(meta.sent)).toEqual([
    ['GET', `https://meta.test/me?fields=name&${proof}`, token, undefined],
    ['POST', `https://meta.test/me?${proof}`, { ...token, ...json }, '{"x":1}'],
    ['POST', `https://meta.test/me?${proof}`, token, new URLSearchParams({ x: '1' })],
    ['POST', `https://meta.test/me?${proof}`, token, undefined],
  ]);
  const always = { ...token, ...json, accept: 'application/json', developertoken: 'developer' };
  const [campaigns, customers] = [
    'https://campaign.api.bingads.microsoft.com',
    'https://clientcenter.api.bingads.microsoft.com',
  ];
  expect(told(microsoft.sent)).toEqual([
    ['POST', `${campaigns}/CampaignManagement/v13/x`, always, '{}'],
    [
      'PUT',
      `${customers}/CustomerManagement/v13/y`,
      { ...always, customeraccountid: '1', customerid: '2' },
      '{"y":1}',
    ],
  ]);
});

test('every write has the time of a write', async () => {
  const waits = vi.spyOn(AbortSignal, 'timeout');
  const plans = [[1.3], [1.4], []].map((multipliers) =>
    multipliers.map((multiplier) => ({
      name: 'a rule',
      multiplier,
      conditions: [{ kind: 'device' as const, values: [{ id: 'mobile', name: 'Mobile', value: 'Mobile' }] }],
    })),
  );
  for (const room of [new GoogleRoom(), new MetaRoom(), new MicrosoftRoom()]) {
    const written = [];
    waits.mockClear();
    for (const plan of plans) written.push((await room.push(plan))?.written);
    const [first, second, last] = written.map((steps) => steps?.length ?? 0);
    const long = waits.mock.calls.filter(([ms]) => ms === 25_000).length;
    expect([first, second]).not.toContain(0);
    expect(long).toBeGreaterThanOrEqual((first ?? 0) + (second ?? 0) + (last ?? 0));
  }
  waits.mockRestore();
});

test('an account of Microsoft is two numbers, and no other text gets into a header', async () => {
  for (const account of [
    { id: '1x', via: '2' },
    { id: 'x1', via: '2' },
    { id: '1', via: null },
    { id: '1', via: '2\r\n' },
    { id: '1'.repeat(20), via: '2' },
  ]) {
    const { access, sent } = answering({ answer: {} });
    const asking = callMicrosoft(microsoftSite(access), { ...microsoftCall, account });
    expect(await failureOf(asking)).toBe('PlatformRefused: Microsoft Advertising knows no such account.');
    expect(sent).toEqual([]);
  }
});

test('a platform that does not answer is silent, and the log gets no address', async () => {
  for (const asking of [
    callGoogleAds(googleSite(silentAccess), 'x', { body: null }),
    callMeta(metaSite(silentAccess), { path: 'x' }),
    callMicrosoft(microsoftSite(silentAccess), microsoftCall),
  ])
    expect(await failureOf(asking)).toBe('PlatformSilent: TimeoutError');
});

test.each([
  [{ status: 401, answer: {} }, 'AccessEnded: Google Ads no longer takes the connection.'],
  [{ status: 200, answer: 'no JSON' }, 'PlatformSilent: status 200'],
  [{ status: 408, answer: {} }, 'PlatformSilent: status 408'],
  [{ status: 500, answer: googleError('X', 'Broken') }, 'PlatformSilent: status 500'],
  [{ status: 400, answer: {} }, 'PlatformRefused: Google Ads refused it: status 400'],
  [
    { status: 499, answer: { error: { details: [{}] } } },
    'PlatformRefused: Google Ads refused it: status 499',
  ],
  [
    { status: 400, answer: googleError('X', 'No such rule.') },
    'PlatformRefused: Google Ads refused it: No such rule.',
  ],
  [
    { status: 400, answer: googleError('X', '€'.repeat(301)) },
    `PlatformRefused: Google Ads refused it: ${'€'.repeat(300)}`,
  ],
  [
    {
      status: 400,
      answer: {
        error: { details: [{ errors: [{ errorCode: { a: 1 }, message: 'One' }, { message: 'Two' }] }] },
      },
    },
    'PlatformRefused: Google Ads refused it: One',
  ],
])('Google Ads: %j is %s', async (answer, failure) => {
  expect(await askGoogle(answer)).toBe(failure);
});

test.each([
  [
    'NOT_ADS_USER',
    'The connected Google account has no Google Ads account. Connect the one that you use for Google Ads.',
  ],
  [
    'TWO_STEP_VERIFICATION_NOT_ENROLLED',
    'Google Ads asks for 2-Step Verification of the connected Google account. Turn it on there, then try again.',
  ],
  [
    'ADVANCED_PROTECTION_NOT_ENROLLED',
    'Google Ads asks for Advanced Protection of the connected Google account. Turn it on there, then try again.',
  ],
  ['USER_PERMISSION_DENIED', 'The connected Google account has no access to this Google Ads account.'],
  [
    'ACTION_NOT_PERMITTED',
    'The connected Google account may only read this Google Ads account. Ask its administrator for Standard access.',
  ],
  [
    'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
    'Google lets this site call test accounts only so far. Its operator has to apply for Explorer access.',
  ],
  ['CUSTOMER_NOT_ENABLED', 'This Google Ads account is not active.'],
  ['ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT', 'Google has suspended this Google Ads account.'],
  [
    'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
    'Google takes no change of this account until its campaigns declare whether they hold political advertising in the EU. Declare it in Google Ads first.',
  ],
  [
    'RESOURCE_EXHAUSTED',
    'This site has used up the calls that Google Ads allows it in a day. Try again tomorrow.',
  ],
  ['RESOURCE_TEMPORARILY_EXHAUSTED', 'Google Ads takes no more calls right now. Try again in a few minutes.'],
  ['CONCURRENT_MODIFICATION', 'Somebody else changed the account at the same time. Look again.'],
  [
    'UNSUPPORTED_VERSION',
    'Google Ads no longer takes the calls of this site. Its operator has to update it.',
  ],
])('Google Ads: %s has words of ours, also with status 401', async (code, words) => {
  for (const status of [400, 401])
    expect(await askGoogle({ status, answer: googleError(code, 'Theirs') })).toBe(
      `PlatformRefused: ${words}`,
    );
});

const LIMIT = 'PlatformRefused: Meta takes no more calls right now. Try again in a few minutes.';
const BLOCK = 'PlatformRefused: Meta has blocked such changes for some time. Try again tomorrow.';
const right = (code: number) =>
  `PlatformRefused: The connected Facebook account may not manage value rules in this ad account (code ${code}). Ask its administrator for the right to manage campaigns.`;
const OVER = 'AccessEnded: Meta no longer takes the connection.';

test('Meta: the code decides, whatever the status', async () => {
  const codes: [string, number[]][] = [
    [LIMIT, [4, 17, 32, 341, 613, 80000, 80003, 80004, 80014]],
    [BLOCK, [368, 1404078, 2859015]],
    [
      'PlatformRefused: Meta does not yet let this site manage ads (code 294). Its operator has to apply for it.',
      [294],
    ],
    [
      'PlatformRefused: Meta does not let the app of this site make this call (code 3). Its operator has to add the Marketing API to the app and to apply for its access.',
      [3],
    ],
    ...[10, 200, 299].map((code): [string, number[]] => [right(code), [code]]),
    [OVER, [102, 190]],
  ];
  for (const [failure, numbers] of codes)
    for (const code of numbers)
      for (const status of [200, 400, 500])
        expect([code, await askMeta({ status, answer: metaError(code) })]).toEqual([code, failure]);
  for (const code of [1, 2])
    expect(await askMeta({ status: 400, answer: metaError(code) })).toBe(`PlatformSilent: code ${code}`);
  for (const code of [5, 199, 300, 100])
    expect(await askMeta({ status: 400, answer: metaError(code) })).toBe(
      `PlatformRefused: Meta refused it: code ${code}`,
    );
});

test.each([
  [
    metaError(100, { error_subcode: 33 }),
    'PlatformRefused: Meta knows no such ad account or rule set, or the connection has no access to it.',
  ],
  [metaError(101, { error_subcode: 33 }), 'PlatformRefused: Meta refused it: code 101'],
  [metaError(5, { is_transient: true }), 'PlatformSilent: code 5'],
  [metaError(5, { message: 'Theirs' }), 'PlatformRefused: Meta refused it: Theirs'],
  [
    metaError(5, { message: 'Theirs', error_user_msg: 'For people' }),
    'PlatformRefused: Meta refused it: For people',
  ],
  [metaError(5, { message: '€'.repeat(301) }), `PlatformRefused: Meta refused it: ${'€'.repeat(300)}`],
  [{}, 'PlatformSilent: status 400'],
  ['no JSON', 'PlatformSilent: status 400'],
])('Meta: %j is %s', async (answer, failure) => {
  expect(await askMeta({ status: 400, answer })).toBe(failure);
});

const BUSY = 'PlatformRefused: Microsoft Advertising takes no more calls right now. Try again in a minute.';
const ENDED = 'AccessEnded: Microsoft Advertising no longer takes the connection.';
// The meaning of the codes: MicrosoftDocs/Advertising-docs, Advertising/bingads-13/guides/operation-error-codes.md, read 2026-11-29.
const role = (code: number) =>
  `PlatformRefused: The connected Microsoft account may not change this ad account (code ${code}). Ask its administrator for the role Standard User or Advertiser Campaign Manager.`;
const KEYS =
  'PlatformRefused: Microsoft Advertising refused the keys (code 105). The developer token of this site may be wrong or meant for the other environment, sandbox or live: its operator can check that. Or the ad account is inactive: its administrator can tell.';
const SIGN_IN =
  'PlatformRefused: Microsoft Advertising knows this person by another sign-in (code 120). Connect again with the primary Microsoft account, the one that you open Microsoft Advertising with.';
const WORK = 'Connect again with your work account: Microsoft Advertising does not take the personal one';

test.each([
  [429, {}, BUSY],
  [400, { Errors: [{ Code: 117 }] }, BUSY],
  [401, {}, ENDED],
  [500, { OperationErrors: [{ Code: 105 }] }, KEYS],
  [401, { Errors: [{ Code: 105 }] }, KEYS],
  [500, { BatchErrors: [{ Code: 109 }] }, ENDED],
  ...[106, 1001].map((Code): [number, object, string] => [500, { Errors: [{ Code }] }, role(Code)]),
  ...[122, 124, 125].map((Code): [number, object, string] => [
    401,
    { Errors: [{ Code }] },
    `PlatformRefused: ${WORK} (code ${Code}).`,
  ]),
  [
    401,
    { Errors: [{ Code: 123 }] },
    'PlatformRefused: Connect again with your personal Microsoft account: Microsoft Advertising does not take the work account (code 123).',
  ],
  [401, { Errors: [{ Code: 120 }] }, SIGN_IN],
  [
    400,
    { Errors: [{ Code: 1008 }] },
    'PlatformRefused: This ad account is not active at Microsoft (code 1008). Its administrator can tell why.',
  ],
  ...[1029, 1030].map((Code): [number, object, string] => [
    400,
    { Errors: [{ Code }] },
    `PlatformRefused: This site did not name the ad account as Microsoft asks for it (code ${Code}). Its operator has to update it.`,
  ]),
  [
    400,
    { Errors: [{ Code: 1102 }] },
    'PlatformRefused: Microsoft Advertising knows no ad account of this ID (code 1102). Choose it from the list, or check the ID that you typed.',
  ],
  [200, 'no JSON', 'PlatformSilent: status 200'],
  [408, {}, 'PlatformSilent: status 408'],
  [500, {}, 'PlatformSilent: status 500'],
  [500, { Errors: [{ Code: 0 }] }, 'PlatformSilent: status 500'],
  [
    400,
    { Errors: [{ Code: 0, Message: 'Inner' }] },
    'PlatformRefused: Microsoft Advertising refused it: Inner',
  ],
  [
    500,
    { Errors: [{ Code: 5, Message: 'Theirs' }] },
    'PlatformRefused: Microsoft Advertising refused it: Theirs',
  ],
  [
    500,
    { Errors: null, OperationErrors: [{ Code: 5, ErrorCode: 'Name' }] },
    'PlatformRefused: Microsoft Advertising refused it: Name',
  ],
  [
    400,
    { Errors: [{ Code: 5, Message: '€'.repeat(301) }] },
    `PlatformRefused: Microsoft Advertising refused it: ${'€'.repeat(300)}`,
  ],
  [400, { Errors: [{}] }, 'PlatformRefused: Microsoft Advertising refused it: no reason given'],
  [400, {}, 'PlatformRefused: Microsoft Advertising refused it: status 400'],
  [499, [], 'PlatformRefused: Microsoft Advertising refused it: status 499'],
  [
    400,
    { Errors: [{ Code: 5, ErrorCode: 'CustomerNotInPilotForRules', Message: 'Theirs' }] },
    'PlatformRefused: This account does not have conversion value rules yet. Microsoft gives them to one account after the other: ask its support.',
  ],
] as [number, unknown, string][])('Microsoft: status %d with %j is %s', async (status, answer, failure) => {
  expect(await askMicrosoft({ status, answer })).toBe(failure);
});

test('Microsoft: items that were refused are counted once each, with the first reason', () => {
  expect(readRefused({})).toBeNull();
  expect(readRefused({ PartialErrors: [null] })).toBeNull();
  expect(
    readRefused({
      PartialErrors: [null, { Index: 1, Message: 'One' }, { Index: 1, Message: 'Two' }, { Index: 3 }],
    }),
  ).toEqual({ count: 2, message: 'Microsoft Advertising refused it: One' });
  expect(() => readRefused([])).toThrow(PlatformSilent);
});

test('Google: a search reads page after page, and refuses more than 20', async () => {
  const row = z.object({ id: z.number() });
  const pages = (count: number) =>
    listed.slice(0, count).map((id) => ({
      answer: { results: [{ id }], ...(id < count - 1 && { nextPageToken: `page ${id + 1}` }) },
    }));
  const search = async (...answers: Answer[]) => {
    const { access, sent } = answering(...answers);
    const rows = await searchRows({ ...googleSite(access), id: '7' }, 'SELECT', row);
    return { rows, sent };
  };
  const { rows, sent } = await search(...pages(20));
  expect(rows).toEqual(listed.slice(0, 20).map((id) => ({ id })));
  expect(sent[0]).toMatchObject({
    address: 'https://google.test/v26/customers/7/googleAds:search',
    body: '{"query":"SELECT"}',
  });
  expect(sent[1]?.body).toBe('{"query":"SELECT","pageToken":"page 1"}');
  expect((await search({ answer: {} })).rows).toEqual([]);
  expect(await failureOf(search(...pages(21)))).toBe(
    'PlatformRefused: Google Ads holds more of this than this page can show.',
  );
  expect(await failureOf(search({ answer: { results: [{}] } }))).toBe(
    'PlatformSilent: an answer of another shape',
  );
});

test('Meta: a list is read page after page by its cursor, and more than 30 are refused', async () => {
  const row = z.object({ id: z.number() });
  const pages = (count: number) =>
    listed.slice(0, count).map((id) => ({
      answer: {
        data: [{ id }],
        paging: { cursors: { after: `after ${id}` }, ...(id < count - 1 && { next: 'next' }) },
      },
    }));
  const read = async (...answers: Answer[]) => {
    const { access, sent } = answering(...answers);
    const rows = await readEdge(metaSite(access), { path: 'me/x', query: { limit: '9' } }, row);
    return { rows, sent };
  };
  const { rows, sent } = await read(...pages(30));
  expect(rows).toEqual(listed.slice(0, 30).map((id) => ({ id })));
  expect(sent[0]?.address).toBe('https://meta.test/me/x?limit=9&appsecret_proof=proof+of+token');
  expect(sent[1]?.address).toContain('limit=9&after=after+0&');
  for (const paging of [undefined, { next: 'next' }, { next: 'next', cursors: {} }])
    expect((await read({ answer: { data: [{ id: 1 }], paging } })).rows).toEqual([{ id: 1 }]);
  expect(await failureOf(read(...pages(31)))).toBe(
    'PlatformRefused: Meta holds more of this than this page can show.',
  );
  expect(await failureOf(read({ answer: { data: [{}] } }))).toBe(
    'PlatformSilent: an answer of another shape',
  );
});

test('Meta: 50 reads go with one call, and one without an answer makes all silent', async () => {
  const parts = (count: number, part: object | null = { code: 200, body: '{"id":1}' }) => ({
    answer: Array.from({ length: count }, () => part),
  });
  const addresses = listed
    .concat(listed)
    .slice(0, 51)
    .map((at) => `search?${at}`);
  const { access, sent } = answering(parts(50), parts(1));
  expect(await readMany(metaSite(access), addresses)).toEqual(addresses.map(() => ({ id: 1 })));
  expect(sent).toHaveLength(2);
  const batchOf = ({ body }: Sent) => Object.fromEntries(body as URLSearchParams);
  expect(sent.map(batchOf).map(({ batch }) => JSON.parse(batch ?? '').length)).toEqual([50, 1]);
  expect(batchOf(sent[1]!)).toEqual({
    batch: JSON.stringify([
      { method: 'GET', relative_url: `${addresses[50]}&appsecret_proof=proof+of+token` },
    ]),
    include_headers: 'false',
  });
  const many = (answer: Answer, count = 1) =>
    failureOf(readMany(metaSite(answering(answer).access), addresses.slice(0, count)));
  const missing = 'PlatformSilent: an answer is missing';
  expect(await many(parts(1), 2)).toBe(missing);
  expect(await many(parts(1, null))).toBe(missing);
  expect(await many(parts(1, { code: 200, body: 'no JSON' }))).toBe('PlatformSilent: status 200');
  expect(await many(parts(1, { code: 500, body: '{}' }))).toBe('PlatformSilent: status 500');
  expect(await many(parts(1, { code: 200, body: JSON.stringify(metaError(190)) }))).toBe(OVER);
});
