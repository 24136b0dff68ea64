import { SESSION_AGE_MS, SESSION_IDLE_MS, SESSION_RENEWAL_MS } from '#contract/limits.ts';
import type { NewSession, SessionRow } from '#worker/db/sessions.ts';
import { encodeHexLowerCase } from '@oslojs/encoding';
import { randomToken } from './signing.ts';

const TOKEN = /^[\w-]{43}$/;

export type SessionUser = Pick<
  SessionRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'hasPassword' | 'unseenAlerts'
>;

/** The user and the device of a new session, the credential of the sign-in with Google's word, and the session that the browser sent. */
export type SessionOf = Pick<NewSession, 'userId' | 'credential' | 'google' | 'presentedSid' | 'visit'>;

export interface OpenSession {
  sid: string;
  user: SessionUser;
  /** The Google Workspace domain that Google has named at the sign-in of this session, and of no other one. */
  hostedDomain: string | null;
  /** The new expiry if a visit is due to be noted, else null. */
  renewal: number | null;
}

const expiryOf = (createdAt: number, now: number): number =>
  Math.min(now + SESSION_IDLE_MS, createdAt + SESSION_AGE_MS);

/** SHA-256 of a token: the table holds no token itself. Null for a text that can't be a token. */
export async function hashToken(token: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return encodeHexLowerCase(new Uint8Array(digest));
}

/** A new token, and the hash of it that is stored. */
export async function makeToken(): Promise<{ token: string; tokenHash: string }> {
  const token = randomToken();
  return { token, tokenHash: (await hashToken(token)) ?? '' }; // never empty: it is a token
}

/** A session to be stored, and the token for its cookie. The presented session ends with it. */
export async function prepareSession(
  sessionOf: SessionOf,
  now: number,
): Promise<{ token: string; session: NewSession }> {
  const { token, tokenHash: sid } = await makeToken();
  const session = { ...sessionOf, sid, createdAt: now, expire: expiryOf(now, now) };
  return { token, session };
}

/**
 * The session of a row, or null where there is none or it is over. Its expiry slides with use, and is written with the visit at
 * most once an hour. It never goes beyond 90 days from the beginning of the session.
 */
export function openSession(row: SessionRow | undefined, now: number): OpenSession | null {
  if (!row) return null;
  const { sid, sess, expire, seenAt, ...user } = row;
  if (expire <= now) return null;
  const isNoted = seenAt !== null && now - seenAt < SESSION_RENEWAL_MS;
  return {
    sid,
    user,
    hostedDomain: sess.hd ?? null,
    renewal: isNoted ? null : expiryOf(sess.createdAt, now),
  };
}
