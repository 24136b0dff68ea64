import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PAGES } from '#contract/pages.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { useForgetUser, useUser } from '#frontend/api/user.ts';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import type { FindSettings, KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { SavedWork } from './work.ts';

/** A way to load a saved analysis, or a part of it, by the id in the address. */
interface Loading<T> {
  /** The parameter of the address. */
  parameter: string;
  /** Null if the analysis lacks this part. */
  load(id: string): Promise<T | null>;
  /** The text for an analysis without this part. */
  tooLittle: string;
  onLoaded?(loaded: T): void;
}

const FAILED = 'Could not load the saved analysis';

const EDITING: Loading<SavedWork> = {
  parameter: 'loadAnalysis',
  load: async (id) => (await import('./saved-work.tsx')).loadForEditing(id),
  tooLittle: "This analysis doesn't have enough data to edit",
  onLoaded: ({ file }) =>
    toast({ title: 'Analysis Loaded', description: `Loaded "${file.name}" for editing` }),
};

const SETTINGS: Loading<KeptSettings> = {
  parameter: 'settingsOf',
  load: async (id) => (await import('./saved-work.tsx')).loadSettings(id),
  tooLittle: 'The settings of this analysis cannot be read',
};

/** The saved analysis in the address, to be edited. */
export const useLoadAnalysis = () => useLoading(EDITING);

/** The settings of the saved analysis in the address, for a new file. */
export const useLoadSettings = () => useLoading(SETTINGS);

/** Finds settings for an open file among the saved analyses; absent for a visitor without an account. */
export function useFindSettings(): FindSettings | undefined {
  const { user } = useUser();
  return user ? findSettings : undefined;
}

const findSettings: FindSettings = async (headers, beforeAsking) => {
  const part = await import('./saved-work.tsx');
  beforeAsking();
  return part.findSettings(headers);
};

/**
 * Loads by the id in the address, and then removes the id. It waits until the user is known, since the message of a failure
 * depends on the sign-in.
 */
function useLoading<T>(loading: Loading<T>): { isLoading: boolean; loaded: T | null } {
  const { parameter } = loading;
  const { user, isLoading: isUserLoading } = useUser();
  const [parameters, setParameters] = useSearchParams();
  const [loaded, setLoaded] = useState<T | null>(null);
  const forgetUser = useForgetUser();
  const id = parameters.get(parameter);

  const load = useEffectEvent((named: string) => loading.load(named));
  const finish = useEffectEvent((found: T | null) => {
    if (found) loading.onLoaded?.(found);
    else refuse(loading.tooLittle);
    setLoaded(() => found);
    setParameters(without(parameter), { replace: true });
  });
  const fail = useEffectEvent((error: unknown) => {
    console.warn('The saved analysis could not be loaded.', error);
    const hasEnded = isUnauthorized(error);
    refuse(FAILED, hasEnded || user === null);
    setParameters(without(parameter), { replace: true });
    // With a user in the cache, the sign-in page would send the visitor on to the first page.
    if (hasEnded) forgetUser();
  });

  useEffect(() => {
    if (id === null || isUserLoading) return;
    let isCurrent = true;
    load(id).then(
      (found) => isCurrent && finish(found),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isUserLoading]);

  return { isLoading: id !== null, loaded };
}

function refuse(description: string, isLoginMissing = false): void {
  const action = isLoginMissing ? { label: 'Log in', href: PAGES.login.path } : undefined;
  toastFailure('Load Failed', description, action);
}

function without(name: string) {
  return (parameters: URLSearchParams) => {
    const next = new URLSearchParams(parameters);
    next.delete(name);
    return next;
  };
}
