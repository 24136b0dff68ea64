import type { Credentials } from '#contract/auth.ts';
import { findUserByEmail, createUser, type UserRow } from '#worker/db/users.ts';
import { ApiError } from '#worker/errors.ts';
import { reserve } from '#worker/middleware/rate-limit.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { failureCounters, guardPassword, wrongPassword } from './guarded-password.ts';
import { presentUser, signInAs, startSession } from './start-session.ts';
import { hashPassword } from '#worker/auth/passwords.ts';

const userNotFound = () =>
  new ApiError(404, 'That email address does not have an account.', { code: 'USER_NOT_FOUND' });

export const googleOnly = () =>
  new ApiError(401, 'This account signs in with Google. Please use Continue with Google.', {
    code: 'USE_GOOGLE',
  });

export async function signIn(c: BodyContext<Credentials>): Promise<Response> {
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
  return c.json(presentUser({ ...user, hasPassword: true }));
}

function emailTaken(taken: UserRow | undefined): ApiError {
  const way = taken?.passwordHash === null ? 'Please use Continue with Google.' : 'Please sign in.';
  return new ApiError(409, `An account with this email address already exists. ${way}`, {
    code: 'EMAIL_TAKEN',
  });
}

export async function signUp(c: BodyContext<Credentials>): Promise<Response> {
  const { email, password } = c.req.valid('json');
  const db = c.get('db');
  const taken = await findUserByEmail(db, email);
  if (taken) throw emailTaken(taken);
  const passwordHash = await hashPassword(password);
  const user = {
    id: crypto.randomUUID(),
    googleId: null,
    email,
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
  return c.json(presentUser({ ...user, hasPassword: true }), 201);
}
