import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { isCommonPassword } from '#worker/auth/passwords.ts';
import { Mailbox } from './mail-support.ts';
import { PASSWORD, call, count, signIn, signedInUser, type TestUser } from './support.ts';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

const COMMON =
  'This password is one of the most common ones, which are guessed first. Please choose another one.';
const OWN_ADDRESS = 'Your e-mail address is no password. Please choose another one.';

const signUp = (email: string, password: string): Promise<Response> =>
  call('/api/auth/signup', { method: 'POST', body: { email, password } });

const change = ({ cookie }: TestUser, newPassword: string, password = PASSWORD): Promise<Response> =>
  call('/api/auth/password', { method: 'POST', cookie, body: { password, newPassword } });

const address = (): string => `weak-${crypto.randomUUID()}@example.com`;

const hashOf = ({ id }: TestUser) =>
  env.DB.prepare('SELECT password_hash FROM users WHERE id = ?').bind(id).first('password_hash');

describe('the list of common passwords', () => {
  test.each([
    'password',
    'Password',
    'PASSWORD1',
    '123456789',
    '12345678',
    'qwertyuiop',
    '1q2w3e4r',
    'iloveyou',
    'football',
    'princess',
    'sunshine',
    'qwerty123',
    'love4life', // the last one
  ])('has %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each([
    PASSWORD,
    'pakistan123', // the first one behind it
    'password ',
    ' password',
    'passwords of ours',
    '',
  ])('has not %j', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  test('takes none of 20,000 drawn passwords for a common one', async () => {
    const drawn = Array.from({ length: 20_000 }, (_, at) => isCommonPassword(`drawn password ${at}`));
    expect((await Promise.all(drawn)).filter(Boolean)).toEqual([]);
  });
});

describe('at sign-up', () => {
  test.each(['password', 'PassWord1', '123456789'])(
    '%s is refused and makes no account',
    async (password) => {
      const email = address();
      const answer = await signUp(email, password);
      expect([answer.status, await answer.json()]).toEqual([400, { message: COMMON, code: 'WEAK_PASSWORD' }]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await count('users WHERE email = ?', email)).toBe(0);
      expect((await signUp(email, `${password} of mine`)).status).toBe(201);
    },
  );

  test('the address itself is refused, in whatever case, and a longer text is not', async () => {
    const email = address();
    for (const password of [email, email.toUpperCase(), ` ${email} `]) {
      const answer = await signUp(` ${email}`, password);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { message: OWN_ADDRESS, code: 'INVALID_INPUT' },
      ]);
    }
    expect(await count('users WHERE email = ?', email)).toBe(0);
    expect((await signUp(email, `${email}!`)).status).toBe(201);
  });
});

test('at a change both are refused: password and sessions of all stay as they were', async () => {
  const [user, other] = [await signedInUser(), await signedInUser()];
  const before = [await hashOf(user), await hashOf(other), await count('sessions')];
  for (const [weak, message] of [
    ['12345678', COMMON],
    [user.email.toUpperCase(), OWN_ADDRESS],
  ] as const) {
    const answer = await change(user, weak);
    expect([answer.status, await answer.json()]).toEqual([400, { message, code: 'WEAK_PASSWORD' }]);
  }
  expect([await hashOf(user), await hashOf(other), await count('sessions')]).toEqual(before);
  // The address of somebody else is a password like another one.
  expect((await change(user, other.email)).status).toBe(200);
  expect(await hashOf(other)).toBe(before[1]);
});

test('at a reset both are refused, and the link still works', async () => {
  const mailbox = new Mailbox();
  const user = await signedInUser();
  await mailbox.post('/api/auth/forgot', { email: user.email });
  const token = mailbox.tokenOf('reset', user.email);
  const reset = (newPassword: string) => mailbox.post('/api/auth/reset', { token, newPassword });
  for (const [weak, message] of [
    ['iloveyou', COMMON],
    [user.email, OWN_ADDRESS],
  ] as const) {
    const answer = await reset(weak);
    expect([answer.status, await answer.json()]).toEqual([400, { message, code: 'WEAK_PASSWORD' }]);
  }
  expect((await call('/api/auth/user', { cookie: user.cookie })).status).toBe(200);
  expect((await reset('iloveyou, truly')).status).toBe(200);
  expect((await signIn(user.email, 'iloveyou, truly')).status).toBe(200);
});

test('a weak password from before still signs in', async () => {
  const user = await signedInUser();
  const { hash } = await import('bcryptjs');
  await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
    .bind(await hash('password', 4), user.id)
    .run();
  expect((await signIn(user.email, 'password')).status).toBe(200);
});
