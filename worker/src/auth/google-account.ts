import type { Database } from '#worker/db/client.ts';
import { createSession } from '#worker/db/sessions.ts';
import {
  createUser,
  findUserByEmail,
  findUserByGoogleId,
  replaceByGoogle,
  updateProfile,
  type HandOver,
  type UserRow,
} from '#worker/db/users.ts';
import type { GoogleProfile } from './google.ts';
import { prepareSession, type SessionOf } from './sessions.ts';

export type AccountResult =
  /** `handOver` is not null if a password account has become a Google account. */
  | { kind: 'entered'; token: string; userId: string; handOver: HandOver | null }
  /** The address has a password account, and Google's answer does not prove its ownership. */
  | { kind: 'needs-password'; userId: string; email: string }
  | { kind: 'refused'; reason: 'unverified' | 'other-account' | 'full' };

interface Entry {
  profile: GoogleProfile;
  presentedSid: string | null;
  visit: SessionOf['visit'];
  now: number;
  /** Notes who changes what follows, for the log of teams. */
  noteAuditActor(userId: string): Promise<void>;
  /** Whether the site has room for a new account. */
  canTakeAccount(): Promise<boolean>;
}

const sessionOf = (userId: string, { profile, presentedSid, visit }: Entry): SessionOf => ({
  userId,
  credential: { googleId: profile.googleId },
  google: { hostedDomain: profile.hostedDomain },
  presentedSid,
  visit,
});

/** The token of a session, or null where the account has changed meanwhile. */
async function enter(db: Database, userId: string, entry: Entry): Promise<string | null> {
  const { token, session } = await prepareSession(sessionOf(userId, entry), entry.now);
  return (await createSession(db, session)) ? token : null;
}

const signedIn = (token: string, userId: string, handOver: HandOver | null = null): AccountResult => ({
  kind: 'entered',
  token,
  userId,
  handOver,
});
const refused = (reason: 'unverified' | 'other-account' | 'full'): AccountResult => ({
  kind: 'refused',
  reason,
});

/** Signs in a user by the Google id, whatever the address is today. Null for an unknown id. */
async function enterKnown(db: Database, entry: Entry): Promise<AccountResult | null> {
  const { googleId, fields } = entry.profile;
  const { firstName, lastName, profileImageUrl } = fields;
  const user = await findUserByGoogleId(db, googleId);
  if (!user) return null;
  const emailProvedAt = user.emailProvedAt ?? (entry.profile.email === user.email ? entry.now : null);
  const isSame =
    user.firstName === firstName &&
    user.lastName === lastName &&
    user.profileImageUrl === profileImageUrl &&
    user.emailProvedAt === emailProvedAt;
  if (!isSame) await updateProfile(db, user.id, { ...fields, emailProvedAt, now: entry.now });
  const token = await enter(db, user.id, entry);
  return token === null ? null : signedIn(token, user.id);
}

/**
 * True if Google itself gives out the address, so that nobody else can have it. For other addresses Google knows only that
 * somebody could once read their mail: a former employee could enter the account of a company's address.
 *
 * Source: Google's guide "Verify the Google ID token on your server side", on `email_verified` and `hd`.
 */
function isAuthoritative(email: string, hostedDomain: string | null): boolean {
  const domain = domainOf(email);
  return GMAIL_DOMAINS.includes(domain) || domain === hostedDomain;
}

/** The two domains of the same Gmail mailbox: some countries had only the second one for years. */
const GMAIL_DOMAINS = ['gmail.com', 'googlemail.com'];

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The account of an address, else the account of its other spelling at Gmail. */
async function findByMailbox(db: Database, email: string): Promise<UserRow | undefined> {
  const user = await findUserByEmail(db, email);
  const domain = domainOf(email);
  const other = GMAIL_DOMAINS.find((name) => name !== domain);
  if (user || !GMAIL_DOMAINS.includes(domain) || other === undefined) return user;
  return await findUserByEmail(db, email.slice(0, -domain.length) + other);
}

/** Signs in to an account with the same address, which Google has verified. Null without such an account. */
async function enterLinked(db: Database, email: string, entry: Entry): Promise<AccountResult | null> {
  const user = await findByMailbox(db, email);
  if (!user) return null;
  if (user.googleId !== null) return refused('other-account');
  const { hostedDomain, googleId, fields } = entry.profile;
  // The operator has removed the password, so that the owner of the address can sign in with Google.
  const isOpen = user.passwordHash === null;
  if (!isOpen && !isAuthoritative(email, hostedDomain))
    return { kind: 'needs-password', userId: user.id, email };
  await entry.noteAuditActor(user.id);
  const handOver = await replaceByGoogle(db, user.id, { googleId, ...fields, now: entry.now });
  const token = await enter(db, user.id, entry);
  return token === null ? refused('other-account') : signedIn(token, user.id, handOver);
}

async function enterNew(db: Database, email: string, entry: Entry): Promise<AccountResult | null> {
  const { profile, now } = entry;
  if (!(await entry.canTakeAccount())) return refused('full');
  const { googleId, fields } = profile;
  const user = {
    id: crypto.randomUUID(),
    googleId,
    email,
    emailProvedAt: now,
    passwordHash: null,
    ...fields,
    createdAt: now,
  };
  const { token, session } = await prepareSession(sessionOf(user.id, entry), now);
  return (await createUser(db, user, session)) ? signedIn(token, user.id) : null;
}

/**
 * Signs in the person whom Google has named: by Google's id first, then by verified address, else as a new user.
 * Two callbacks at once make one account: the second one looks again.
 */
export async function enterWithGoogle(db: Database, entry: Entry): Promise<AccountResult> {
  const { email } = entry.profile;
  const known = await enterKnown(db, entry);
  if (known) return known;
  if (email === null) return refused('unverified');
  return (
    (await enterLinked(db, email, entry)) ??
    (await enterNew(db, email, entry)) ??
    (await enterKnown(db, entry)) ??
    refused('other-account')
  );
}
