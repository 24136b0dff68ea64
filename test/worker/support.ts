import { env, exports } from 'cloudflare:workers';
import { prepareSession } from '#worker/auth/sessions.ts';
import { loadSigningKey, seal } from '#worker/auth/signing.ts';
import { openDatabase } from '#worker/db/client.ts';
import { createUser } from '#worker/db/users.ts';
import { hash } from 'bcryptjs';

export const ORIGIN = 'https://lva.test';

/** The headers of a navigation that began on a page of this site. */
export const OUR_NAVIGATION = {
  'Sec-Fetch-Site': 'same-origin',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
};

export interface CallOptions {
  method?: string;
  body?: unknown;
  cookie?: string | null;
  headers?: Record<string, string>;
}

/** A request as the site's own pages send it; headers override. */
export function request(path: string, options: CallOptions = {}): Request {
  const { method = 'GET', body, cookie, headers } = options;
  const isText = typeof body === 'string';
  return new Request(`${ORIGIN}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(method === 'GET' ? {} : { Origin: ORIGIN }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
}

export function call(path: string, options: CallOptions = {}): Promise<Response> {
  return exports.default.fetch(request(path, options));
}

/** `name=value` of the cookie that an answer sets, or null. */
export function cookieOf(response: Response, name = '__Host-session'): string | null {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  return set?.split(';', 1)[0] ?? null;
}

export const PASSWORD = 'correct horse';
// Cheap to check: the cost is in the hash. Only sign-up, which has tests of its own, makes hashes of the real cost.
const cheapHash = hash(PASSWORD, 4);
let users = 0;

export interface TestUser {
  id: string;
  email: string;
  cookie: string;
}

/** A user with a password, made in the database. */
export async function makeUser(fields: { email?: string; googleId?: string } = {}): Promise<TestUser> {
  const { id, email } = newUser(fields);
  await env.DB.prepare(
    'INSERT INTO users (id, google_id, email, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(
      id,
      fields.googleId ?? null,
      email,
      fields.googleId ? null : await cheapHash,
      Date.now(),
      Date.now(),
    )
    .run();
  return { id, email, cookie: '' };
}

function newUser({ email }: { email?: string }): { id: string; email: string } {
  const id = crypto.randomUUID();
  return { id, email: email ?? `user-${++users}-${id.slice(0, 8)}@example.com` };
}

/** Deletes the account as its dialog does. */
export const deletion = (cookie: string, password = PASSWORD): Request =>
  request('/api/auth/user', { method: 'DELETE', cookie, body: { password } });

export function signIn(email: string, password = PASSWORD, options: CallOptions = {}): Promise<Response> {
  return call('/api/auth/login', { method: 'POST', body: { email, password }, ...options });
}

const NO_PROFILE = {
  googleId: null,
  emailProvedAt: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
};
/** A browser that says nothing of itself. */
export const NO_VISIT = { browser: null, country: null };
const DATABASE_MS = 60_000;

/**
 * A user who is signed in. Sign-up and sign-in have tests of their own: this one makes account, session and cookie with
 * their functions, in one call of the database.
 */
export async function signedInUser(
  fields: { email?: string } = {},
  secret = env.SESSION_SECRET,
): Promise<TestUser> {
  const { id, email } = newUser(fields);
  const [now, passwordHash] = [Date.now(), await cheapHash];
  const user = { ...NO_PROFILE, id, email, passwordHash, createdAt: now };
  const sessionOf = { userId: id, credential: { passwordHash }, presentedSid: null, visit: NO_VISIT };
  const { token, session } = await prepareSession(sessionOf, now);
  const db = openDatabase(env.DB, DATABASE_MS);
  if (!(await createUser(db, user, session))) throw new Error('The address of the test user is taken');
  const key = await loadSigningKey(env.DB, { secret, db });
  return { id, email, cookie: `__Host-session=${await seal(key, 'session', token)}` };
}

/** Raises the counters of a limit that there are, as this many more calls would. */
export async function spend(limit: string, calls: number): Promise<void> {
  await env.DB.prepare('UPDATE rate_limits SET count = count + ? WHERE key LIKE ?')
    .bind(calls, `${limit}:%`)
    .run();
}

/** Rows that a query counts. */
export async function count(sql: string, ...values: unknown[]): Promise<number> {
  const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${sql}`)
    .bind(...values)
    .first<{ n: number }>();
  return row?.n ?? 0;
}
