import type { Credentials } from '#contract/auth.ts';
import { WRONG_PASSWORDS } from '#contract/limits.ts';
import { checkPassword } from '#worker/auth/passwords.ts';
import type { Database } from '#worker/db/client.ts';
import { countAttempt, refundAttempt } from '#worker/db/rate-limits.ts';
import { findUserByEmail, type UserRow } from '#worker/db/users.ts';
import { ApiError } from '#worker/errors.ts';
import { tooManyRequests } from '#worker/middleware/rate-limit.ts';
import type { BodyContext } from '#worker/middleware/validate.ts';
import { presentUser, signInAs } from './start-session.ts';

const userNotFound = () =>
  new ApiError(404, 'That email address does not have an account.', { code: 'USER_NOT_FOUND' });

const googleOnly = () =>
  new ApiError(401, 'This account signs in with Google. Please use Continue with Google.', {
    code: 'USE_GOOGLE',
  });

const wrongPassword = () =>
  new ApiError(401, 'The password is not right. Please try again.', { code: 'WRONG_PASSWORD' });

/**
 * The hash that the password fits. The attempt counts before the password is looked at, so that guesses at the same
 * moment can't pass together.
 */
async function guardedCheck(db: Database, user: UserRow, password: string): Promise<string> {
  if (user.passwordHash === null) throw googleOnly();
  const key = `password:${user.id}`;
  const wait = await countAttempt(db, key, { limit: WRONG_PASSWORDS, now: Date.now() });
  if (wait !== null) throw tooManyRequests('Too many wrong passwords for this account.', wait);
  if (!(await checkPassword(password, user.passwordHash))) throw wrongPassword();
  await refundAttempt(db, key);
  return user.passwordHash;
}

export async function signIn(c: BodyContext<Credentials>): Promise<Response> {
  const { email, password } = c.req.valid('json');
  const user = await findUserByEmail(c.get('db'), email);
  if (!user) throw userNotFound();
  const passwordHash = await guardedCheck(c.get('db'), user, password);
  const sessionOf = { userId: user.id, credential: { passwordHash }, presentedSid: c.get('presentedSid') };
  if (!(await signInAs(c, sessionOf))) throw wrongPassword();
  return c.json(presentUser(user));
}
