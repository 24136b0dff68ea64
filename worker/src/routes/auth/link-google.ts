import type { Context } from 'hono';
import { readLink, type PendingLink } from '#worker/auth/google.ts';
import { addGoogle, findUserByEmail } from '#worker/db/users.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { clearCookie, readSealedCookie } from '#worker/middleware/sealed-cookie.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { guardPassword } from './guarded-password.ts';
import { presentUser, signInAs } from './start-session.ts';

const linkExpired = () =>
  new ApiError(410, 'This Google sign-in has expired. Please continue with Google again.', {
    code: 'LINK_EXPIRED',
  });

async function requireLink(c: Context<AppEnv>): Promise<PendingLink> {
  const text = await readSealedCookie(c, 'google-link');
  const link = text === null ? null : readLink(text, Date.now());
  if (!link) throw linkExpired();
  return link;
}

/** `GET /api/auth/google/link` names the account whose password the page asks for. */
export async function showLink(c: Context<AppEnv>): Promise<Response> {
  const { email } = await requireLink(c);
  return c.json({ email });
}

/** `POST /api/auth/google/link` takes the password. From then on Google and the password both lead to the account. */
export async function linkGoogle(c: BodyContext<{ password: string }>): Promise<Response> {
  const { userId, email, googleId, firstName, lastName, profileImageUrl } = await requireLink(c);
  const user = await findUserByEmail(c.get('db'), email);
  if (user?.id !== userId || user.passwordHash === null || user.googleId !== null) throw linkExpired();
  const account = { id: userId, passwordHash: user.passwordHash };
  await guardPassword(c, account, c.req.valid('json').password);
  const profile = { firstName, lastName, profileImageUrl };
  if (!(await addGoogle(c.get('db'), account, { googleId, ...profile, now: Date.now() })))
    throw linkExpired();
  const sessionOf = { userId, credential: account, presentedSid: c.get('presentedSid') };
  if (!(await signInAs(c, sessionOf))) throw linkExpired();
  clearCookie(c, 'google-link');
  return c.json(presentUser({ ...user, ...profile, hasPassword: true }));
}
