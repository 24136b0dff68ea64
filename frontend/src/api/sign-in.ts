import { pendingLinkSchema, type Credentials } from '#contract/auth.ts';
import useSWR, { type SWRResponse } from 'swr';
import { read, send } from './client.ts';

/** Signs in. Returns the unchecked answer, which is the user. */
export async function signIn(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/login', { method: 'POST', json: credentials })).json();
}

/** Creates an account and signs in. Returns the unchecked answer, which is the user. */
export async function signUp(credentials: Credentials): Promise<unknown> {
  return (await send('/api/auth/signup', { method: 'POST', json: credentials })).json();
}

/** The email address of the account that waits for its password before it is linked to Google. */
export function usePendingLink(): SWRResponse<string, unknown> {
  return useSWR([LINK_PATH], fetchPendingLink);
}

/** Links the waiting account to Google and signs in. Returns the unchecked answer, which is the user. */
export async function linkGoogle(password: string): Promise<unknown> {
  return (await send(LINK_PATH, { method: 'POST', json: { password } })).json();
}

const LINK_PATH = '/api/auth/google/link';

async function fetchPendingLink(key: readonly string[]): Promise<string> {
  return pendingLinkSchema.parse(await read(key)).email;
}
