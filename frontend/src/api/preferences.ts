import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Preferences } from '#contract/preferences.ts';
import { read, send } from './client.ts';

const PREFERENCES_KEY = ['/api/preferences'] as const;

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
      await mutate(PREFERENCES_KEY, parsePreferences(await answer.json()), { revalidate: false });
    },
    [mutate],
  );
}

async function fetchPreferences(key: readonly string[]): Promise<Preferences> {
  return parsePreferences(await read(key));
}

async function parsePreferences(answer: unknown): Promise<Preferences> {
  const { preferencesSchema } = await import('#contract/preferences.ts');
  return preferencesSchema.parse(answer);
}
