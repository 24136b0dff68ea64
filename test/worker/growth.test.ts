import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TEAM_CALLS } from '#test/support/team-calls.ts';
import { app } from '#worker/app.ts';
import { makeSave, saved, sendHere } from './analysis-support.ts';
import { OFFERING, userThere } from './connection-support.ts';
import { leave } from './google-support.ts';
import { Mailbox } from './mail-support.ts';
import { makeFigures } from './share-support.ts';
import {
  call,
  cookieOf,
  count,
  deletion,
  PASSWORD,
  request,
  signedInUser,
  type TestUser,
} from './support.ts';
import { enrol, invited, makeTeam, savedIn } from './team-support.ts';
import { watchDatabase } from './watched-database.ts';

const MIB = 1024 * 1024;

let admin: TestUser;
let member: TestUser;
/** An admin of the team, signed in where every kind of connection is offered. */
let there: TestUser;
let team: string;
let analysis: string;

beforeAll(async () => {
  [admin, member] = await Promise.all([signedInUser(), signedInUser()]);
  team = await makeTeam(admin);
  await enrol(team, member, 'editor');
  there = await userThere();
  await enrol(team, there, 'admin');
  analysis = await savedIn(team, admin);
  await env.DB.prepare(
    `INSERT INTO versions (analysis_id, number, user_id, source_id, made_at, leads, converted, new_values, metrics, figures)
     VALUES (?, 1, ?, 'gone', 1, 1, 1, '[]', '[]', '{"metrics":[]}')`,
  )
    .bind(analysis, team)
    .run();
  await env.DB.prepare(
    "INSERT INTO sends VALUES ('growing', ?, '1234567890', NULL, '2', 'abc', 3, 1, 0, 0, '{}', 1, 1)",
  )
    .bind(team)
    .run();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A site that has used up its room by now. */
const full = async () => ({
  DATABASE_MB: (await env.DB.prepare('SELECT 1').run()).meta.size_after / 0.8 / MIB,
  INBOX: 'on',
});

const ask = (method: string, path: string, body?: unknown) =>
  request(`/api/teams/${team}${path}`, { method, cookie: there.cookie, ...(body !== undefined && { body }) });

const inAnalysis = (method: string, path: string, body?: unknown) =>
  ask(method, `/analyses/${analysis}${path}`, body);

const PLACE = { account: '1234567890', manager: null, action: '2' };
const NEW_SEND = { ...PLACE, total: 3, fingerprint: 'ab'.repeat(32), madeAt: 1 };
const CONDITION = { kind: 'device', values: [{ id: '1', name: 'Mobile', value: 'Mobile' }] };
const RULE = { name: 'Mobile', conditions: [CONDITION], multiplier: 1.2 };

/** Each call that may change something in a team: it asks for room, or a text says why it does not. */
const CALLS: Record<string, (() => Request) | string> = {
  'POST /analyses': () => ask('POST', '/analyses', makeSave()),
  'PUT /analyses/:id': () => inAnalysis('PUT', '', makeSave()),
  'PATCH /analyses/:id': () => inAnalysis('PATCH', '', { note: 'longer than it was' }),
  'PUT /analyses/:id/dataset': () => {
    const sent = inAnalysis('PUT', '/dataset', '');
    sent.headers.set('Content-Type', 'application/gzip');
    return sent;
  },
  'POST /analyses/:id/copy': () =>
    request(`/api/teams/${team}/analyses/${analysis}/copy`, {
      method: 'POST',
      cookie: there.cookie,
      body: { team: null },
    }),
  'POST /analyses/:id/share': () => inAnalysis('POST', '/share', { isKept: true, figures: makeFigures() }),
  'PUT /analyses/:id/share': () => inAnalysis('PUT', '/share', makeFigures()),
  'PUT /analyses/:id/source': () => inAnalysis('PUT', '/source', { kind: 'inbox' }),
  'POST /analyses/:id/versions/:number/entered': () => inAnalysis('POST', '/versions/1/entered'),
  'POST /analyses/:id/rules-in-use': () => inAnalysis('POST', '/rules-in-use', { version: 0, by: 'entered' }),
  'POST /invitations': () => ask('POST', '/invitations', { role: 'editor' }),
  'POST /sends': () => ask('POST', '/sends', NEW_SEND),
  'PATCH /sends/:id': () =>
    ask('PATCH', '/sends/growing', {
      done: 1,
      refused: 0,
      requests: [{ id: 'r', events: 1, outcome: null }],
    }),
  'POST /pushes/:kind': () =>
    ask('POST', '/pushes/meta', { account: { id: '1', via: null }, rules: [RULE], picture: 'p' }),
  'PATCH ': () => ask('PATCH', '', { name: 'Other' }),
  'PUT /domain': () => ask('PUT', '/domain', { domain: null }),
  'PUT /retention': () => ask('PUT', '/retention', { datasetDays: 30 }),
  'PATCH /members/:member': () => ask('PATCH', `/members/${member.id}`, { role: 'viewer' }),
  'PATCH /analyses/:id/share': () => inAnalysis('PATCH', '/share', { isKept: true }),
  'PUT /analyses/:id/source/schedule': () =>
    inAnalysis('PUT', '/source/schedule', { every: 'day', hour: 7, timeZone: 'UTC' }),
  'POST /analyses/:id/source/token': () => inAnalysis('POST', '/source/token'),
  'POST /analyses/:id/source/run': () => inAnalysis('POST', '/source/run'),
  'POST /analyses/:id/source/pause': 'ends something',
  'POST /analyses/:id/source/resume': () => inAnalysis('POST', '/source/resume'),
  'POST /analyses/:id/alerts/seen': 'a time',
  'POST /analyses/:id/move': 'what is stored stays so; its new owner must have room',
  'POST /connections/:kind/connect': () =>
    ask('POST', '/connections/sheets/connect', { returnTo: 'connections' }),
  'POST /connections/:kind/check': 'replaces a short text by another one',
  'PUT /connections/:kind/named/:resource': () =>
    ask('PUT', '/connections/sheets/named/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdef'),
  'POST /platforms/:kind/places': 'reads',
  'POST /pushes/:kind/preview': 'reads',
  'POST /sends/key': 'reads',
  'POST /leave': 'ends something',
  'DELETE /members/:member': 'ends something',
  'DELETE /invitations/:invitation': 'ends something',
  'DELETE /analyses/:id': 'ends something',
  'DELETE /analyses/:id/share': 'ends something',
  'DELETE /analyses/:id/source': 'ends something',
  'DELETE /connections/:kind': 'ends something',
  'DELETE /connections/:kind/named/:resource': 'ends something',
  'DELETE ': 'ends something',
  'POST /pushes/:id/undo': 'ends something',
};

test('every call of a team that may change something asks for room, or has a reason why not', () => {
  const calls = Object.keys(TEAM_CALLS).filter((name) => !name.startsWith('GET '));
  expect(Object.keys(CALLS).toSorted()).toEqual(calls.toSorted());
});

const GROWING = Object.entries(CALLS).flatMap(([name, make]) =>
  typeof make === 'string' ? [] : [[name, make] as const],
);

const connected = async () => {
  for (const kind of ['google-values', 'meta'])
    await env.DB.prepare(
      `INSERT INTO connections (user_id, kind, account, key_version, refresh_token, access_expires_at, lease_until)
       VALUES (?, ?, 'ads@example.com', 'v', 'r', 0, 0) ON CONFLICT DO NOTHING`,
    )
      .bind(team, kind)
      .run();
};

test.each(GROWING)('%s is refused where the site is full, and changes nothing', async (_name, make) => {
  await connected();
  const stored = () =>
    env.DB.prepare('SELECT stored_bytes AS n FROM users WHERE id = ?').bind(team).first<number>('n');
  const before = await stored();
  const bindings = await full();
  const onFull = await sendHere(make(), { ...OFFERING, ...bindings });
  expect([onFull.status, await onFull.json()]).toMatchObject([507, { code: 'SERVICE_FULL' }]);
  expect(await stored()).toBe(before);
});

test('the counts of a send are noted on a full site, without its requests and for this send alone', async () => {
  await connected();
  const insert = "INSERT INTO sends VALUES (?, ?, '1234567890', NULL, '2', 'abc', 9, 1, 0, 0, '{}', 1, 1)";
  await env.DB.batch([
    env.DB.prepare(insert).bind('counting', team),
    env.DB.prepare(insert).bind('waiting', team),
  ]);
  const body = { done: 5, refused: 2, requests: [{ id: 'r', events: 5, outcome: null }] };
  const bindings = { ...OFFERING, ...(await full()) };
  expect((await sendHere(ask('PATCH', '/sends/counting', body), bindings)).status).toBe(507);
  const { results } = await env.DB.prepare(
    "SELECT id, done, refused, requests FROM sends WHERE id IN ('counting', 'waiting') ORDER BY id",
  ).all();
  expect(results).toEqual([
    { id: 'counting', done: 5, refused: 2, requests: '{}' },
    { id: 'waiting', done: 0, refused: 0, requests: '{}' },
  ]);
});

test('a team that is full is renamed all the same, unless the accounts without Google have no room for its log', async () => {
  const [maker, other] = [await signedInUser(), await signedInUser()];
  const [own, theirs] = [await makeTeam(maker), await makeTeam(other)];
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?').bind(`g-${other.id}`, other.id).run();
  const rename = async (team: string, { cookie }: TestUser, name: string, bindings = {}) =>
    (await sendHere(request(`/api/teams/${team}`, { method: 'PATCH', cookie, body: { name } }), bindings))
      .status;
  const bytes = 200 * MIB;
  await env.DB.prepare('UPDATE users SET stored_bytes = stored_bytes + ? WHERE id = ?')
    .bind(bytes, own)
    .run();
  expect(await rename(own, maker, 'Renamed', { DATABASE_MB: 10_000 })).toBe(200);
  // A quarter of 80% of 500 MB is theirs.
  expect(await rename(own, maker, 'Again', { DATABASE_MB: 500 })).toBe(507);
  expect(await rename(theirs, other, 'Again', { DATABASE_MB: 500 })).toBe(200);
  expect([await count("teams WHERE id = ? AND name = 'Renamed'", own)]).toEqual([1]);
  await env.DB.prepare('UPDATE users SET stored_bytes = stored_bytes - ? WHERE id = ?')
    .bind(bytes, own)
    .run();
});

test('leaving, ending and deleting work on a full site, of a team and of a user', async () => {
  const [maker, leaver] = [await signedInUser(), await signedInUser()];
  const own = await makeTeam(maker);
  await enrol(own, leaver, 'editor');
  const [first, personal] = [await savedIn(own, maker), await saved(leaver.cookie)];
  const { id: invitation } = await invited(own, maker);
  await call(`/api/teams/${own}/analyses/${first}/share`, {
    method: 'POST',
    cookie: maker.cookie,
    body: { isKept: true, figures: makeFigures() },
  });
  const bindings = await full();
  const end = (path: string, method = 'DELETE', cookie = maker.cookie, body?: unknown) =>
    request(path, { method, cookie, ...(body !== undefined && { body }) });
  for (const sent of [
    end(`/api/teams/${own}/analyses/${first}/share`),
    end(`/api/teams/${own}/analyses/${first}/source`),
    end(`/api/teams/${own}/connections/meta`),
    end(`/api/teams/${own}/invitations/${invitation}`),
    end(`/api/teams/${own}/analyses/${first}`),
    end(`/api/teams/${own}/leave`, 'POST', leaver.cookie),
    end(`/api/analyses/${personal}`, 'DELETE', leaver.cookie),
    end(`/api/teams/${own}`, 'DELETE', maker.cookie, { name: 'Acme' }),
    deletion(maker.cookie),
  ])
    expect([
      sent.url,
      (await sendHere(sent, { ...bindings, META_APP_ID: 'a', META_APP_SECRET: 'b' })).status,
    ]).toEqual([sent.url, 200]);
  expect(await count('users WHERE id IN (?, ?)', maker.id, own)).toBe(0);
});

test('a full site makes no new teams and accounts, and lets everybody with an account in', async () => {
  const bindings = await full();
  const body = { email: `new-${crypto.randomUUID()}@example.com`, password: PASSWORD };
  const refused = await sendHere(request('/api/auth/signup', { method: 'POST', body }), bindings);
  expect([refused.status, await refused.json()]).toEqual([
    507,
    {
      message: 'This site has no room for new accounts right now. Please try again later.',
      code: 'SERVICE_FULL',
    },
  ]);
  expect(await count('users WHERE email = ?', body.email)).toBe(0);
  const claims = { sub: `new-${crypto.randomUUID()}`, email: `${crypto.randomUUID()}@example.com` };
  const start = await leave({ claims });
  const back = await sendHere(request(start.back, { cookie: start.cookie }), bindings);
  expect(back.headers.get('Location')).toBe('/auth/login?error=google-full');
  expect(await count('users WHERE google_id = ?', claims.sub)).toBe(0);
  const login = { email: member.email, password: PASSWORD };
  expect((await sendHere(request('/api/auth/login', { method: 'POST', body: login }), bindings)).status).toBe(
    200,
  );
  const made = await sendHere(
    request('/api/teams', { method: 'POST', cookie: member.cookie, body: { name: 'New' } }),
    bindings,
  );
  expect([made.status, await made.json()]).toMatchObject([
    507,
    { message: 'This site has no room to store more right now. Please try again later.' },
  ]);
  const roomy = { DATABASE_MB: bindings.DATABASE_MB + 1 };
  expect((await sendHere(request('/api/auth/signup', { method: 'POST', body }), roomy)).status).toBe(201);
});

// --- The reserve ---

/** A database that is full, also after each write, until something was deleted. */
function makeTight(): D1Database {
  let isFull = true;
  return watchDatabase(env.DB, async ({ statements, work }) => {
    const writes = statements.filter((sql) => !/^\s*(select|with)\b/i.test(sql));
    if (writes.length === 0) return await work();
    const onlyDeletes = writes.every((sql) => /^\s*delete/i.test(sql));
    if (isFull && !onlyDeletes) throw new Error('D1_ERROR: Exceeded maximum DB size: SQLITE_FULL');
    isFull = !onlyDeletes;
    return await work();
  });
}

/** A Worker on such a database. */
function startTight() {
  const DB = makeTight();
  return (sent: Request): Promise<Response> =>
    Promise.resolve(app.fetch(sent, { ...env, DB }, createExecutionContext()));
}

test('where the reserve is full too, expired sessions and counters make room for the next one', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('expired', ?, '{\"createdAt\":1}', 2)",
    ).bind(user.id),
    env.DB.prepare(
      "INSERT INTO rate_limits VALUES ('expired', 1, 2), ('open', 1, ?) ON CONFLICT DO NOTHING",
    ).bind(Date.now() + 60_000),
  ]);
  const body = { email: user.email, password: PASSWORD };
  const headers = { 'CF-Connecting-IP': '192.0.2.201' };
  const response = await startTight()(request('/api/auth/login', { method: 'POST', body, headers }));
  expect(response.status).toBe(200);
  expect(await count("sessions WHERE sid = 'expired'")).toBe(0);
  expect(await count("rate_limits WHERE key = 'expired'")).toBe(0);
  expect(await count("rate_limits WHERE key = 'open'")).toBe(1);
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(2);
  expect((await call('/api/auth/user', { cookie: other.cookie })).status).toBe(200);
});

test('a password is replaced where the reserve is full too: the new session has room, and nobody else is signed out', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const second = await call('/api/auth/login', {
    method: 'POST',
    body: { email: user.email, password: PASSWORD },
  });
  await env.DB.prepare(
    "INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('expired-too', ?, '{\"createdAt\":1}', 2)",
  )
    .bind(other.id)
    .run();
  const change = (password: string, newPassword: string) =>
    startTight()(
      request('/api/auth/password', {
        method: 'POST',
        cookie: user.cookie,
        body: { password, newPassword },
        headers: { 'CF-Connecting-IP': '192.0.2.202' },
      }),
    );
  const fresh = 'a new phrase for a full room';
  const wrong = await change('not the password', fresh);
  expect([wrong.status, await count('sessions WHERE user_id = ?', user.id)]).toEqual([401, 2]);

  const response = await change(PASSWORD, fresh);
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'Your password has been changed.' },
  ]);
  expect(await count("sessions WHERE sid = 'expired-too'")).toBe(0);
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
  const status = async (cookie: string | null) => (await call('/api/auth/user', { cookie })).status;
  expect(await Promise.all([cookieOf(response), user.cookie, cookieOf(second)].map(status))).toEqual([
    200, 401, 401,
  ]);
  expect(await status(other.cookie)).toBe(200);
  const signIn = async (email: string, password: string) =>
    (await call('/api/auth/login', { method: 'POST', body: { email, password } })).status;
  expect([await signIn(user.email, fresh), await signIn(user.email, PASSWORD)]).toEqual([200, 401]);
  expect(await signIn(other.email, PASSWORD)).toBe(200);
});

test('a way back is mailed and a password is replaced by it where the reserve is full too, and nobody else is signed out', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const mailbox = new Mailbox();
  const expire = () =>
    env.DB.prepare(
      "INSERT INTO sessions (sid, user_id, sess, expire) VALUES ('expired-by-mail', ?, '{\"createdAt\":1}', 2)",
    )
      .bind(other.id)
      .run();
  const postTight = async (path: string, body: object) => {
    await expire();
    const response = await mailbox.call(path, { method: 'POST', body }, { DB: makeTight() });
    expect([path, response.status, await count("sessions WHERE sid = 'expired-by-mail'")]).toEqual([
      path,
      200,
      0,
    ]);
    return response;
  };
  expect((await postTight('/api/auth/forgot', { email: user.email })).status).toBe(200);
  const token = mailbox.tokenOf('reset', user.email);
  const fresh = 'a new phrase by mail';
  const response = await postTight('/api/auth/reset', { token, newPassword: fresh });
  expect([response.status, await response.json()]).toEqual([
    200,
    { message: 'Your password has been changed.', isHandedOver: true },
  ]);
  const status = async (cookie: string) => (await call('/api/auth/user', { cookie })).status;
  expect([await status(user.cookie), await status(other.cookie)]).toEqual([401, 200]);
  const signInWith = async (email: string, password: string) =>
    (await call('/api/auth/login', { method: 'POST', body: { email, password } })).status;
  expect([await signInWith(user.email, fresh), await signInWith(user.email, PASSWORD)]).toEqual([200, 401]);
  expect(await signInWith(other.email, PASSWORD)).toBe(200);
});

test('a failure of another kind deletes nothing, and is not tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const user = await signedInUser();
  await env.DB.prepare("INSERT INTO rate_limits VALUES ('expired', 1, 2) ON CONFLICT DO NOTHING").run();
  const DB = watchDatabase(env.DB, ({ statements, work }) =>
    statements.some((sql) => /insert into "sessions"/i.test(sql))
      ? Promise.reject(new Error('D1_ERROR: busy'))
      : work(),
  );
  const body = { email: user.email, password: PASSWORD };
  const response = await app.fetch(
    request('/api/auth/login', { method: 'POST', body }),
    { ...env, DB },
    createExecutionContext(),
  );
  expect([response.status, await response.json()]).toMatchObject([
    503,
    { message: 'The service is unavailable right now. Please try again in a moment.' },
  ]);
  expect(await count("rate_limits WHERE key = 'expired'")).toBe(1);
});
