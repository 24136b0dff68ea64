import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { app } from '#worker/app.ts';
import { makeFaulty } from './faulty-database.ts';
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

interface Persona {
  claims?: Record<string, unknown>;
  status?: number;
  answer?: Record<string, unknown>;
  error?: string;
}

interface Start {
  cookie: string | null;
  /** Path and query with which the provider sends the browser back. */
  back: string;
  authorization: URL;
}

const person = (): { sub: string; email: string } => {
  const id = crypto.randomUUID();
  return { sub: `google-${id}`, email: `${id}@example.com` };
};

/** Leaves for the provider, signs in there as the persona, and stops at the door back. */
async function leave(persona: Persona = {}): Promise<Start> {
  const response = await call('/api/auth/google');
  const authorization = new URL(response.headers.get('Location') ?? '');
  const atProvider = new URL(authorization);
  atProvider.searchParams.set('login_hint', JSON.stringify(persona));
  const answer = await fetch(atProvider, { redirect: 'manual' });
  const back = new URL(answer.headers.get('Location') ?? '');
  return { cookie: cookieOf(response, '__Host-google'), back: back.pathname + back.search, authorization };
}

const comeBack = ({ back, cookie }: Start, more = ''): Promise<Response> =>
  call(back, { cookie: [cookie, more].filter(Boolean).join('; ') });

async function signInWithGoogle(persona: Persona = {}, more = ''): Promise<Response> {
  return await comeBack(await leave(persona), more);
}

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
    picture: 'https://lh3.example/p.png',
  };
  const response = await signInWithGoogle({ claims });
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
  expect(await read(response)).toEqual({
    firstName: 'Given',
    lastName: 'Family',
    email,
    profileImageUrl: 'https://lh3.example/p.png',
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

test('two callbacks of a new person at once make one account', async () => {
  const claims = person();
  const starts = [await leave({ claims }), await leave({ claims })];
  const responses = await Promise.all(starts.map((start) => comeBack(start)));
  expect(responses.map((response) => response.headers.get('Location'))).toEqual(['/', '/']);
  expect(await count('users WHERE google_id = ?', claims.sub)).toBe(1);
});

test('a password account with the address that Google has verified is linked, its password and sessions end', async () => {
  const user = await signedInUser();
  const { sub } = person();
  const response = await signInWithGoogle({ claims: { sub, email: user.email } });
  expect(response.headers.get('Location')).toBe('/?notice=google-linked');
  expect(await read(response)).toMatchObject({ email: user.email });
  expect((await call('/api/auth/user', { cookie: user.cookie })).status).toBe(401);
  expect(await (await signIn(user.email)).json()).toMatchObject({ code: 'USE_GOOGLE' });
  expect(await count('users WHERE id = ? AND google_id = ?', user.id, sub)).toBe(1);

  const again = await signInWithGoogle({ claims: { sub, email: user.email } });
  expect(again.headers.get('Location')).toBe('/');
});

test('a sign-in with the password that a link to Google overtakes comes to nothing', async () => {
  const user = await makeUser();
  const { sub } = person();
  let linked: Response | undefined;
  const overtaken = watchDatabase(env.DB, async ({ statements, work }) => {
    // The password has been found right by now.
    if (statements.some((sql) => sql.startsWith('insert into "sessions"')))
      linked ??= await signInWithGoogle({ claims: { sub, email: user.email } });
    return await work();
  });
  const body = { email: user.email, password: PASSWORD };
  const response = await app.fetch(
    request('/api/auth/login', { method: 'POST', body }),
    { ...env, DB: overtaken },
    createExecutionContext(),
  );
  expect(linked?.headers.get('Location')).toBe('/?notice=google-linked');
  expect(response.status).toBe(401);
  expect(cookieOf(response)).toBeNull();
  expect(await count('sessions WHERE user_id = ?', user.id)).toBe(1);
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
});

test('an address that belongs to another Google account is refused', async () => {
  const first = person();
  await signInWithGoogle({ claims: first });
  expectFailure(await signInWithGoogle({ claims: { ...first, sub: person().sub } }), 'google-other-account');
});

test('a picture that is not https is not kept, and names are cut', async () => {
  const claims = { ...person(), picture: 'javascript:alert(1)', given_name: 'x'.repeat(500) };
  expect(await read(await signInWithGoogle({ claims }))).toMatchObject({
    profileImageUrl: null,
    firstName: 'x'.repeat(100),
  });
});

test('the session that the browser presented ends with the sign-in', async () => {
  const planted = await signedInUser();
  const response = await signInWithGoogle({ claims: person() }, planted.cookie);
  expect(response.headers.get('Location')).toBe('/');
  expect((await call('/api/auth/user', { cookie: planted.cookie })).status).toBe(401);
});

test('without keys the button comes back with a reason', async () => {
  const bindings = { ...env, GOOGLE_CLIENT_ID: undefined };
  const response = await app.fetch(request('/api/auth/google'), bindings, createExecutionContext());
  expectFailure(response, 'google-not-set-up');
});

test('whoever cancels at Google is told so', async () => {
  expectFailure(await signInWithGoogle({ error: 'access_denied' }), 'google-cancelled');
  expectFailure(await signInWithGoogle({ error: 'server_error' }), 'google-failed');
});

test('a callback of another browser, of another attempt or of none is refused', async () => {
  const mine = await leave();
  const other = await leave();
  expectFailure(await comeBack({ ...mine, cookie: null }), 'google-expired');
  expectFailure(await comeBack({ ...mine, cookie: other.cookie }), 'google-expired');
  expectFailure(await comeBack({ ...mine, cookie: `${mine.cookie}x` }), 'google-expired');
  expectFailure(await call('/auth/google/callback', { cookie: mine.cookie }), 'google-expired');
  expectFailure(await comeBack({ ...mine, back: mine.back.replace(/state=./, 'state=_') }), 'google-expired');
  const session = await signedInUser();
  const asAttempt = session.cookie.replace('__Host-session', '__Host-google');
  expectFailure(await comeBack({ ...mine, cookie: asAttempt }), 'google-expired');
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

test.each([
  ['is of another issuer', { claims: { iss: 'https://accounts.elsewhere.example' } }],
  ['is meant for another client', { claims: { aud: 'somebody else' } }],
  ['is meant for others as well', { claims: { aud: ['client-of-the-tests', 'somebody else'] } }],
  ['is over', { claims: { exp: 1 } }],
  ['belongs to another attempt', { claims: { nonce: 'another' } }],
  ['names nobody', { claims: { sub: '' } }],
  ['is no token', { answer: { id_token: 'x.y.z' } }],
  ['is missing', { answer: { id_token: null } }],
])('an id token that %s is refused', async (_name, persona) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expectFailure(await signInWithGoogle(persona), 'google-failed');
  expect(log).toHaveBeenCalled();
});

test.each([400, 401, 403, 500, 503])(
  'a provider that answers the code with %d is a failed sign-in',
  async (status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    expectFailure(await signInWithGoogle({ status }), 'google-failed');
  },
);

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
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const start = await leave();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    queueMicrotask(() => vi.advanceTimersByTime(10_000));
    return new Promise(() => {});
  });
  expectFailure(await comeBack(start), 'google-failed');
});

test('too many sign-ins from one network end on the page as well', async () => {
  const headers = { 'CF-Connecting-IP': '203.0.113.99' };
  await signIn('nobody@example.com', 'x', { headers });
  await env.DB.prepare("UPDATE rate_limits SET count = 100 WHERE key LIKE 'sign-in:%'").run();
  const start = await leave({ claims: person() });
  const response = await call(start.back, { cookie: start.cookie, headers });
  expectFailure(response, 'google-limit');
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
    vi.spyOn(console, 'error').mockImplementation(() => {});
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
      const users = await count('users WHERE google_id = ?', claims.sub);
      const sessions = await count(
        'sessions s JOIN users u ON u.id = s.user_id WHERE u.google_id = ?',
        claims.sub,
      );
      expect([
        [0, 0],
        [1, 1],
      ]).toContainEqual([users, sessions]);
      // Whatever happened, another try signs in.
      expect((await signInWithGoogle({ claims })).headers.get('Location')).toBe('/');
      expect(step).toBeLessThan(20);
    }
  },
);
