import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD, call, cookieOf, makeUser, signIn, signedInUser, type CallOptions } from './support.ts';

const MINUTE = 60 * 1000;

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
});

test('the right password signs in, the address in any spelling', async () => {
  const user = await makeUser({ email: 'jörg@example.com' });
  const response = await signIn('  JO\u0308RG@Example.COM ');
  expect([response.status, await response.json()]).toEqual([
    200,
    { firstName: null, lastName: null, email: user.email, profileImageUrl: null, hasPassword: true },
  ]);
  expect(cookieOf(response)).not.toBeNull();
});

test('an address without account is told apart', async () => {
  const response = await signIn('nobody@example.com');
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: 'That email address does not have an account.', code: 'USER_NOT_FOUND' },
  ]);
});

test('a wrong password signs nobody in', async () => {
  const user = await makeUser();
  const response = await signIn(user.email, 'wrong');
  expect([response.status, await response.json()]).toEqual([
    401,
    { message: 'The password is not right. Please try again.', code: 'WRONG_PASSWORD' },
  ]);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('a password to an account of Google is answered with the way in', async () => {
  const user = await makeUser({ googleId: 'google-of-sign-in' });
  const response = await signIn(user.email);
  expect([response.status, await response.json()]).toEqual([
    401,
    {
      message: 'This account signs in with Google. Please use Continue with Google.',
      code: 'USE_GOOGLE',
    },
  ]);
});

test.each([
  [{ email: 'no address', password: 'x' }, 'Please enter a valid email'],
  [{ email: 'a@example.com', password: '' }, 'Password is required'],
  [{ email: 'a@example.com' }, 'Password is required'],
  [{ email: 7, password: 'x' }, 'Please enter a valid email'],
  [{ email: ['a@example.com'], password: { length: 8 } }, 'Please enter a valid email'],
])('%j is refused with the text of its field', async (body, message) => {
  const response = await call('/api/auth/login', { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
});

test('a password that only agrees in its first 72 bytes is wrong', async () => {
  const password = 'x'.repeat(72);
  const email = `long-${crypto.randomUUID()}@example.com`;
  expect((await call('/api/auth/signup', { method: 'POST', body: { email, password } })).status).toBe(201);
  expect((await signIn(email, `${password}y`)).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(200);
});

const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } });

async function guess(email: string, times: number, options: CallOptions = from('203.0.113.1')) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, `guess ${n}`, options)).status);
  return [...new Set(statuses)];
}

/** The cookie of a browser that has signed in to the account before, and is signed out. */
async function knownBrowser(email: string): Promise<string> {
  return cookieOf(await signIn(email, PASSWORD, from('198.51.100.9')), '__Host-device') ?? '';
}

test('10 wrong passwords of a network close the account to that network for 15 minutes, and to no other', async () => {
  const start = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const user = await makeUser();
  expect(await guess(user.email, 9)).toEqual([401]);
  vi.setSystemTime(start + 5 * MINUTE);
  expect(await guess(user.email, 1)).toEqual([401]);
  const refused = await signIn(user.email, PASSWORD, from('203.0.113.1'));
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
    429,
    '600',
    {
      message: 'Too many wrong passwords for this account. Please try again in 10 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
  ]);
  expect((await signIn((await makeUser()).email, PASSWORD, from('203.0.113.1'))).status).toBe(200);
  expect((await signIn(user.email, PASSWORD, from('198.51.100.1'))).status).toBe(200);

  vi.setSystemTime(start + 15 * MINUTE);
  expect((await signIn(user.email, PASSWORD, from('203.0.113.1'))).status).toBe(200);
});

test('100 wrong passwords of many networks close the account for an hour, but not to a browser that was in it', async () => {
  const start = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const [user, other] = [await makeUser(), await makeUser()];
  const cookie = await knownBrowser(user.email);
  for (let n = 0; n < 10; n++) expect(await guess(user.email, 10, from(`203.0.113.${n}`))).toEqual([401]);
  const stranger = from('198.51.100.1');
  const refused = await signIn(user.email, PASSWORD, stranger);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600']);
  // A browser of another account is a stranger.
  const foreign = { ...stranger, cookie: await knownBrowser(other.email) };
  expect((await signIn(user.email, PASSWORD, foreign)).status).toBe(429);
  expect((await signIn(other.email, PASSWORD, stranger)).status).toBe(200);
  expect((await signIn(user.email, PASSWORD, { ...stranger, cookie })).status).toBe(200);

  vi.setSystemTime(start + 60 * MINUTE);
  expect((await signIn(user.email, PASSWORD, stranger)).status).toBe(200);
});

test('an attempt that is refused closes nothing further', async () => {
  const user = await makeUser();
  await guess(user.email, 10);
  expect(await guess(user.email, 150)).toEqual([429]);
  expect((await signIn(user.email, PASSWORD, from('198.51.100.1'))).status).toBe(200);
  // The network has 90 failures left, on other accounts.
  expect((await signIn('nobody@example.com', 'x', from('203.0.113.1'))).status).toBe(404);
});

test('10 wrong passwords of a browser that was in the account close it to that browser for 15 minutes only', async () => {
  const start = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const user = await makeUser();
  const [cookie, second] = [await knownBrowser(user.email), await knownBrowser(user.email)];
  const here = { ...from('198.51.100.1'), cookie };
  expect(await guess(user.email, 10, here)).toEqual([401]);
  expect((await signIn(user.email, PASSWORD, here)).status).toBe(429);
  expect((await signIn(user.email, PASSWORD, { ...here, cookie: second })).status).toBe(200);
  expect((await signIn(user.email, PASSWORD, from('198.51.100.1'))).status).toBe(200);
  vi.setSystemTime(start + 15 * MINUTE);
  expect((await signIn(user.email, PASSWORD, here)).status).toBe(200);
});

test('a browser is known in an account for a year, whether it signed up or in, and keeps its counter', async () => {
  const body = { email: `device-${crypto.randomUUID()}@example.com`, password: PASSWORD };
  const signedUp = await call('/api/auth/signup', { method: 'POST', body });
  const set = signedUp.headers.getSetCookie().find((one) => one.startsWith('__Host-device='));
  expect(set).toMatch(
    /^__Host-device=[\w-]{36}\.[\w-]{36}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const cookie = cookieOf(signedUp, '__Host-device') ?? '';
  await guess(body.email, 6, { cookie });
  const again = await signIn(body.email, PASSWORD, { cookie });
  expect(cookieOf(again, '__Host-device')).toBe(cookie);
  expect(await guess(body.email, 4, { cookie })).toEqual([401]);
  expect((await signIn(body.email, PASSWORD, { cookie })).status).toBe(429);
});

test('a browser is known in five accounts at once, the last ones', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => makeUser()));
  let cookie = '';
  for (const { email } of users)
    cookie = cookieOf(await signIn(email, PASSWORD, { cookie }), '__Host-device') ?? '';
  const statuses: number[] = [];
  for (const { email } of users) {
    await guess(email, 10);
    statuses.push((await signIn(email, PASSWORD, { ...from('203.0.113.1'), cookie })).status);
  }
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
});

test('right passwords do not count as guesses, of whatever browser', async () => {
  const user = await makeUser();
  const here = { ...from('198.51.100.1'), cookie: await knownBrowser(user.email) };
  for (const options of [here, from('198.51.100.1')]) {
    for (let visit = 0; visit < 15; visit++)
      expect((await signIn(user.email, PASSWORD, options)).status).toBe(200);
  }
});

test('guesses at the same moment do not pass together', async () => {
  const user = await makeUser();
  for (const cookie of [null, await knownBrowser(user.email)]) {
    const guesses = Array.from({ length: 15 }, (_, n) => signIn(user.email, `guess ${n}`, { cookie }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
  }
});

test('a network fails 100 times an hour, on however many accounts, and a success is no failure', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const cookie = await knownBrowser(user.email);
  const google = await makeUser({ googleId: `google-${crypto.randomUUID()}` });
  const headers = { 'CF-Connecting-IP': '2001:db8:1:2:3::1' };
  await signIn(google.email, PASSWORD, { headers });
  await env.DB.prepare("UPDATE rate_limits SET count = 99 WHERE key LIKE 'sign-in:%'").run();
  for (let n = 0; n < 3; n++) expect((await signIn(user.email, PASSWORD, { headers })).status).toBe(200);
  expect((await signIn(other.email, 'wrong', { headers })).status).toBe(401);
  const refused = await signIn('nobody@example.com', PASSWORD, {
    headers: { ...headers, 'X-Forwarded-For': '192.0.2.7' },
  });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    message: 'Too many failed sign-ins from your network. Please try again in 60 minutes.',
  });
  // The groups of the network are the same, spelled differently.
  const neighbour = { 'CF-Connecting-IP': '2001:0db8:0001:2::ffff', 'X-Forwarded-For': '192.0.2.7' };
  expect((await signIn(user.email, PASSWORD, { headers: neighbour })).status).toBe(429);
  expect((await signIn(user.email, PASSWORD, { headers: neighbour, cookie })).status).toBe(200);
  expect((await signIn(user.email, PASSWORD, from('2001:db8:1:3::1'))).status).toBe(200);
});

test('where several limits are reached, the answer names the longest wait', async () => {
  const user = await makeUser();
  const headers = { 'CF-Connecting-IP': '203.0.113.61' };
  const now = Date.now();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  await signIn(user.email, 'wrong', { headers });
  const use = (name: string, minutes: number) =>
    env.DB.prepare('UPDATE rate_limits SET count = 100, expires_at = ? WHERE key LIKE ?')
      .bind(now + minutes * MINUTE, `${name}:%`)
      .run();
  for (const [network, here, account, message] of [
    [50, 15, 5, 'Too many failed sign-ins from your network. Please try again in 50 minutes.'],
    [5, 15, 50, 'Too many wrong passwords for this account. Please try again in 50 minutes.'],
    [5, 50, 15, 'Too many wrong passwords for this account. Please try again in 50 minutes.'],
  ] as const) {
    await use('sign-in', network);
    await use('password-of-network', here);
    await use('password', account);
    const refused = await signIn(user.email, PASSWORD, { headers });
    expect([refused.headers.get('Retry-After'), await refused.json()]).toMatchObject(['3000', { message }]);
  }
});

test('a session of one user says nothing of another', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const read = async (cookie: string) => (await call('/api/auth/user', { cookie })).json();
  expect(await read(first.cookie)).toMatchObject({ email: first.email });
  expect(await read(second.cookie)).toMatchObject({ email: second.email });
});
