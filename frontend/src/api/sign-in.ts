import type { Credentials } from '#contract/auth.ts';
import { send } from './client.ts';

/** The user who is signed in now, as answered. */
export async function signIn(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/login', { method: 'POST', json: credentials })).json();
}

/** The new user, signed in, as answered. */
export async function signUp(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/signup', { method: 'POST', json: credentials })).json();
}
