import type { Handlers } from '../mount.ts';
import { SIGN_UPS } from '#contract/limits.ts';
import { findUserByEmail, createUser, type UserRow, addGoogle } from '#worker/db/users.ts';
import { ApiError, noNewAccounts } from '#worker/errors.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { canTakeAccount } from '#worker/store/require-quota.ts';
import { networkCounters, reserve } from '#worker/middleware/rate-limit.ts';
import { presentUser, signInAs, startSession } from './session-handlers.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { failureCounters, guardPassword, wrongPassword, refuseWeakPassword } from './guarded-password.ts';
import { hashPassword } from '#worker/auth/passwords.ts';
import { readAttemptCookie } from '#worker/auth/attempts.ts';
import type { AppContext } from '#worker/env.ts';
import { clearCookie, readSealedCookie } from '#worker/middleware/cookies.ts';

const userNotFound = () =>
  new ApiError(404, 'That email address does not have an account.', { code: 'USER_NOT_FOUND' });

export const googleOnly = () =>
  new ApiError(401, 'This account signs in with Google. Please use Continue with Google.', {
    code: 'USE_GOOGLE',
  });

const SIGN_UP_LIMIT = { limit: SIGN_UPS, refusal: 'Too many sign-ups from your network.' };

function emailTaken(taken: UserRow | undefined): ApiError {
  const way = taken?.passwordHash === null ? 'Please use Continue with Google.' : 'Please sign in.';
  return new ApiError(409, `An account with this email address already exists. ${way}`, {
    code: 'EMAIL_TAKEN',
  });
}

const linkExpired = () =>
  new ApiError(410, 'This Google sign-in has expired. Please continue with Google again.', {
    code: 'LINK_EXPIRED',
  });

async function requireLink(c: AppContext) {
  const link = readAttemptCookie('google-link', await readSealedCookie(c, 'google-link'));
  if (!link) throw linkExpired();
  return link;
}

export const signInHandlers = {
  'POST /api/auth/login': async (c) => {
    const { email, password } = c.req.valid('json');
    const user = await findUserByEmail(c.get('db'), email);
    if (!user || user.passwordHash === null) {
      await reserve(c, await failureCounters(c));
      throw user ? googleOnly() : userNotFound();
    }
    const { id, passwordHash } = user;
    await guardPassword(c, { id, passwordHash }, password);
    const sessionOf = { userId: id, credential: { passwordHash }, presentedSid: c.get('presentedSid') };
    if (!(await signInAs(c, sessionOf))) throw wrongPassword();
    return presentUser({ ...user, hasPassword: true });
  },
  'POST /api/auth/signup': async (c) => {
    await reserve(c, await networkCounters(c, 'sign-up', SIGN_UP_LIMIT));
    const { email, password } = c.req.valid('json');
    await refuseWeakPassword(password, email);
    const db = c.get('db');
    const taken = await findUserByEmail(db, email);
    if (taken) throw emailTaken(taken);
    if (!(await canTakeAccount(siteOf(c)))) throw noNewAccounts();
    const passwordHash = await hashPassword(password);
    const user = {
      id: crypto.randomUUID(),
      googleId: null,
      email,
      emailProvedAt: null,
      passwordHash,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      createdAt: Date.now(),
    };
    const isCreated = await startSession(
      c,
      { userId: user.id, credential: { passwordHash }, presentedSid: c.get('presentedSid') },
      (session) => createUser(db, user, session),
    );
    if (!isCreated) throw emailTaken(undefined);
    c.status(201);
    return presentUser({ ...user, hasPassword: true });
  },
  // Names the account whose password the page asks for.
  'GET /api/auth/google/link': async (c) => {
    const { email } = await requireLink(c);
    return { email };
  },
  // Takes the password. From then on Google and the password both lead to the account.
  'POST /api/auth/google/link': async (c) => {
    const { userId, email, googleId, hostedDomain, firstName, lastName, profileImageUrl } =
      await requireLink(c);
    const user = await findUserByEmail(c.get('db'), email);
    if (user?.id !== userId || user.passwordHash === null || user.googleId !== null) throw linkExpired();
    const account = { id: userId, passwordHash: user.passwordHash };
    await guardPassword(c, account, c.req.valid('json').password);
    const profile = { firstName, lastName, profileImageUrl };
    if (!(await addGoogle(c.get('db'), account, { googleId, ...profile, now: Date.now() })))
      throw linkExpired();
    const google = { hostedDomain };
    const sessionOf = { userId, credential: account, google, presentedSid: c.get('presentedSid') };
    if (!(await signInAs(c, sessionOf))) throw linkExpired();
    clearCookie(c, 'google-link');
    tellOfChange(c, userId, { kind: 'google' });
    return presentUser({ ...user, ...profile, hasPassword: true });
  },
} satisfies Partial<Handlers>;
