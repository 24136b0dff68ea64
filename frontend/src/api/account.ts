import {
  accountDeletedSchema,
  type PasswordChange,
  pendingLinkSchema,
  type Credentials,
  devicesSchema,
  type Device,
} from '#contract/auth.ts';
import type { PlatformId } from '#contract/platforms.ts';
import useSWR, { type SWRResponse, useSWRConfig } from 'swr';
import { useCallback } from 'react';
import { preferencesSchema, type Preferences } from '#contract/preferences.ts';
import { PREFERENCES_KEY } from './user.ts';
import { ask, sendCall, tell } from './ask.ts';
import { CallFailure, read } from './client.ts';

/** Leads to Google and back to the start page, which then continues the deletion. */
export const CONFIRM_WITH_GOOGLE_URL = '/api/auth/google/confirm';

/** The text of the server for a field, where a call failed with this code; null for any other failure. */
const reasonWith =
  (code: string) =>
  (error: unknown): string | null =>
    error instanceof CallFailure && error.code === code ? error.reason : null;

/** The text beside a password that is wrong. */
export const wrongPasswordOf = reasonWith('WRONG_PASSWORD');

/** The text beside a new password that guessers try first. */
export const weakPasswordOf = reasonWith('WEAK_PASSWORD');

/** Replaces the password. All other sessions end. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await tell('POST /api/auth/password', { json: change });
}

/** Ends every session of the user, this one too. */
export async function endAllSessions(): Promise<void> {
  await tell('POST /api/auth/logout/everywhere', {});
}

/**
 * Deletes the account and all its data. Needs no password if Google has just confirmed the owner. Returns the services where a
 * right may be left.
 */
export async function deleteAccount(password?: string): Promise<PlatformId[]> {
  const answer = await sendCall('DELETE /api/auth/user', { json: { password } });
  // The account is gone, even if the answer can't be read.
  return accountDeletedSchema.safeParse(await answer.json().catch(() => null)).data?.accessLeft ?? [];
}

/** Signs in. Returns the unchecked answer, which is the user. */
export async function signIn(credentials: Credentials): Promise<unknown> {
  return (await sendCall('POST /api/auth/login', { json: credentials })).json();
}

/** Creates an account and signs in. Returns the unchecked answer, which is the user. */
export async function signUp(credentials: Credentials): Promise<unknown> {
  return (await sendCall('POST /api/auth/signup', { json: credentials })).json();
}

/** The email address of the account that waits for its password before it is linked to Google. */
export function usePendingLink(): SWRResponse<string, unknown> {
  return useSWR([LINK_PATH], fetchPendingLink);
}

/** Links the waiting account to Google and signs in. Returns the unchecked answer, which is the user. */
export async function linkGoogle(password: string): Promise<unknown> {
  return (await sendCall('POST /api/auth/google/link', { json: { password } })).json();
}

const LINK_PATH = '/api/auth/google/link';

async function fetchPendingLink(key: readonly string[]): Promise<string> {
  return pendingLinkSchema.parse(await read(key)).email;
}

/** The signed-in user's default settings of a new analysis, fetched for each use: another tab may have changed them. */
export function usePreferences() {
  const { data, error, mutate } = useSWR(PREFERENCES_KEY, fetchPreferences, { revalidateOnMount: true });
  return {
    preferences: data ?? null,
    error: error as unknown,
    // Alone, `mutate` would ask through the oldest hook with this key, and that of the first page cannot ask.
    askAgain: () => mutate(() => fetchPreferences(PREFERENCES_KEY), { revalidate: false }),
  };
}

export function useSavePreferences(): (preferences: Preferences) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (preferences) => {
      const saved = await ask('POST /api/preferences', { json: preferences }, preferencesSchema);
      await mutate(PREFERENCES_KEY, saved, { revalidate: false });
    },
    [mutate],
  );
}

async function fetchPreferences(key: readonly string[]): Promise<Preferences> {
  return preferencesSchema.parse(await read(key));
}

const DEVICES_KEY = ['/api/auth/devices'];

/** The devices that are signed in to the account. Fetched whenever they are shown. */
export function useDevices() {
  return useSWR<Device[], unknown>(
    DEVICES_KEY,
    async (key: string[]) => devicesSchema.parse(await read(key)).devices,
    { revalidateOnMount: true },
  );
}

/** Ends the session of another device. */
export const signOutDevice = (id: string): Promise<void> =>
  tell('DELETE /api/auth/devices/:device', { device: id });

/** Ends every session of the user but this one. */
export const signOutOthers = (): Promise<void> => tell('POST /api/auth/logout/others', {});
