import { pendingLinkSchema, type Credentials } from '#contract/auth.ts';
import useSWR, { type SWRResponse } from 'swr';
import { read, send } from './client.ts';

/** The user who is signed in now, as answered. */
export async function signIn(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/login', { method: 'POST', json: credentials })).json();
}

/** The new user, signed in, as answered. */
export async function signUp(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/signup', { method: 'POST', json: credentials })).json();
}

/** The address of the account that Google has named, and whose password is still asked for. */
export function usePendingLink(): SWRResponse<string, unknown> {
  return useSWR([LINK_PATH], fetchPendingLink);
}

/** The user whose account is linked to Google from now on, signed in, as answered. */
export async function linkGoogle(password: string): Promise<unknown> {
  return (await send(LINK_PATH, { method: 'POST', json: { password } })).json();
}

const LINK_PATH = '/api/auth/google/link';

async function fetchPendingLink(key: readonly string[]): Promise<string> {
  return pendingLinkSchema.parse(await read(key)).email;
}
