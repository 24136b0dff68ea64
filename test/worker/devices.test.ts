import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { devicesSchema, type Device } from '#contract/auth.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { app } from '#worker/app.ts';
import { signInWithGoogle } from './google-support.ts';
import {
  call,
  cookieOf,
  count,
  makeUser,
  request,
  signedInUser,
  type CallOptions,
  type TestUser,
} from './support.ts';

const HOUR = 60 * 60_000;
const START = Date.UTC(2026, 10, 28, 9);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM rate_limits').run();
});

afterEach(() => {
  vi.useRealTimers();
});

const setClock = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] });

/** A call of a browser that Cloudflare has seen in a country. */
function visit(
  path: string,
  { country, agent, ...options }: CallOptions & { country?: unknown; agent?: string },
) {
  const headers = { ...options.headers, ...(agent && { 'User-Agent': agent }) };
  const sent = new Request(request(path, { ...options, headers }), { cf: { country } } as RequestInit);
  return app.fetch(sent, env);
}

const signInFrom = async (email: string, agent: string, country?: unknown): Promise<string> => {
  const body = { email, password: 'correct horse' };
  return cookieOf(await visit('/api/auth/login', { method: 'POST', body, agent, country })) ?? '';
};

const readDevices = async (cookie: string | null): Promise<Device[]> =>
  devicesSchema.parse(await (await call('/api/auth/devices', { cookie })).json()).devices;

const signOut = (id: string, cookie: string | null) =>
  call(`/api/auth/devices/${id}`, { method: 'DELETE', cookie });

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await call('/api/auth/user', { cookie })).status === 200;

/** A user with three devices, the newest first. */
async function threeDevices(): Promise<{ user: TestUser; cookies: [string, string, string] }> {
  const user = await makeUser();
  const cookies = [];
  for (const agent of [FIREFOX, SAFARI, FIREFOX]) cookies.unshift(await signInFrom(user.email, agent));
  return { user, cookies: cookies as [string, string, string] };
}

test('the list names browser, country and last visit of each session of the user, and marks this one', async () => {
  setClock(START);
  const [user, other] = [await makeUser(), await makeUser()];
  const phone = await signInFrom(user.email, SAFARI, 'DE');
  await signInFrom(other.email, SAFARI, 'FR');
  setClock(START + HOUR);
  const desk = await signInFrom(user.email, FIREFOX, 'AT');
  const iso = (time: number) => new Date(time).toISOString();
  const ofPhone = {
    browser: 'Safari on iPhone',
    country: 'DE',
    signedInAt: iso(START),
    lastVisitAt: iso(START),
  };
  const ofDesk = {
    browser: 'Firefox on Linux',
    country: 'AT',
    signedInAt: iso(START + HOUR),
    lastVisitAt: iso(START + HOUR),
  };
  expect(await readDevices(desk)).toMatchObject([
    { ...ofDesk, isThis: true },
    { ...ofPhone, isThis: false },
  ]);
  setClock(START + HOUR + 1);
  // This device comes first, and its visit is noted.
  expect(await readDevices(phone)).toMatchObject([
    { ...ofPhone, browser: null, country: null, lastVisitAt: iso(START + HOUR + 1), isThis: true },
    { ...ofDesk, isThis: false },
  ]);
});

test('a visit is noted once an hour, with where it comes from then', async () => {
  setClock(START);
  const [user, other] = [await makeUser(), await makeUser()];
  const cookie = await signInFrom(user.email, FIREFOX, 'DE');
  const second = await signInFrom(user.email, SAFARI, 'DE');
  const theirs = await signInFrom(other.email, SAFARI, 'FR');
  const before = [await readDevices(second), await readDevices(theirs)];
  const last = async () => (await readDevices(second)).find(({ isThis }) => !isThis);
  setClock(START + HOUR - 1);
  await visit('/api/auth/user', { cookie, agent: SAFARI, country: 'AT' });
  expect(await last()).toMatchObject({ browser: 'Firefox on Linux', country: 'DE' });
  setClock(START + HOUR);
  await visit('/api/auth/user', { cookie, agent: SAFARI, country: 'AT' });
  vi.useRealTimers();
  setClock(START + 1);
  expect(await last()).toMatchObject({
    browser: 'Safari on iPhone',
    country: 'AT',
    lastVisitAt: new Date(START + HOUR).toISOString(),
  });
  expect((await readDevices(second)).find(({ isThis }) => isThis)).toEqual(before[0]?.[0]);
  expect(await readDevices(theirs)).toEqual(before[1]);
});

test('visits are noted in the last week of a session too, which no visit makes longer', async () => {
  setClock(START);
  const user = await signedInUser();
  const DAY = 24 * HOUR;
  for (let day = 6; day < 90; day += 6) {
    setClock(START + day * DAY);
    expect(await isSignedIn(user.cookie)).toBe(true);
  }
  setClock(START + 90 * DAY - 1);
  const [device] = await readDevices(user.cookie);
  expect(device?.lastVisitAt).toBe(new Date(START + 90 * DAY - 1).toISOString());
  setClock(START + 90 * DAY);
  expect(await isSignedIn(user.cookie)).toBe(false);
});

test.each([[undefined], ['XX'], ['T1'], ['de'], ['DEU'], [7]])(
  'the country %j is not known',
  async (country) => {
    const { email } = await makeUser();
    expect(await readDevices(await signInFrom(email, FIREFOX, country))).toMatchObject([{ country: null }]);
  },
);

test('a sign-in with Google has a browser too', async () => {
  const claims = {
    sub: crypto.randomUUID(),
    email: `${crypto.randomUUID()}@gmail.com`,
    email_verified: true,
  };
  const cookie = cookieOf(await signInWithGoogle({ claims }));
  expect(await readDevices(cookie)).toMatchObject([{ browser: null, country: null, isThis: true }]);
});

test('a session of an earlier release says that nothing is known, until its next visit', async () => {
  const { user, cookies } = await threeDevices();
  const [desk, phone] = cookies;
  const sid = await hashToken(/=([\w-]{43})\./.exec(phone)?.[1] ?? '');
  await env.DB.prepare('UPDATE sessions SET browser = NULL, country = NULL, seen_at = NULL WHERE sid = ?')
    .bind(sid)
    .run();
  const others = (await readDevices(desk)).filter(({ isThis }) => !isThis);
  expect(others.at(-1)).toMatchObject({ browser: null, country: null, lastVisitAt: null });
  expect(Date.parse(others.at(-1)?.signedInAt ?? '')).toBeGreaterThan(0);
  await visit('/api/auth/user', { cookie: phone, agent: SAFARI, country: 'DE' });
  expect(await readDevices(desk)).toContainEqual(
    expect.objectContaining({ browser: 'Safari on iPhone', country: 'DE', isThis: false }),
  );
  expect(await count('sessions WHERE user_id = ? AND seen_at IS NULL', user.id)).toBe(0);
});

test('neither token nor hash of a session is in any answer', async () => {
  const { user, cookies } = await threeDevices();
  const text = await (await call('/api/auth/devices', { cookie: cookies[0] })).text();
  const { results } = await env.DB.prepare('SELECT sid, id FROM sessions WHERE user_id = ?')
    .bind(user.id)
    .all<{
      sid: string;
      id: string;
    }>();
  expect(results).toHaveLength(3);
  for (const { sid, id } of results) {
    expect(text).toContain(id);
    expect(text).not.toContain(sid);
    expect(id).not.toBe(sid);
  }
  for (const cookie of cookies) expect(text).not.toContain(/=([\w-]{43})\./.exec(cookie)?.[1] ?? cookie);
  const [device] = await readDevices(cookies[0]);
  expect(Object.keys(device ?? {}).toSorted()).toEqual(
    ['id', 'browser', 'country', 'signedInAt', 'lastVisitAt', 'isThis'].toSorted(),
  );
});

describe('signing out', () => {
  test('one device leaves the other ones of the user, and those of others', async () => {
    const { cookies } = await threeDevices();
    const other = await signedInUser();
    const [desk, phone, old] = cookies;
    const [, ofPhone] = await readDevices(desk);
    const answer = await signOut(ofPhone?.id ?? '', desk);
    expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([
      200,
      { message: 'The device is signed out.' },
      [],
    ]);
    expect(await Promise.all([desk, phone, old, other.cookie].map(isSignedIn))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(await readDevices(desk)).toHaveLength(2);
    const again = await signOut(ofPhone?.id ?? '', desk);
    expect([again.status, await again.json()]).toEqual([
      404,
      { message: 'This device is not signed in any more.' },
    ]);
  });

  test('a device of somebody else, one that is unknown, and a sid are 404: nothing ends', async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    const [theirs] = await readDevices(other.cookie);
    const sid = await env.DB.prepare('SELECT sid FROM sessions WHERE user_id = ?')
      .bind(user.id)
      .first<string>('sid');
    const before = await count('sessions');
    for (const id of [theirs?.id, crypto.randomUUID(), sid, 'null', '%'])
      expect([id, (await signOut(id ?? '', user.cookie)).status]).toEqual([id, 404]);
    expect(await count('sessions')).toBe(before);
    expect(await isSignedIn(other.cookie)).toBe(true);
    expect((await signOut(theirs?.id ?? '', null)).status).toBe(401);
  });

  test('this device removes its cookie', async () => {
    const { cookies } = await threeDevices();
    const [own] = await readDevices(cookies[1]);
    const answer = await signOut(own?.id ?? '', cookies[1]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-session=; Max-Age=0;/);
    expect(await Promise.all(cookies.map(isSignedIn))).toEqual([true, false, true]);
  });

  test('all others keeps this one, and those of other users', async () => {
    const { cookies } = await threeDevices();
    const other = await signedInUser();
    const answer = await call('/api/auth/logout/others', { method: 'POST', cookie: cookies[1] });
    expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([
      200,
      { message: 'All other devices are signed out.' },
      [],
    ]);
    expect(await Promise.all([...cookies, other.cookie].map(isSignedIn))).toEqual([false, true, false, true]);
  });

  test.each([
    ['GET', '/api/auth/devices'],
    ['POST', '/api/auth/logout/others'],
    ['DELETE', '/api/auth/devices/x'],
  ])('%s %s needs sign-in, and a page of this site', async (method, path) => {
    expect((await call(path, { method })).status).toBe(401);
    const { cookie } = await signedInUser();
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    if (method !== 'GET') expect((await call(path, { method, cookie, headers: foreign })).status).toBe(403);
  });

  test('a device whose session is over is not listed', async () => {
    const { cookies } = await threeDevices();
    const [, , last] = await readDevices(cookies[0]);
    await env.DB.prepare('UPDATE sessions SET expire = ? WHERE id = ?').bind(Date.now(), last?.id).run();
    expect(await readDevices(cookies[0])).toHaveLength(2);
  });
});
