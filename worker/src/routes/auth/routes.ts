import type { Context } from 'hono';
import type { User } from '#contract/auth.ts';
import type { AppEnv } from '#worker/env.ts';
import type { Handlers } from '../mount.ts';
import { handleListDevices, handleLogOutOthers, handleSignOutDevice } from './devices.ts';
import { handleForgotten, handleReset } from './forgotten-password.ts';
import { googleHandlers } from './google-routes.ts';
import { handleDeleteAccount, handleReplacePassword } from './owner.ts';
import { handleLogOutLink, handleLogOut, handleLogOutEverywhere, presentUser } from './session-handlers.ts';
import { handleLinkGoogle, handleShowLink, handleSignIn, handleSignUp } from './sign-in.ts';

/** `GET /api/auth/user` */
function handleReadUser(c: Context<AppEnv>): User {
  const user = c.get('requester');
  return { ...presentUser(user), unseenAlerts: user.unseenAlerts };
}

export const authHandlers = {
  ...googleHandlers,
  'GET /api/auth/user': handleReadUser,
  'DELETE /api/auth/user': handleDeleteAccount,
  'POST /api/auth/password': handleReplacePassword,
  'POST /api/auth/login': handleSignIn,
  'POST /api/auth/signup': handleSignUp,
  'GET /api/auth/google/link': handleShowLink,
  'POST /api/auth/google/link': handleLinkGoogle,
  'POST /api/auth/forgot': handleForgotten,
  'POST /api/auth/reset': handleReset,
  'GET /api/auth/logout': handleLogOutLink,
  'POST /api/auth/logout': handleLogOut,
  'POST /api/auth/logout/everywhere': handleLogOutEverywhere,
  'POST /api/auth/logout/others': handleLogOutOthers,
  'GET /api/auth/devices': handleListDevices,
  'DELETE /api/auth/devices/:device': handleSignOutDevice,
} satisfies Partial<Handlers>;
