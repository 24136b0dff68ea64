import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_KEPT_SENDS, SEND_KEYS, SENDS_PAGE } from '#contract/limits.ts';
import {
  reachedSendSchema,
  sendKeySchema,
  sendSchema,
  sendsSchema,
  type ListedSend,
  type NewSend,
  type Send,
} from '#contract/sends.ts';
import { callThere, OFFERING, userThere } from './connection-support.ts';
import { call, count, PASSWORD, signedInUser } from './support.ts';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
});

const NEW: NewSend = {
  account: '1234567890',
  manager: '1112223333',
  action: '987654321',
  total: 4500,
  fingerprint: 'ab'.repeat(32),
  madeAt: 1_764_000_000_000,
};

const begin = (cookie: string, changes: Partial<NewSend> = {}) =>
  callThere('/api/sends', { method: 'POST', cookie, body: { ...NEW, ...changes } });
/** A send that was begun, as the log has it. */
async function begun(cookie: string, changes: Partial<NewSend> = {}): Promise<ListedSend> {
  const { id } = reachedSendSchema.parse(await (await begin(cookie, changes)).json());
  const found = (await listed(cookie)).find((send) => send.id === id);
  if (!found) throw new Error('A send that was begun is not in the log');
  return found;
}
const change = (cookie: string, id: string, body: object) =>
  callThere(`/api/sends/${id}`, {
    method: 'PATCH',
    cookie,
    body: { done: 0, refused: 0, requests: [], ...body },
  });
const pageOf = async (cookie: string, before = '') =>
  sendsSchema.parse(await (await callThere(`/api/sends${before && `?before=${before}`}`, { cookie })).json());
const listed = async (cookie: string): Promise<ListedSend[]> => (await pageOf(cookie)).sends;
const readSend = async (cookie: string, id: string): Promise<Send> =>
  sendSchema.parse(await (await callThere(`/api/sends/${id}`, { cookie })).json());
const askKey = (cookie: string | null, body: object = { account: NEW.account, action: NEW.action }) =>
  callThere('/api/sends/key', { method: 'POST', cookie, body });
const keyFor = async (cookie: string, body?: object): Promise<string> =>
  sendKeySchema.parse(await (await askKey(cookie, body)).json()).key;

// --- The key of transaction ids ---

test('the key is HKDF of the secret for this account and conversion action', async () => {
  const { cookie } = await userThere();
  // crypto.hkdfSync('sha256', secret, '', 'google ads transaction ids 1234567890 987654321', 32) of Node, as base64url.
  expect(await keyFor(cookie)).toBe('aKGfSBW8lmHO142-LLmOM5LApE3EB9iGcH8Q4flru1Y');
});

test('everybody who sends to a conversion action gets the same key, and another one elsewhere', async () => {
  const [one, other] = [await userThere(), await userThere()];
  const key = await keyFor(one.cookie);
  expect(await keyFor(other.cookie)).toBe(key);
  const elsewhere = [
    { account: '1234567891', action: NEW.action },
    { account: NEW.account, action: '98765432' },
  ];
  const keys = await Promise.all(elsewhere.map((place) => keyFor(one.cookie, place)));
  expect(new Set([key, ...keys]).size).toBe(3);
  const there = await callThere(
    '/api/sends/key',
    { method: 'POST', cookie: one.cookie, body: elsewhere[0] },
    { SESSION_SECRET: OFFERING.SESSION_SECRET },
  );
  expect(sendKeySchema.parse(await there.json()).key).toBe(keys[0]);
});

test('no answer with a key may be kept, and only so many are given', async () => {
  const { cookie } = await userThere();
  const other = await userThere();
  expect((await askKey(cookie)).headers.get('Cache-Control')).toBe('no-store');
  await env.DB.prepare('UPDATE rate_limits SET count = ? WHERE key LIKE ?')
    .bind(SEND_KEYS.count - 1, 'send-key%')
    .run();
  expect((await askKey(cookie)).status).toBe(200);
  expect((await askKey(cookie)).status).toBe(429);
  expect((await askKey(other.cookie)).status).toBe(200);
});

test.each([
  ['an account with hyphens', { account: '123-456-7890', action: '1' }],
  ['an account of nine digits', { account: '123456789', action: '1' }],
  ['an account of eleven digits', { account: '12345678901', action: '1' }],
  ['a conversion action that is no number', { account: NEW.account, action: 'x' }],
  ['no conversion action', { account: NEW.account, action: '' }],
  ['a conversion action of 20 digits', { account: NEW.account, action: '1'.repeat(20) }],
])('%s gets no key', async (_what, body) => {
  const { cookie } = await userThere();
  expect((await askKey(cookie, body)).status).toBe(400);
});

test('a conversion action of 19 digits gets a key', async () => {
  const { cookie } = await userThere();
  expect((await askKey(cookie, { account: NEW.account, action: '1'.repeat(19) })).status).toBe(200);
});

// --- Who may ---

test('visitors without an account learn nothing and change nothing', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/sends', undefined],
    ['GET', '/api/sends/x', undefined],
    ['POST', '/api/sends', NEW],
    ['POST', '/api/sends/key', { account: NEW.account, action: NEW.action }],
    ['PATCH', '/api/sends/x', { done: 0, refused: 0, requests: [] }],
  ] as const) {
    const refused = await callThere(path, { method, body });
    expect([path, refused.status, await refused.json()]).toEqual([path, 401, { message: 'Unauthorized' }]);
  }
});

test('a deployment that does not offer the sending gives no key and begins nothing', async () => {
  const { cookie, id } = await signedInUser();
  const post = { method: 'POST', cookie } as const;
  const there = await userThere();
  const off = { GOOGLE_ADS: 'rules' };
  for (const answer of [
    await call('/api/sends/key', { ...post, body: { account: NEW.account, action: NEW.action } }),
    await call('/api/sends', { ...post, body: NEW }),
    await callThere('/api/sends', { ...post, cookie: there.cookie, body: NEW }, off),
  ])
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { message: "Google Ads (send values) isn't set up on this site." },
    ]);
  expect(await count('sends WHERE user_id IN (?, ?)', id, there.id)).toBe(0);
});

test('a user sees and changes own sends only, and one of them at a time', async () => {
  const [one, other] = [await userThere(), await userThere()];
  const mine = await begun(one.cookie);
  const second = await begun(one.cookie, { fingerprint: 'cd'.repeat(32) });
  const theirs = await begun(other.cookie);
  expect(theirs.id).not.toBe(mine.id);
  const refused = await change(other.cookie, mine.id, { done: 2000 });
  expect([refused.status, await refused.json()]).toEqual([404, { message: 'Send not found' }]);
  expect((await change(one.cookie, mine.id, { done: 2000 })).status).toBe(200);
  expect((await listed(one.cookie)).map(({ id, done }) => [id, done]).toSorted()).toEqual(
    [
      [mine.id, 2000],
      [second.id, 0],
    ].toSorted(),
  );
  expect(await listed(other.cookie)).toEqual([theirs]);
});

test('an account that is deleted takes its sends along, and no others', async () => {
  const [one, other] = [await userThere(), await userThere()];
  await begun(one.cookie);
  const theirs = await begun(other.cookie);
  const { cookie } = one;
  expect(
    (await callThere('/api/auth/user', { method: 'DELETE', cookie, body: { password: PASSWORD } })).status,
  ).toBe(200);
  expect(await count('sends WHERE user_id = ?', one.id)).toBe(0);
  expect(await listed(other.cookie)).toEqual([theirs]);
});

// --- The log ---

test('a send is logged with where, when and how many, and never with a lead', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z'), toFake: ['Date'] });
  const { cookie } = await userThere();
  const answer = await begin(cookie);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ id: expect.any(String) as string, done: 0, refused: 0 });
  const [send] = await listed(cookie);
  expect(send).toEqual({
    ...NEW,
    id: expect.any(String) as string,
    done: 0,
    refused: 0,
    startedAt: '2026-11-25T10:00:00.000Z',
    updatedAt: '2026-11-25T10:00:00.000Z',
    outcomes: { open: 0, settled: 0, records: 0, errors: [], warnings: [] },
  });
  const columns = await env.DB.prepare("SELECT name FROM pragma_table_info('sends')").all<{ name: string }>();
  expect(columns.results.map(({ name }) => name).join(' ')).toBe(
    'id user_id account manager action fingerprint total made_at done refused requests started_at updated_at',
  );
});

test('an interrupted send is found again by the same values and the same place, until its end', async () => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie);
  await change(cookie, id, { done: 4499 });
  const again = await begin(cookie, { madeAt: NEW.madeAt + 1 });
  expect([again.status, await again.json()]).toEqual([200, { id, done: 4499, refused: 0 }]);
  expect(await readSend(cookie, id)).toMatchObject({ done: 4499, madeAt: NEW.madeAt });
  for (const other of [
    { fingerprint: 'cd'.repeat(32) },
    { account: '1234567891' },
    { manager: null },
    { manager: '1112223334' },
    { action: '1' },
    { total: 4501 },
  ])
    expect([other, (await begun(cookie, other)).id]).not.toEqual([other, id]);
  await change(cookie, id, { done: 4500 });
  expect((await begin(cookie)).status).toBe(201);
});

test('a send without a manager account is found again too', async () => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie, { manager: null });
  expect((await begun(cookie, { manager: null })).id).toBe(id);
});

test('a change notes requests and counts, which never fall and never pass the total', async () => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie);
  const requests = (...ids: string[]) => ids.map((request) => ({ id: request, events: 2000, outcome: null }));
  await change(cookie, id, { done: 2000, refused: 3, requests: requests('r-1') });
  await change(cookie, id, { done: 100, refused: 1, requests: requests('r-2') });
  expect((await listed(cookie))[0]).toMatchObject({ done: 2000, refused: 3 });
  const answer = await change(cookie, id, { done: 9999, requests: requests('r-1') });
  expect(await answer.json()).toEqual({ id, done: 4500, refused: 3 });
  expect((await listed(cookie))[0]).toMatchObject({
    done: 4500,
    refused: 3,
    outcomes: { open: 2, settled: 0 },
  });
  expect(await readSend(cookie, id)).toMatchObject({ done: 4500, requests: requests('r-1', 'r-2') });
});

test('what Google says of a request stays, whatever is noted later', async () => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie);
  const outcome = {
    status: 'PARTIAL_SUCCESS',
    records: 2000,
    errors: [{ reason: 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD', count: 4 }],
    warnings: [],
  };
  const open = { id: 'r-1', events: 2000, outcome: null };
  await change(cookie, id, { done: 2000, requests: [open] });
  await change(cookie, id, { requests: [{ ...open, outcome }] });
  await change(cookie, id, { done: 4000, requests: [open, { ...open, id: 'r-2' }] });
  expect(await readSend(cookie, id)).toMatchObject({
    done: 4000,
    requests: [
      { ...open, outcome },
      { ...open, id: 'r-2' },
    ],
  });
});

test('two tabs that note requests of one send at once lose none', async () => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie);
  const ids = Array.from({ length: 8 }, (_, index) => `r-${index}`);
  await Promise.all(
    ids.map((request, index) =>
      change(cookie, id, { done: index, requests: [{ id: request, events: 1, outcome: null }] }),
    ),
  );
  const send = await readSend(cookie, id);
  expect(send.done).toBe(7);
  expect(send.requests.map((request) => request.id).toSorted()).toEqual(ids);
});

test.each([
  ['an id of a request with a quote', { requests: [{ id: 'a"b', events: 1, outcome: null }] }],
  [
    'too many requests',
    { requests: Array.from({ length: 11 }, (_, n) => ({ id: `r-${n}`, events: 1, outcome: null })) },
  ],
  ['a negative count', { done: -1 }],
  [
    'a reason in other letters',
    {
      requests: [
        {
          id: 'r',
          events: 1,
          outcome: {
            status: 'FAILED',
            records: 1,
            errors: [{ reason: 'ann@example.com', count: 1 }],
            warnings: [],
          },
        },
      ],
    },
  ],
])('a change with %s is refused', async (_what, body) => {
  const { cookie } = await userThere();
  const { id } = await begun(cookie);
  expect((await change(cookie, id, body)).status).toBe(400);
  expect(await readSend(cookie, id)).toMatchObject({ done: 0, requests: [] });
});

test('the log keeps the latest sends of each user', async () => {
  const [one, other] = [await userThere(), await userThere()];
  const theirs = await begun(other.cookie);
  const insert = "INSERT INTO sends VALUES (?, ?, '1234567890', NULL, '1', 'f', 1, 0, 1, 0, '{}', ?, 0)";
  await env.DB.batch(
    Array.from({ length: MAX_KEPT_SENDS }, (_, index) =>
      env.DB.prepare(insert).bind(`${one.id}-${index}`, one.id, index),
    ),
  );
  const latest = await begun(one.cookie);
  const kept: ListedSend[] = [];
  for (let next: string | null = ''; next !== null;) {
    const page = await pageOf(one.cookie, next);
    expect(page.sends.length).toBeLessThanOrEqual(SENDS_PAGE);
    kept.push(...page.sends);
    next = page.next;
  }
  expect(kept).toHaveLength(MAX_KEPT_SENDS);
  expect(kept.map(({ startedAt }) => startedAt)).toEqual(
    kept
      .map(({ startedAt }) => startedAt)
      .toSorted()
      .toReversed(),
  );
  expect(kept[0]?.id).toBe(latest.id);
  expect(kept.map(({ id }) => id)).not.toContain(`${one.id}-0`);
  expect(kept.map(({ id }) => id)).toContain(`${one.id}-1`);
  expect(await listed(other.cookie)).toEqual([theirs]);
});

test('the list has the sums of what Google said, and no request', async () => {
  const { cookie } = await userThere();
  const other = await userThere();
  const { id } = await begun(cookie);
  const outcome = (records: number, errors: [string, number][], warnings: [string, number][] = []) => ({
    status: 'PARTIAL_SUCCESS',
    records,
    errors: errors.map(([reason, n]) => ({ reason, count: n })),
    warnings: warnings.map(([reason, n]) => ({ reason, count: n })),
  });
  const requests = [
    {
      id: 'r-1',
      events: 5,
      outcome: outcome(
        5,
        [
          ['OLD', 1],
          ['CLICK', 2],
        ],
        [['SLOW', 3]],
      ),
    },
    { id: 'r-2', events: 5, outcome: outcome(4, [['OLD', 2]]) },
    { id: 'r-3', events: 5, outcome: null },
  ];
  await change(cookie, id, { done: 15, requests });
  const answer = await callThere('/api/sends', { cookie });
  const text = await answer.text();
  expect(text).not.toContain('r-1');
  expect(sendsSchema.parse(JSON.parse(text)).sends[0]?.outcomes).toEqual({
    open: 1,
    settled: 2,
    records: 9,
    errors: [
      { reason: 'OLD', count: 3 },
      { reason: 'CLICK', count: 2 },
    ],
    warnings: [{ reason: 'SLOW', count: 3 }],
  });
  expect((await callThere(`/api/sends/${id}`, { cookie: other.cookie })).status).toBe(404);
});

test('a page after a send of somebody else is empty', async () => {
  const [one, other] = [await userThere(), await userThere()];
  await begun(one.cookie);
  const theirs = await begun(other.cookie);
  expect(await pageOf(one.cookie, theirs.id)).toEqual({ sends: [], next: null });
});
