import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { makeFaulty } from './faulty-database.ts';
import { comeBack, leave, signInWithGoogle, type Persona } from './google-support.ts';
import {
  ORIGIN,
  PASSWORD,
  call,
  cookieOf,
  count,
  makeUser,
  request,
  signIn,
  signedInUser,
} from './support.ts';
import { watchDatabase } from './watched-database.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const person = (): { sub: string; email: string } => {
  const id = crypto.randomUUID();
  return { sub: `google-${id}`, email: `${id}@example.com` };
};

/** The claims of somebody in the Google Workspace to which the addresses of the tests belong. */
const employee = (email: string, sub = person().sub) => ({ sub, email, hd: 'example.com' });

/** All that the database holds about a user, to be compared with what it holds later. */
async function recordOf(userId: string): Promise<unknown> {
  const [user, sessions] = await env.DB.batch([
    env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(userId),
    env.DB.prepare('SELECT * FROM sessions WHERE user_id = ? ORDER BY sid').bind(userId),
  ]);
  return [user?.results, sessions?.results];
}

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await call('/api/auth/user', { cookie })).status === 200;

const read = async (response: Response): Promise<unknown> =>
  (await call('/api/auth/user', { cookie: cookieOf(response) })).json();

function expectFailure(response: Response, reason: string): void {
  expect([response.status, response.headers.get('Location')]).toEqual([302, `/auth/login?error=${reason}`]);
  expect(cookieOf(response)).toBeNull();
}

test('the request to Google asks for profile and e-mail, with PKCE, state and nonce', async () => {
  const { authorization, cookie } = await leave();
  const query = Object.fromEntries(authorization.searchParams);
  expect(query).toMatchObject({
    response_type: 'code',
    client_id: 'client-of-the-tests',
    redirect_uri: `${ORIGIN}/auth/google/callback`,
    scope: 'openid profile email',
    code_challenge_method: 'S256',
    prompt: 'select_account',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
  expect(cookie).not.toBeNull();
});

test('a new person gets an account and is signed in', async () => {
  const { sub, email } = person();
  const claims = {
    sub,
    email: email.toUpperCase(),
    given_name: 'Given',
    family_name: 'Family',
    picture: 'https://lh3.googleusercontent.com/p.png',
  };
  const response = await signInWithGoogle({ claims });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
  expect(await read(response)).toEqual({
    firstName: 'Given',
    lastName: 'Family',
    email,
    profileImageUrl: 'https://lh3.googleusercontent.com/p.png',
    hasPassword: false,
    unseenAlerts: 0,
  });
});

test('the same person comes back to the same account, whatever address and name are today', async () => {
  const { sub, email } = person();
  await signInWithGoogle({ claims: { sub, email } });
  const again = await signInWithGoogle({
    claims: { sub, email: 'moved@example.com', email_verified: false, given_name: 'New', family_name: '' },
  });
  expect(await read(again)).toMatchObject({ email, firstName: 'New', lastName: null });
  expect(await count('users WHERE google_id = ?', sub)).toBe(1);
});

/** How the session in this answer was begun. */
async function factsOf(response: Response): Promise<unknown> {
  const [, text = ''] = /=([\w-]{43})\./.exec(cookieOf(response) ?? '') ?? [];
  const row = await env.DB.prepare('SELECT sess FROM sessions WHERE sid = ?')
    .bind(await hashToken(text))
    .first<{ sess: string }>();
  return JSON.parse(row?.sess ?? 'null');
}

test('a session keeps how and when it was begun, and the domain that Google has named then', async () => {
  const createdAt = Date.now();
  vi.useFakeTimers({ now: createdAt, toFake: ['Date'] });
  const { email } = person();
  const claims = { ...employee(email), hd: 'Example.COM' };
  const google = { createdAt, provider: 'google' };
  expect(await factsOf(await signInWithGoogle({ claims }))).toEqual({ ...google, hd: 'example.com' });
  // Neither an earlier sign-in nor the address says anything about the account of today.
  expect(await factsOf(await signInWithGoogle({ claims: { ...claims, hd: null } }))).toEqual(google);
  const user = await makeUser();
  expect(await factsOf(await signIn(user.email))).toEqual({ createdAt, provider: 'password' });
});

test('a profile that has changed at Google changes for that user only', async () => {
  const [claims, others] = [person(), { ...person(), given_name: 'Other', family_name: 'Name' }];
  await signInWithGoogle({ claims });
  const other = await signInWithGoogle({ claims: others });
  const password = await signedInUser();
  const before = await recordOf(password.id);
  await signInWithGoogle({ claims: { ...claims, given_name: 'New' } });
  expect(await read(other)).toMatchObject({ email: others.email, firstName: 'Other', lastName: 'Name' });
  expect(await recordOf(password.id)).toEqual(before);
});

test.each([
  ['given_name', 'firstName', 'New'],
  ['family_name', 'lastName', 'New'],
  ['picture', 'profileImageUrl', 'https://lh3.googleusercontent.com/a/new.png'],
])('a profile of which only %s has changed at Google changes', async (claim, part, value) => {
  const claims = {
    ...person(),
    given_name: 'A',
    family_name: 'B',
    picture: 'https://lh3.googleusercontent.com/a/a.png',
  };
  const before: unknown = await read(await signInWithGoogle({ claims }));
  const after: unknown = await read(await signInWithGoogle({ claims: { ...claims, [claim]: value } }));
  expect(after).toEqual({ ...Object(before), [part]: value });
});

test('a device that is signed in elsewhere stays so when its user comes with Google again', async () => {
  const claims = person();
  const first = cookieOf(await signInWithGoogle({ claims })) ?? '';
  await signInWithGoogle({ claims: { ...claims, given_name: 'New' } });
  expect(await isSignedIn(first)).toBe(true);
});

test('a profile that has not changed is not written again', async () => {
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const claims = { ...person(), picture: 'https://lh3.googleusercontent.com/a/a.png' };
  await signInWithGoogle({ claims });
  vi.setSystemTime(now + 1000);
  await signInWithGoogle({ claims });
  expect(await count('users WHERE google_id = ? AND updated_at = ?', claims.sub, now)).toBe(1);
});

test('names are kept without the spaces around them; a person may have no name, picture or address', async () => {
  const spaced = { ...person(), given_name: ' Ada ', family_name: '   ' };
  expect(await read(await signInWithGoogle({ claims: spaced }))).toMatchObject({
    firstName: 'Ada',
    lastName: null,
  });
  const nameless = { ...person(), given_name: null, family_name: null };
  expect(await read(await signInWithGoogle({ claims: nameless }))).toMatchObject({
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  });
  expectFailure(await signInWithGoogle({ claims: { ...person(), email: null } }), 'google-unverified');
});

test('a sign-in leaves no timer running', async () => {
  const start = await leave({ claims: person() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect((await comeBack(start)).headers.get('Location')).toBe('/');
  expect(vi.getTimerCount()).toBe(0);
});

test('two callbacks of a new person at once make one account', async () => {
  const claims = person();
  const starts = [await leave({ claims }), await leave({ claims })];
  const responses = await Promise.all(starts.map((start) => comeBack(start)));
  expect(responses.map((response) => response.headers.get('Location'))).toEqual(['/', '/']);
  expect(await count('users WHERE google_id = ?', claims.sub)).toBe(1);
});

test.each([
  ['an address of Gmail', (id: string) => `${id}@gmail.com`, {}],
  ['an address of Gmail in its other spelling', (id: string) => `${id}@googlemail.com`, {}],
  [
    'an address of the Workspace that the person belongs to',
    (id: string) => `${id}@example.com`,
    { hd: 'Example.COM' },
  ],
])(
  'a password account with %s is linked, its password and sessions end, and nobody else notices',
  async (_name, toAddress, claims) => {
    const user = await signedInUser({ email: toAddress(crypto.randomUUID()) });
    const elsewhere = cookieOf(await signIn(user.email)) ?? '';
    const other = await signedInUser();
    const before = await recordOf(other.id);
    const { sub } = person();
    const response = await signInWithGoogle({ claims: { sub, email: user.email, ...claims } });
    expect(response.headers.get('Location')).toBe('/?notice=google-linked');
    expect(await read(response)).toMatchObject({ email: user.email });
    expect([await isSignedIn(user.cookie), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await (await signIn(user.email)).json()).toMatchObject({ code: 'USE_GOOGLE' });
    expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
    expect(await recordOf(other.id)).toEqual(before);
    expect(await isSignedIn(other.cookie)).toBe(true);

    const again = await signInWithGoogle({ claims: { sub, email: user.email, ...claims } });
    expect(again.headers.get('Location')).toBe('/');
  },
);

test.each([
  ['no Workspace', undefined],
  ['another Workspace', 'elsewhere.example'],
  ['the Workspace of a parent domain', 'com'],
  ['the Workspace of a child domain', 'mail.example.com'],
  ['a Workspace whose name ends with the domain', 'evil-example.com'],
  ['a Workspace without a name', ''],
])('a Google account of %s does not get into the password account of its address', async (_name, hd) => {
  const user = await signedInUser();
  const before = await recordOf(user.id);
  const response = await signInWithGoogle({ claims: { sub: person().sub, email: user.email, hd } });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/auth/link']);
  expect(cookieOf(response)).toBeNull();
  expect(response.headers.getSetCookie().at(-1)).toMatch(
    /^__Host-google-link=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(await recordOf(user.id)).toEqual(before);
  expect(await isSignedIn(user.cookie)).toBe(true);
});

test('an address that only ends like one of Gmail is none of Gmail', async () => {
  for (const domain of [
    'notgmail.com',
    'x.gmail.com',
    'gmail.com.example',
    'notgooglemail.com',
    'gmail.de',
  ]) {
    const user = await makeUser({ email: `${crypto.randomUUID()}@${domain}` });
    const response = await signInWithGoogle({ claims: { sub: person().sub, email: user.email } });
    expect([domain, response.headers.get('Location')]).toEqual([domain, '/auth/link']);
  }
});

test.each([
  ['gmail.com', 'googlemail.com'],
  ['googlemail.com', 'gmail.com'],
])(
  'a password account of %s is found by the same address of %s, and no other account is',
  async (own, named) => {
    const name = crypto.randomUUID();
    const user = await signedInUser({ email: `${name}@${own}` });
    const other = await signedInUser({ email: `x${name}@${own}` });
    const before = await recordOf(other.id);
    const { sub } = person();
    const response = await signInWithGoogle({ claims: { sub, email: `${name}@${named}` } });
    expect(response.headers.get('Location')).toBe('/?notice=google-linked');
    expect(await read(response)).toMatchObject({ email: user.email });
    expect(await isSignedIn(user.cookie)).toBe(false);
    expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
    expect(await recordOf(other.id)).toEqual(before);
  },
);

test('of two accounts with the two spellings of a Gmail address the one that Google names is linked', async () => {
  const name = crypto.randomUUID();
  const twin = await signedInUser({ email: `${name}@gmail.com` });
  const user = await signedInUser({ email: `${name}@googlemail.com` });
  const { sub } = person();
  await signInWithGoogle({ claims: { sub, email: user.email } });
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
  expect(await isSignedIn(twin.cookie)).toBe(true);
});

/** A password account that a Google account of a foreign domain is about to be linked to. */
async function askedForPassword(claims: Record<string, unknown> = {}) {
  const user = await signedInUser();
  const { sub } = person();
  const names = {
    given_name: 'Łucja',
    family_name: 'Żak',
    picture: 'https://lh3.googleusercontent.com/l.png',
  };
  const response = await signInWithGoogle({ claims: { sub, email: user.email, ...names, ...claims } });
  return { user, sub, cookie: cookieOf(response, '__Host-google-link') ?? '' };
}

const link = (cookie: string, password: string, headers: Record<string, string> = {}): Promise<Response> =>
  call('/api/auth/google/link', { method: 'POST', body: { password }, cookie, headers });

const EXPIRED = {
  message: 'This Google sign-in has expired. Please continue with Google again.',
  code: 'LINK_EXPIRED',
};

async function expectExpired(response: Response): Promise<void> {
  expect([response.status, await response.json()]).toEqual([410, EXPIRED]);
  expect(response.headers.getSetCookie()).toEqual([]);
}

test('with its password a password account is linked once, and keeps password and sessions', async () => {
  const { user, sub, cookie } = await askedForPassword({ hd: 'elsewhere.example' });
  const other = await signedInUser();
  const before = await recordOf(other.id);
  const shown = await call('/api/auth/google/link', { cookie });
  expect([shown.status, await shown.json()]).toEqual([200, { email: user.email }]);

  const response = await link(cookie, PASSWORD);
  const ada = {
    firstName: 'Łucja',
    lastName: 'Żak',
    email: user.email,
    profileImageUrl: 'https://lh3.googleusercontent.com/l.png',
    hasPassword: true,
  };
  expect([response.status, await response.json()]).toEqual([200, ada]);
  expect(await read(response)).toEqual({ ...ada, unseenAlerts: 0 });
  expect(await factsOf(response)).toMatchObject({ provider: 'google', hd: 'elsewhere.example' });
  expect(response.headers.getSetCookie().join()).toMatch(/__Host-google-link=; Max-Age=0;/);
  expect(cookieOf(response, '__Host-device')).toContain(user.id);
  expect(await isSignedIn(user.cookie)).toBe(true);
  expect((await signIn(user.email)).status).toBe(200);
  expect((await signInWithGoogle({ claims: { sub, email: user.email } })).headers.get('Location')).toBe('/');
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
  expect(await recordOf(other.id)).toEqual(before);
  await expectExpired(await link(cookie, PASSWORD));
});

test('linking ends the session that the browser presented, and a wrong password does not', async () => {
  const { cookie } = await askedForPassword();
  const planted = await signedInUser();
  expect((await link(`${cookie}; ${planted.cookie}`, 'wrong')).status).toBe(401);
  expect(await isSignedIn(planted.cookie)).toBe(true);
  expect((await link(`${cookie}; ${planted.cookie}`, PASSWORD)).status).toBe(200);
  expect(await isSignedIn(planted.cookie)).toBe(false);
});

test('wrong passwords link nothing, and count like those of a sign-in', async () => {
  const { user, cookie } = await askedForPassword();
  const before = await recordOf(user.id);
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  for (let n = 0; n < 10; n++) {
    const response = await link(cookie, `guess ${n}`, headers);
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'WRONG_PASSWORD' }]);
  }
  expect((await link(cookie, PASSWORD, headers)).status).toBe(429);
  expect((await signIn(user.email, PASSWORD, { headers })).status).toBe(429);
  expect(await recordOf(user.id)).toEqual(before);
  expect((await link(cookie, '')).status).toBe(400);
  expect((await link(cookie, PASSWORD)).status).toBe(200);
});

test('without the cookie, with one that is not ours, and after 10 minutes nothing is linked', async () => {
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const { user, cookie } = await askedForPassword();
  const attempt = (await leave()).cookie ?? '';
  const forged = [
    '',
    `${cookie}x`,
    cookie.replace(/.\.(?=[^.]+$)/, '_.'),
    attempt.replace('__Host-google=', '__Host-google-link='),
    user.cookie.replace('__Host-session=', '__Host-google-link='),
  ];
  for (const value of forged) {
    await expectExpired(await link(value, PASSWORD));
    await expectExpired(await call('/api/auth/google/link', { cookie: value }));
  }
  vi.setSystemTime(now + 10 * 60 * 1000 - 1);
  expect((await call('/api/auth/google/link', { cookie })).status).toBe(200);
  vi.setSystemTime(now + 10 * 60 * 1000);
  await expectExpired(await link(cookie, PASSWORD));
  await expectExpired(await call('/api/auth/google/link', { cookie }));
  expect(await count('users WHERE id = ? AND google_id IS NULL', user.id)).toBe(1);
});

test('a page of another site can not link', async () => {
  const { user, cookie } = await askedForPassword();
  expect((await link(cookie, PASSWORD, { Origin: 'https://evil.example' })).status).toBe(403);
  expect(await count('users WHERE id = ? AND google_id IS NULL', user.id)).toBe(1);
});

test('an account that has changed while its password was asked for is not linked', async () => {
  const [gone, renewed, taken] = [
    await askedForPassword(),
    await askedForPassword(),
    await askedForPassword(),
  ];
  await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(gone.user.id).run();
  const successor = await makeUser({ email: gone.user.email });
  await env.DB.prepare('UPDATE users SET password_hash = NULL WHERE id = ?').bind(renewed.user.id).run();
  // The same person makes an account with another address meanwhile.
  await signInWithGoogle({ claims: { sub: taken.sub, email: person().email } });
  for (const { user, cookie } of [gone, renewed, taken]) {
    await expectExpired(await link(cookie, PASSWORD));
    expect(await count('users WHERE id = ? AND google_id IS NOT NULL', user.id)).toBe(0);
  }
  expect(await count('users WHERE id = ? AND google_id IS NULL', successor.id)).toBe(1);
});

/** A database on which `interlude` happens once, right before the first statement that begins like `start`. */
function interrupt(start: string, interlude: () => Promise<unknown>): D1Database {
  let isDone = false;
  return watchDatabase(env.DB, async ({ statements, work }) => {
    if (!isDone && statements.some((sql) => sql.startsWith(start))) {
      isDone = true;
      await interlude();
    }
    return await work();
  });
}

test('of two Google accounts that link one password account at once the first has it, and the second is refused', async () => {
  const user = await signedInUser();
  const [first, second] = [person().sub, person().sub];
  const start = await leave({ claims: employee(user.email, second) });
  let winner: Response | undefined;
  const DB = interrupt('update "users"', async () => {
    winner = await signInWithGoogle({ claims: employee(user.email, first) });
  });
  const sent = request(start.back, { cookie: start.cookie });
  const loser = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect(winner?.headers.get('Location')).toBe('/?notice=google-linked');
  expectFailure(loser, 'google-other-account');
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, first)).toBe(1);
  expect(await isSignedIn(winner ? (cookieOf(winner) ?? '') : '')).toBe(true);
});

test('a person whose account is deleted while they come back gets a new one', async () => {
  const claims = person();
  const first = await signInWithGoogle({ claims });
  const other = await signedInUser();
  const start = await leave({ claims });
  const DB = interrupt('insert into "sessions"', () =>
    env.DB.prepare('DELETE FROM users WHERE google_id = ?').bind(claims.sub).run(),
  );
  const sent = request(start.back, { cookie: start.cookie });
  const response = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect(response.headers.get('Location')).toBe('/');
  expect(await read(response)).toMatchObject({ email: claims.email });
  expect(await isSignedIn(cookieOf(first) ?? '')).toBe(false);
  expect(await isSignedIn(other.cookie)).toBe(true);
});

test('a new person whose address somebody else takes at that moment is refused', async () => {
  const claims = person();
  const start = await leave({ claims });
  let user: { id: string } | undefined;
  const DB = interrupt('insert into "users"', async () => {
    user = await makeUser({ email: claims.email });
  });
  const sent = request(start.back, { cookie: start.cookie });
  expectFailure(await app.fetch(sent, { ...env, DB }, createExecutionContext()), 'google-other-account');
  expect(await count('users WHERE google_id = ?', claims.sub)).toBe(0);
  expect(await count('sessions WHERE user_id = ?', user?.id)).toBe(0);
});

test('an account that has a password and a Google account is asked for neither by another Google account', async () => {
  const { user, sub, cookie } = await askedForPassword();
  await link(cookie, PASSWORD);
  for (const claims of [{ sub: person().sub, email: user.email }, employee(user.email)])
    expectFailure(await signInWithGoogle({ claims }), 'google-other-account');
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
});

test('a link to an account that is gone or has a Google account by now looks at no password', async () => {
  const [gone, linked] = [await askedForPassword(), await askedForPassword()];
  await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(gone.user.id).run();
  await env.DB.prepare('UPDATE users SET google_id = ? WHERE id = ?')
    .bind(person().sub, linked.user.id)
    .run();
  for (const { cookie } of [gone, linked]) await expectExpired(await link(cookie, 'wrong'));
});

test('of two passwords at once that link two Google accounts to one account one does', async () => {
  const { user, sub, cookie } = await askedForPassword();
  const other = await signInWithGoogle({ claims: { sub: person().sub, email: user.email } });
  const second = cookieOf(other, '__Host-google-link');
  let winner: Response | undefined;
  const DB = interrupt('update "users"', async () => {
    winner = await link(cookie, PASSWORD);
  });
  const sent = request('/api/auth/google/link', {
    method: 'POST',
    body: { password: PASSWORD },
    cookie: second,
  });
  const loser = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect([winner?.status, loser.status]).toEqual([200, 410]);
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);
});

test('a password that is changed while it is checked stays changed, and nothing is linked', async () => {
  const { user, cookie } = await askedForPassword();
  const change = () =>
    env.DB.prepare("UPDATE users SET password_hash = 'changed' WHERE id = ?").bind(user.id).run();
  const DB = interrupt('update "users"', change);
  const sent = request('/api/auth/google/link', { method: 'POST', body: { password: PASSWORD }, cookie });
  const response = await app.fetch(sent, { ...env, DB }, createExecutionContext());
  expect(response.status).toBe(410);
  const unlinked = "users WHERE id = ? AND google_id IS NULL AND password_hash = 'changed'";
  expect(await count(unlinked, user.id)).toBe(1);
});

test('a sign-in with the password that a link to Google overtakes comes to nothing', async () => {
  const user = await makeUser();
  const planted = await signedInUser();
  let linked: Response | undefined;
  const overtaken = watchDatabase(env.DB, async ({ statements, work }) => {
    // The password has been found right by now.
    if (statements.some((sql) => sql.startsWith('insert into "sessions"')))
      linked ??= await signInWithGoogle({ claims: employee(user.email) });
    return await work();
  });
  const body = { email: user.email, password: PASSWORD };
  const response = await app.fetch(
    request('/api/auth/login', { method: 'POST', body, cookie: planted.cookie }),
    { ...env, DB: overtaken },
    createExecutionContext(),
  );
  expect(linked?.headers.get('Location')).toBe('/?notice=google-linked');
  expect(response.status).toBe(401);
  expect(cookieOf(response)).toBeNull();
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
  // The session that the browser presented ends only where another one begins.
  expect(await isSignedIn(planted.cookie)).toBe(true);
});

test('a callback that comes to nothing leaves the presented session alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const user = await signedInUser();
  await signInWithGoogle({ claims: { ...person(), email_verified: false } }, user.cookie);
  const owner = person();
  await signInWithGoogle({ claims: owner });
  await signInWithGoogle({ claims: { ...owner, sub: person().sub } }, user.cookie);
  await signInWithGoogle({ status: 500 }, user.cookie);
  expect(await isSignedIn(user.cookie)).toBe(true);
});

test('an address that Google has not verified neither links nor makes an account', async () => {
  const user = await makeUser();
  const { sub } = person();
  expectFailure(
    await signInWithGoogle({ claims: { sub, email: user.email, email_verified: false } }),
    'google-unverified',
  );
  expectFailure(await signInWithGoogle({ claims: { sub, email_verified: 'false' } }), 'google-unverified');
  expectFailure(await signInWithGoogle({ claims: { sub, email: 'no address' } }), 'google-unverified');
  expect((await signIn(user.email)).status).toBe(200);
  expect(await count('users WHERE google_id = ?', sub)).toBe(0);
  const inItsWorkspace = { ...employee(user.email), email_verified: false };
  expectFailure(await signInWithGoogle({ claims: inItsWorkspace }), 'google-unverified');
});

test('Google may say in words that an address is verified', async () => {
  const yes = await signInWithGoogle({ claims: { ...person(), email_verified: 'true' } });
  expect(yes.headers.get('Location')).toBe('/');
  for (const word of ['false', 'TRUE', 'yes', '1', '']) {
    const response = await signInWithGoogle({ claims: { ...person(), email_verified: word } });
    expect([word, response.headers.get('Location')]).toEqual([word, '/auth/login?error=google-unverified']);
  }
});

test('an address that belongs to another Google account is refused', async () => {
  const first = person();
  await signInWithGoogle({ claims: first });
  expectFailure(await signInWithGoogle({ claims: { ...first, sub: person().sub } }), 'google-other-account');
});

test.each([
  'javascript:alert(1)',
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com.evil.example/a',
  'https://lh3.googleusercontent.com:444/a',
  'https://evil.googleusercontent.com/a',
])('the picture %s is not kept, since no page may load it, and names are cut', async (picture) => {
  const claims = { ...person(), picture, given_name: 'x'.repeat(500) };
  expect(await read(await signInWithGoogle({ claims }))).toMatchObject({
    profileImageUrl: null,
    firstName: 'x'.repeat(100),
  });
});

test('an address of a picture is kept with up to 1,024 characters', async () => {
  const start = 'https://lh3.googleusercontent.com/a/';
  for (const length of [1024, 1025]) {
    const picture = start + 'x'.repeat(length - start.length);
    const response = await signInWithGoogle({ claims: { ...person(), picture } });
    expect(await read(response)).toMatchObject({ profileImageUrl: length === 1024 ? picture : null });
  }
});

test('the session of a sign-in with Google lasts as long as any other, and the attempt is forgotten', async () => {
  const response = await signInWithGoogle({ claims: person() });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-google=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-session=[\w-]{43}\.[\w-]{43}; Max-Age=604800; Path=\//),
    '__Host-signed-in=yes; Max-Age=604800; Path=/; Secure; SameSite=Lax',
  ]);
  const failed = await signInWithGoogle({ error: 'access_denied' });
  expect(failed.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-google=; Max-Age=0;/)]);
});

test('the session that the browser presented ends with the sign-in', async () => {
  const planted = await signedInUser();
  const response = await signInWithGoogle({ claims: person() }, planted.cookie);
  expect(response.headers.get('Location')).toBe('/');
  expect((await call('/api/auth/user', { cookie: planted.cookie })).status).toBe(401);
});

test('where no other provider is named, Google itself is asked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const bindings = {
    ...env,
    GOOGLE_ISSUER: undefined,
    GOOGLE_AUTHORIZATION_ENDPOINT: undefined,
    GOOGLE_TOKEN_ENDPOINT: undefined,
  };
  const send = (sent: Request) => app.fetch(sent, bindings, createExecutionContext());
  const { origin, pathname } = new URL(
    (await send(request('/api/auth/google'))).headers.get('Location') ?? '',
  );
  expect(origin + pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');

  const start = await leave({ claims: { ...person(), iss: 'https://accounts.google.com' } });
  const passOn = globalThis.fetch;
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const sent = new Request(input);
    asked.push(sent.url);
    return passOn(new Request(env.GOOGLE_TOKEN_ENDPOINT ?? '', sent));
  });
  const response = await send(request(start.back, { cookie: start.cookie }));
  expect(asked).toEqual(['https://oauth2.googleapis.com/token']);
  expect(response.headers.get('Location')).toBe('/');
});

test('without keys the button comes back with a reason', async () => {
  const bindings = { ...env, GOOGLE_CLIENT_ID: undefined };
  const response = await app.fetch(request('/api/auth/google'), bindings, createExecutionContext());
  expectFailure(response, 'google-not-set-up');
});

test('a visitor who cancels at Google is told so; without a code Google is not asked', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const [cancelled, failed] = [
    await leave({ error: 'access_denied' }),
    await leave({ error: 'server_error' }),
  ];
  const fetched = vi.spyOn(globalThis, 'fetch');
  expectFailure(await comeBack(cancelled), 'google-cancelled');
  expectFailure(await comeBack(failed), 'google-failed');
  expect(fetched).not.toHaveBeenCalled();
  expect(log).not.toHaveBeenCalled();
});

test('a callback of another browser, of another attempt or of none is refused', async () => {
  const mine = await leave();
  const other = await leave();
  expectFailure(await comeBack({ ...mine, cookie: null }), 'google-expired');
  expectFailure(await comeBack({ ...mine, cookie: other.cookie }), 'google-expired');
  expectFailure(await comeBack({ ...mine, cookie: `${mine.cookie}x` }), 'google-expired');
  expectFailure(await call('/auth/google/callback', { cookie: mine.cookie }), 'google-expired');
  const back = mine.back.replace(/state=(.)/, (_, first) => `state=${first === '_' ? '-' : '_'}`);
  expectFailure(await comeBack({ ...mine, back }), 'google-expired');
  const session = await signedInUser();
  const asAttempt = session.cookie.replace('__Host-session', '__Host-google');
  expectFailure(await comeBack({ ...mine, cookie: asAttempt }), 'google-expired');
});

test('callbacks that no sign-in of this browser began count for nobody, and one that it began goes on', async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
  const headers = { 'CF-Connecting-IP': '203.0.113.98' };
  const start = await leave({ claims: person() });
  const foreign = start.back.replace(/state=[^&]+/, 'state=foreign');
  for (const cookie of [null, start.cookie, `${start.cookie}x`]) {
    const answer = await call(foreign, { cookie, headers });
    expectFailure(answer, 'google-expired');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expectFailure(await call('/auth/google/callback', { headers }), 'google-expired');
  expectFailure(await call('/auth/google/callback?state=sheets', { headers }), 'google-expired');
  expect(await count('rate_limits')).toBe(0);
  expect((await call(start.back, { cookie: start.cookie, headers })).headers.get('Location')).toBe('/');
});

test('a callback counts once', async () => {
  const start = await leave({ claims: person() });
  expect((await comeBack(start)).headers.get('Location')).toBe('/');
  expectFailure(await comeBack(start), 'google-expired');
});

test('a callback after 10 minutes is refused', async () => {
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const start = await leave();
  vi.setSystemTime(now + 10 * 60 * 1000);
  expectFailure(await comeBack(start), 'google-expired');
});

test.each<[string, Persona, string?]>([
  ['is of another issuer', { claims: { iss: 'https://accounts.elsewhere.example' } }, 'is meant for others'],
  ['is meant for another client', { claims: { aud: 'somebody else' } }, 'is meant for others'],
  [
    'is meant for others as well',
    { claims: { aud: ['client-of-the-tests', 'somebody else'] } },
    'is meant for others',
  ],
  ['is over', { claims: { exp: 1 } }, 'is over'],
  ['belongs to another attempt', { claims: { nonce: 'another' } }, 'belongs to another attempt'],
  ['names nobody', { claims: { sub: '' } }],
  ['is no token', { answer: { id_token: 'x.y.z' } }],
  ['is missing', { answer: { id_token: null } }],
])('an id token that %s is refused, and the log says why', async (_name, persona, reason?: string) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expectFailure(await signInWithGoogle(persona), 'google-failed');
  const text = reason === undefined ? '' : `The id token ${reason}`;
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`Google sign-in failed: ${text}`));
});

test('an id token may name its audience in a list', async () => {
  const response = await signInWithGoogle({ claims: { ...person(), aud: ['client-of-the-tests'] } });
  expect(response.headers.get('Location')).toBe('/');
});

test.each([400, 401, 403, 500, 503])(
  'a provider that answers the code with %d is a failed sign-in',
  async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expectFailure(await signInWithGoogle({ status }), 'google-failed');
  },
);

test('an id token is over in the very second that it names', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const now = Date.UTC(2026, 5, 1);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const exp = now / 1000;
  expectFailure(await signInWithGoogle({ claims: { ...person(), exp } }), 'google-failed');
  const alive = await signInWithGoogle({ claims: { ...person(), exp: exp + 1 } });
  expect(alive.headers.get('Location')).toBe('/');
});

test('the issuer of an id token may be named without its scheme, as Google documents', async () => {
  const issuer = env.GOOGLE_ISSUER ?? '';
  for (const iss of [issuer, issuer.replace('http://', '')]) {
    const response = await signInWithGoogle({ claims: { ...person(), iss } });
    expect([iss, response.headers.get('Location')]).toEqual([iss, '/']);
  }
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const iss of [`${issuer}/`, `https://${issuer}`, issuer.replace('http://', 'https://'), ''])
    expectFailure(await signInWithGoogle({ claims: { ...person(), iss } }), 'google-failed');
});

test('a code that the provider does not know is a failed sign-in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const start = await leave();
  const back = start.back.replace(/code=[^&]+/, 'code=made-up');
  expectFailure(await comeBack({ ...start, back }), 'google-failed');
});

test('a provider that can not be reached is a failed sign-in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const start = await leave();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  expectFailure(await comeBack(start), 'google-failed');
});

test('a provider that does not answer within 10 seconds is a failed sign-in', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const start = await leave();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    queueMicrotask(() => vi.advanceTimersByTime(10_000));
    return new Promise(() => {});
  });
  expectFailure(await comeBack(start), 'google-failed');
  expect(log).toHaveBeenCalledWith('Google sign-in failed: The provider did not answer');
});

test('failures of one network end on the page too, and have a counter of their own', async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
  const headers = { 'CF-Connecting-IP': '203.0.113.99' };
  const comeFrom = async (persona: Persona) => {
    const start = await leave(persona);
    return await call(start.back, { cookie: start.cookie, headers });
  };
  await signIn('nobody@example.com', 'x', { headers });
  await env.DB.prepare('UPDATE rate_limits SET count = 100').run();
  expectFailure(await comeFrom({ error: 'access_denied' }), 'google-cancelled');
  await env.DB.prepare("UPDATE rate_limits SET count = 98 WHERE key LIKE 'google:%'").run();
  for (let n = 0; n < 3; n++)
    expect((await comeFrom({ claims: person() })).headers.get('Location')).toBe('/');
  for (let n = 0; n < 2; n++) expectFailure(await comeFrom({ error: 'access_denied' }), 'google-cancelled');
  expectFailure(await comeFrom({ claims: person() }), 'google-limit');
  // Passwords of that network are another matter.
  await env.DB.prepare("DELETE FROM rate_limits WHERE key LIKE 'sign-in:%'").run();
  expect((await signIn((await makeUser()).email, PASSWORD, { headers })).status).toBe(200);
});

test('nothing that the visitor sends decides where the sign-in ends', async () => {
  const start = await leave({ claims: person() });
  const response = await comeBack({
    ...start,
    back: `${start.back}&redirect=//evil.example&next=/\\evil.example`,
  });
  expect(response.headers.get('Location')).toBe('/');
  const spoofed = await call('/api/auth/google', { headers: { 'X-Forwarded-Host': 'evil.example' } });
  const authorization = new URL(spoofed.headers.get('Location') ?? '');
  expect(authorization.searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/google/callback`);
});

test('neither secret nor code nor token is in an answer or in the log', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const start = await leave({ claims: { nonce: 'another' } });
  const response = await comeBack(start);
  const seen =
    JSON.stringify([...response.headers]) + JSON.stringify(log.mock.calls) + (await response.text());
  const code = new URL(start.back, ORIGIN).searchParams.get('code') ?? '?';
  for (const secret of ['secret of the tests', code, 'eyJ']) expect(seen).not.toContain(secret);
});

test.each(['throws', 'refuses', 'hangs', 'answer is lost'] as const)(
  'a database that %s at any step of the way back ends on the sign-in page, with a whole account or none',
  async (fault) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    for (let step = 0; ; step++) {
      const claims = person();
      const start = await leave({ claims });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const onSilence = () => void vi.advanceTimersByTime(5_000);
      const { database, wasReached } = makeFaulty(env.DB, { fault, step, onSilence });
      const sent = request(start.back, { cookie: start.cookie });
      const response = await app.fetch(sent, { ...env, DB: database }, createExecutionContext());
      vi.useRealTimers();
      if (!wasReached()) break;
      expectFailure(response, 'google-unavailable');
      expect(log).toHaveBeenCalledTimes(step + 1);
      const users = await count('users WHERE google_id = ?', claims.sub);
      const sessions = await count(
        'sessions s JOIN users u ON u.id = s.user_id WHERE u.google_id = ?',
        claims.sub,
      );
      expect([
        [0, 0],
        [1, 1],
      ]).toContainEqual([users, sessions]);
      // Either way, another try signs in.
      expect((await signInWithGoogle({ claims })).headers.get('Location')).toBe('/');
      expect(step).toBeLessThan(20);
    }
  },
);
