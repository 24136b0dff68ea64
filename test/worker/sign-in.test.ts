import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { PASSWORD, call, cookieOf, makeUser, signIn, signedInUser } from './support.ts';

const MINUTE = 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

test('the right password signs in, the address in any spelling', async () => {
  const user = await makeUser({ email: 'jörg@example.com' });
  const response = await signIn('  JO\u0308RG@Example.COM ');
  expect([response.status, await response.json()]).toEqual([
    200,
    { firstName: null, lastName: null, email: user.email, profileImageUrl: null },
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

test('10 wrong passwords close an account to everybody, from wherever, for 15 minutes', async () => {
  const start = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const user = await makeUser();
  const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } });
  for (let guess = 0; guess < 10; guess++) {
    expect((await signIn(user.email, `guess ${guess}`, from(`203.0.113.${guess}`))).status).toBe(401);
  }
  vi.setSystemTime(start + 5 * MINUTE);
  const refused = await signIn(user.email, PASSWORD, from('198.51.100.1'));
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
    429,
    '600',
    {
      message: 'Too many wrong passwords for this account. Please try again in 10 minutes.',
      code: 'TOO_MANY_REQUESTS',
    },
  ]);
  expect((await signIn((await makeUser()).email)).status).toBe(200);

  vi.setSystemTime(start + 15 * MINUTE);
  expect((await signIn(user.email)).status).toBe(200);
});

test('right passwords do not count as guesses', async () => {
  const user = await makeUser();
  for (let visit = 0; visit < 15; visit++) expect((await signIn(user.email)).status).toBe(200);
});

test('guesses at the same moment do not pass together', async () => {
  const user = await makeUser();
  const guesses = Array.from({ length: 15 }, (_, guess) => signIn(user.email, `guess ${guess}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
});

test('an address signs in 100 times an hour, on however many accounts', async () => {
  const user = await makeUser();
  const headers = { 'CF-Connecting-IP': '2001:db8:1:2:3::1' };
  await signIn(user.email, PASSWORD, { headers });
  await env.DB.prepare("UPDATE rate_limits SET count = 99 WHERE key LIKE 'sign-in:%'").run();
  expect((await signIn(user.email, PASSWORD, { headers })).status).toBe(200);
  const neighbour = { 'CF-Connecting-IP': '2001:0db8:0001:2::ffff', 'X-Forwarded-For': '192.0.2.7' };
  const refused = await signIn('nobody@example.com', PASSWORD, {
    headers: { ...headers, 'X-Forwarded-For': '192.0.2.7' },
  });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    message: 'Too many sign-ins from your network. Please try again in 60 minutes.',
  });
  // The groups of the network are the same, spelled differently.
  expect((await signIn(user.email, PASSWORD, { headers: neighbour })).status).toBe(429);
  expect(
    (await signIn(user.email, PASSWORD, { headers: { 'CF-Connecting-IP': '2001:db8:1:3::1' } })).status,
  ).toBe(200);
});

test('a session of one user says nothing of another', async () => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const read = async (cookie: string) => (await call('/api/auth/user', { cookie })).json();
  expect(await read(first.cookie)).toMatchObject({ email: first.email });
  expect(await read(second.cookie)).toMatchObject({ email: second.email });
});
