import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { User } from '#contract/auth.ts';
import { command, readOrNull } from './client.ts';

export const USER_KEY = ['/api/auth/user'] as const;

/** Pages of the server: whoever goes there leaves the application. */
export const GOOGLE_SIGN_IN_URL = '/api/auth/google';
export const LOG_OUT_URL = '/api/auth/logout';
export const SIGN_IN_AGAIN_URL = '/api/login';

export interface CurrentUser {
  /** Null while the look-up is under way, where nobody is signed in, and where the look-up failed. */
  user: User | null;
  isLoading: boolean;
}

/** Who is signed in. Every page asks, the first one too, so the answer is read by hand, without a schema library. */
export function useUser(): CurrentUser {
  const { data, isLoading } = useSWR(USER_KEY, fetchUser);
  return { user: data ?? null, isLoading };
}

/** Asks anew who is signed in: it may have happened in another tab. Null where nobody is, or no answer came. */
export function useAskUser(): () => Promise<User | null> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => (await mutate<User | null>(USER_KEY)) ?? null, [mutate]);
}

/** To be called when a call was refused with 401: nobody is signed in any more, and nothing read before is theirs. */
export function useForgetUser(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => {
    void mutate(USER_KEY, null, { revalidate: false });
    void mutate((key) => !isUserKey(key), undefined, { revalidate: false });
  }, [mutate]);
}

/** Takes over a user who has just signed in: nothing that was read before belongs to this one. */
export function useAcceptUser(): (answer: unknown) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (answer: unknown) => {
      // Asked anew, even within the seconds in which SWR takes two questions for one.
      void mutate((key) => !isUserKey(key), undefined);
      void mutate(USER_KEY, readUser(answer));
    },
    [mutate],
  );
}

/** Signs out on the server. */
export async function endSession(): Promise<void> {
  await command('/api/auth/logout', { method: 'POST' });
}

async function fetchUser(key: readonly string[]): Promise<User | null> {
  return readUser(await readOrNull(key));
}

function readUser(answer: unknown): User | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { firstName, lastName, email, profileImageUrl, hasPassword } = answer as Record<string, unknown>; // any object has keys
  if (typeof email !== 'string') return null;
  return {
    email,
    firstName: textOrNull(firstName),
    lastName: textOrNull(lastName),
    profileImageUrl: textOrNull(profileImageUrl),
    hasPassword: hasPassword !== false,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isUserKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === USER_KEY[0];
}
