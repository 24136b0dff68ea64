import { Hono } from 'hono/tiny';
import {
  accountDeletionSchema,
  linkSchema,
  passwordChangeSchema,
  signInSchema,
  signUpSchema,
} from '#contract/auth.ts';
import { forgottenSchema, passwordResetSchema } from '#contract/mail.ts';
import { SIGN_UPS } from '#contract/limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { limitByAddress } from '#worker/middleware/rate-limit.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { handleLinkGoogle, handleShowLink, handleSignIn, handleSignUp } from './sign-in.ts';
import { handleLogOutLink, handleLogOut, handleLogOutEverywhere, presentUser } from './sessions.ts';
import { requireMail } from '../mail/link-mail.ts';
import { handleListDevices, handleLogOutOthers, handleSignOutDevice } from './devices.ts';
import { handleForgotten, handleReset } from './forgotten-password.ts';
import { handleDeleteAccount, handleReplacePassword } from './owner.ts';

export const auth = new Hono<AppEnv>();

auth.get('/user', requireUser, (c) => {
  const user = c.get('actor');
  return c.json({ ...presentUser(user), unseenAlerts: user.unseenAlerts });
});

auth.delete('/user', requireUser, validate(accountDeletionSchema), handleDeleteAccount);

auth.post('/password', requireUser, validate(passwordChangeSchema), handleReplacePassword);

auth.post('/login', validate(signInSchema), handleSignIn);

auth.get('/google/link', handleShowLink);
auth.post('/google/link', validate(linkSchema), handleLinkGoogle);

auth.post(
  '/signup',
  validate(signUpSchema),
  limitByAddress('sign-up', SIGN_UPS, 'Too many sign-ups from your network.'),
  handleSignUp,
);

auth.post('/forgot', requireMail, validate(forgottenSchema), handleForgotten);
auth.post('/reset', requireMail, validate(passwordResetSchema), handleReset);

auth.get('/logout', handleLogOutLink);
auth.post('/logout', handleLogOut);
auth.post('/logout/everywhere', requireUser, handleLogOutEverywhere);
auth.post('/logout/others', requireUser, handleLogOutOthers);
auth.get('/devices', requireUser, handleListDevices);
auth.delete('/devices/:device', requireUser, handleSignOutDevice);
