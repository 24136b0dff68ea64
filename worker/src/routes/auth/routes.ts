import { Hono } from 'hono/tiny';
import { linkSchema, signInSchema, signUpSchema } from '#contract/auth.ts';
import { SIGN_UPS } from '#contract/limits.ts';
import { deleteUser } from '#worker/db/users.ts';
import type { AppEnv } from '#worker/env.ts';
import { forgetDevice } from '#worker/middleware/device-cookie.ts';
import { limitByAddress } from '#worker/middleware/rate-limit.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { clearCookie } from '#worker/middleware/sealed-cookie.ts';
import { validate } from '#worker/middleware/validate.ts';
import { linkGoogle, showLink } from './link-google.ts';
import { leave, logOut } from './log-out.ts';
import { presentUser } from './start-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

export const auth = new Hono<AppEnv>();

auth.get('/user', requireUser, (c) => c.json(presentUser(c.get('owner'))));

auth.delete('/user', requireUser, async (c) => {
  const { id } = c.get('owner');
  await deleteUser(c.get('db'), id);
  clearCookie(c, 'session');
  forgetDevice(c, id);
  return c.json({ message: 'Your account has been deleted.' });
});

auth.post('/login', validate(signInSchema), signIn);

auth.get('/google/link', showLink);
auth.post('/google/link', validate(linkSchema), linkGoogle);

auth.post(
  '/signup',
  validate(signUpSchema),
  limitByAddress('sign-up', SIGN_UPS, 'Too many sign-ups from your network.'),
  signUp,
);

auth.get('/logout', leave);
auth.post('/logout', logOut);
