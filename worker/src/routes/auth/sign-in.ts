import type { Credentials } from '#contract/auth.ts';
import { findUserByEmail } from '#worker/db/users.ts';
import { ApiError } from '#worker/errors.ts';
import { reserve } from '#worker/middleware/rate-limit.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { failureCounters, guardPassword, wrongPassword } from './guarded-password.ts';
import { presentUser, signInAs } from './start-session.ts';

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
