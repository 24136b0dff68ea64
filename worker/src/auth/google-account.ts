import type { Database } from '#worker/db/client.ts';
import { createSession } from '#worker/db/sessions.ts';
import {
  createUser,
  findUserByEmail,
  findUserByGoogleId,
  linkGoogle,
  updateProfile,
} from '#worker/db/users.ts';
import type { GoogleProfile } from './google.ts';
import { prepareSession, type SessionOf } from './sessions.ts';

export type AccountResult =
  { ok: true; token: string; isLinked: boolean } | { ok: false; reason: 'unverified' | 'other-account' };

interface Entry {
  profile: GoogleProfile;
  presentedSid: string | null;
  now: number;
}

const sessionOf = (userId: string, { profile, presentedSid }: Entry): SessionOf => ({
  userId,
  credential: { googleId: profile.googleId },
  presentedSid,
});

/** The token of a session, or null where the account has changed meanwhile. */
async function enter(db: Database, userId: string, entry: Entry): Promise<string | null> {
  const { token, session } = await prepareSession(sessionOf(userId, entry), entry.now);
  return (await createSession(db, session)) ? token : null;
}

const signedIn = (token: string, isLinked = false): AccountResult => ({ ok: true, token, isLinked });

/** A user whom Google has named before, whatever the address is today. */
async function enterKnown(db: Database, entry: Entry): Promise<AccountResult | null> {
  const { googleId, firstName, lastName, profileImageUrl } = entry.profile;
  const user = await findUserByGoogleId(db, googleId);
  if (!user) return null;
  const isSame =
    user.firstName === firstName && user.lastName === lastName && user.profileImageUrl === profileImageUrl;
  if (!isSame) await updateProfile(db, user.id, { firstName, lastName, profileImageUrl, now: entry.now });
  const token = await enter(db, user.id, entry);
  return token === null ? null : signedIn(token);
}

/** A password account with the same address, which Google has verified and its owner never did. */
async function enterLinked(db: Database, email: string, entry: Entry): Promise<AccountResult | null> {
  const user = await findUserByEmail(db, email);
  if (!user) return null;
  if (user.googleId !== null) return { ok: false, reason: 'other-account' };
  const { googleId, firstName, lastName, profileImageUrl } = entry.profile;
  await linkGoogle(db, user.id, { googleId, firstName, lastName, profileImageUrl, now: entry.now });
  const token = await enter(db, user.id, entry);
  return token === null ? { ok: false, reason: 'other-account' } : signedIn(token, true);
}

async function enterNew(db: Database, email: string, entry: Entry): Promise<AccountResult | null> {
  const { profile, now } = entry;
  const user = { ...profile, id: crypto.randomUUID(), email, passwordHash: null, createdAt: now };
  const { token, session } = await prepareSession(sessionOf(user.id, entry), now);
  return (await createUser(db, user, session)) ? signedIn(token) : null;
}

/**
 * Signs in the person whom Google has named: by Google's id first, then by verified address, else as a new user.
 * Two callbacks at once make one account: the one that comes second looks again.
 */
export async function enterWithGoogle(db: Database, entry: Entry): Promise<AccountResult> {
  const { email } = entry.profile;
  const known = await enterKnown(db, entry);
  if (known) return known;
  if (email === null) return { ok: false, reason: 'unverified' };
  return (
    (await enterLinked(db, email, entry)) ??
    (await enterNew(db, email, entry)) ??
    (await enterKnown(db, entry)) ?? { ok: false, reason: 'other-account' }
  );
}
