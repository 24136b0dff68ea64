import { Hono } from 'hono/tiny';
import {
  accountDeletionSchema,
  linkSchema,
  passwordChangeSchema,
  signInSchema,
  signUpSchema,
} from '#contract/auth.ts';
import { SIGN_UPS } from '#contract/limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { limitByAddress } from '#worker/middleware/rate-limit.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { linkGoogle, showLink, signIn, signUp } from './sign-in.ts';
import { leave, logOut, logOutEverywhere, presentUser } from './sessions.ts';
import { deleteAccount, replacePassword } from './owner.ts';

export const auth = new Hono<AppEnv>();

auth.get('/user', requireUser, (c) => c.json(presentUser(c.get('owner'))));

auth.delete('/user', requireUser, validate(accountDeletionSchema), deleteAccount);

auth.post('/password', requireUser, validate(passwordChangeSchema), replacePassword);

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
auth.post('/logout/everywhere', requireUser, logOutEverywhere);
