import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { User } from '#contract/auth.ts';
import type { Preferences } from '#contract/preferences.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { SIGNED_IN_COOKIE } from '#contract/limits.ts';
import { hasServerCookie } from '#frontend/lib/storage.ts';
import { command, read, readOrNull, textOrNull } from './client.ts';
import { fieldsOf } from '#contract/records.ts';

const USER_KEY = ['/api/auth/user'] as const;
export const PREFERENCES_KEY = ['/api/preferences'] as const;

/** Addresses that the server answers: a link to one of them loads a new document. */
export const GOOGLE_SIGN_IN_URL = '/api/auth/google';
export const LOG_OUT_URL = '/api/auth/logout';
export const SIGN_IN_AGAIN_URL = '/api/login';

interface CurrentUser {
  /** Null while the request runs, after it failed, and for a visitor without a session. */
  user: User | null;
  isLoading: boolean;
}

/** The signed-in user. Every page asks for it, so the answer is checked by hand: zod would delay the first page. */
export function useUser(): CurrentUser {
  const { data, isLoading } = useSWR(USER_KEY, findUser);
  return { user: data ?? null, isLoading };
}

/**
 * The default settings of the signed-in user, once the account menu has fetched them; null until then. The first page has
 * no code that checks them.
 */
export function useKnownPreferences(): Preferences | null {
  const { data } = useSWR<Preferences>(PREFERENCES_KEY, null);
  return data ?? null;
}

/** Requests the user again, because the visitor may have signed in in another tab. Null without a session or an answer. */
export function useAskUser(): () => Promise<User | null> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => (await mutate<User | null>(USER_KEY)) ?? null, [mutate]);
}

/** Removes the user and all data of the user from the cache. Call it after an answer 401: the session is over. */
export function useForgetUser(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => {
    void mutate(USER_KEY, null, { revalidate: false });
    void mutate((key) => !isUserKey(key), undefined, { revalidate: false });
  }, [mutate]);
}

/** Stores a new user and drops the data of the previous one. Call it after a sign-in. */
export function useAcceptUser(): (answer: unknown) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (answer: unknown) => {
      // `mutate` requests the data again even within the seconds in which SWR merges equal requests.
      void mutate((key) => !isUserKey(key), undefined);
      void mutate(USER_KEY, readUser(answer));
    },
    [mutate],
  );
}

export async function endSession(): Promise<void> {
  await command('/api/auth/logout', { method: 'POST' });
}

/** Asks only where the server has left its hint: a visitor without an account causes no call. */
async function findUser(key: readonly string[]): Promise<User | null> {
  return hasServerCookie(SIGNED_IN_COOKIE) ? readUser(await readOrNull(key)) : null;
}

function readUser(answer: unknown): User | null {
  const { firstName, lastName, email, profileImageUrl, hasPassword, unseenAlerts } = fieldsOf(answer);
  if (typeof email !== 'string') return null;
  return {
    email,
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    profileImageUrl: textOrNull(profileImageUrl),
    hasPassword: hasPassword !== false,
    unseenAlerts: Number(unseenAlerts ?? 0),
  };
}

function isUserKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === USER_KEY[0];
}

/** Those of the user, with which a browser reads and sends, also in the tab of a team. */
const OWN_CONNECTIONS_KEY = ['/api/connections'] as const;

/** Whether Google Sheets can be imported here, as the document says; for a user once the server has told the connection. */
export function useSheetsOffered(): boolean {
  const { user, isLoading: isUserLoading } = useUser();
  const isOffered = !isUserLoading && offersSheets();
  const { data } = useSWR<unknown>(isOffered && user ? OWN_CONNECTIONS_KEY : null, read);
  return isOffered && (!user || data !== undefined);
}

function offersSheets(): boolean {
  const offers = document.documentElement.getAttribute(OFFERS_ATTRIBUTE)?.split(' ');
  return Boolean(offers?.includes('sheets'));
}
