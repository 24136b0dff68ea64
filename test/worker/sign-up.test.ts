import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, cookieOf, count, makeUser, signIn } from './support.ts';

const signUp = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  call('/api/auth/signup', { method: 'POST', body, headers });

const address = (): string => `new-${crypto.randomUUID()}@example.com`;

test('a new user is signed in at once, and again later', async () => {
  const email = address();
  const response = await signUp({ email: ` ${email.toUpperCase()} `, password: 'a'.repeat(64) });
  expect([response.status, await response.json()]).toEqual([
    201,
    { firstName: null, lastName: null, email, profileImageUrl: null, hasPassword: true },
  ]);
  expect((await call('/api/auth/user', { cookie: cookieOf(response) })).status).toBe(200);
  expect((await signIn(email, 'a'.repeat(64))).status).toBe(200);
});

test('the password is kept as bcrypt of cost 10', async () => {
  const email = address();
  await signUp({ email, password: 'long enough' });
  const hash = await env.DB.prepare('SELECT password_hash FROM users WHERE email = ?')
    .bind(email)
    .first('password_hash');
  expect(hash).toMatch(/^\$2[aby]\$10\$.{53}$/);
});

test.each([
  [{ email: 'x', password: 'long enough' }, 'Please enter a valid email'],
  [{ email: 'a@example.com', password: '1234567' }, 'Password must be at least 8 characters'],
  [{ email: 'a@example.com' }, 'Password must be at least 8 characters'],
  [
    { email: 'a@example.com', password: 'é'.repeat(37) },
    'Password must be at most 72 bytes long: 72 letters and digits, fewer with accents or emoji',
  ],
  [null, 'Invalid input'],
  [[], 'Invalid input'],
  ['"text"', 'Invalid input'],
])('%j is refused with the text of its field', async (body, message) => {
  const response = await signUp(body);
  expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
});

test('a taken address is refused, in any spelling, and says which way in it has', async () => {
  const user = await makeUser();
  const google = await makeUser({ googleId: 'google-of-sign-up' });
  const taken = await signUp({ email: user.email.toUpperCase(), password: 'long enough' });
  expect([taken.status, await taken.json()]).toEqual([
    409,
    { message: 'An account with this email address already exists. Please sign in.', code: 'EMAIL_TAKEN' },
  ]);
  expect(taken.headers.getSetCookie()).toEqual([]);
  const takenByGoogle = await signUp({ email: google.email, password: 'long enough' });
  expect([takenByGoogle.status, await takenByGoogle.json()]).toEqual([
    409,
    {
      message: 'An account with this email address already exists. Please use Continue with Google.',
      code: 'EMAIL_TAKEN',
    },
  ]);
});

test('of two sign-ups at once with one address one makes the account', async () => {
  const email = address();
  const responses = await Promise.all([
    signUp({ email, password: 'first password' }),
    signUp({ email, password: 'other password' }),
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await count('users WHERE email = ?', email)).toBe(1);
  expect(await count('sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ?', email)).toBe(1);
});

test('fields beside address and password are not taken', async () => {
  const email = address();
  const body = {
    email,
    password: 'long enough',
    id: 'mine',
    userId: 'x',
    googleId: 'g',
    createdAt: 1,
    firstName: 'X',
  };
  expect((await signUp(body)).status).toBe(201);
  const row = await env.DB.prepare('SELECT * FROM users WHERE email = ?').bind(email).first();
  expect(row).toMatchObject({ google_id: null, first_name: null });
  expect(row?.['id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(row?.['created_at']).toBeGreaterThan(1e12);
});

test('SQL in an address or password is text', async () => {
  const email = "x'--;drop@example.com";
  expect((await signUp({ email, password: "'; DROP TABLE users; --" })).status).toBe(400);
  const plain = "o'brien--@example.com";
  expect((await signUp({ email: plain, password: "'; DROP TABLE users; --" })).status).toBe(201);
  expect((await signIn(plain, "' OR '1'='1")).status).toBe(401);
});

test('an address signs up 30 times an hour', async () => {
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  const { email } = await makeUser();
  expect((await signUp({ email, password: 'long enough' }, headers)).status).toBe(409);
  await env.DB.prepare("UPDATE rate_limits SET count = 30 WHERE key LIKE 'sign-up:%'").run();
  const refused = await signUp({ email: address(), password: 'long enough' }, headers);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
  expect(await refused.json()).toEqual({
    message: 'Too many sign-ups from your network. Please try again in 60 minutes.',
    code: 'TOO_MANY_REQUESTS',
  });
});

const REFUSED: Record<string, string> = {
  'a NUL': 'a\0@example.com',
  'a control character': 'a\u0007b@example.com',
  'a line break inside': 'a\nb@example.com',
  'a soft hyphen': 'a\u00adb@example.com',
  'a space without width': 'a\u200bb@example.com',
  'a mark of direction': 'a\u200eb@example.com',
  'a turn of direction': '\u202ea@example.com',
  'a byte order mark inside': 'a\ufeffb@example.com',
  'half a pair of surrogates': 'a\ud800@example.com',
  'the other half': 'a\udc00@example.com',
  'a character for private use': 'a\ue000@example.com',
  'an unassigned character': 'a\u0378@example.com',
  'a mark of direction in the domain': 'a@exam\u200eple.com',
  'wide letters in the domain': 'a@\uff45xample.com',
  'a ligature in the domain': 'a@\ufb01rma.com',
  'a mark before all letters of the domain': 'a@\u0301bc.com',
  'hyphens where IDNA has its own': 'a@xn--\u00e4.com',
  'a domain that is too long once it is encoded': `a@${'\u00e4\u4e00'.repeat(30)}.com`,
  'mixed directions in a label': 'a@\u05d0b.com',
};

test.each(Object.entries(REFUSED))('an address with %s has no account', async (_name, email) => {
  for (const path of ['/api/auth/signup', '/api/auth/login']) {
    const response = await call(path, { method: 'POST', body: { email, password: 'long enough' } });
    expect([path, response.status, await response.json()]).toEqual([
      path,
      400,
      { message: 'Please enter a valid email', code: 'INVALID_INPUT' },
    ]);
  }
});

test.each([
  'jörg@bücher.example',
  '用户@例え.jp',
  'a@straße.de',
  'a@xn--bcher-kva.example',
  'o+x_y@ex-ample.com',
])('the address %s may have an account', async (email) => {
  expect((await signUp({ email, password: 'long enough' })).status).toBe(201);
});
