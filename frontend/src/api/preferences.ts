import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { preferencesSchema, type Preferences } from '#contract/preferences.ts';
import { read, send } from './client.ts';
import { PREFERENCES_KEY } from './user.ts';

/** The user's default settings of a new analysis. A visitor without a session has none, so there is no request. */
export function usePreferences(isSignedIn: boolean): { preferences: Preferences | null; error: unknown } {
  const { data, error } = useSWR(isSignedIn ? PREFERENCES_KEY : null, fetchPreferences);
  return { preferences: data ?? null, error: error as unknown };
}

export function useSavePreferences(): (preferences: Preferences) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (preferences) => {
      const answer = await send('/api/preferences', { method: 'POST', json: preferences });
      await mutate(PREFERENCES_KEY, preferencesSchema.parse(await answer.json()), { revalidate: false });
    },
    [mutate],
  );
}

async function fetchPreferences(key: readonly string[]): Promise<Preferences> {
  return preferencesSchema.parse(await read(key));
}
