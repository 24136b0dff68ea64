import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isUnauthorized } from '#frontend/api/client.ts';
import { useForgetUser, useUser } from '#frontend/api/user.ts';
import { toast } from '#frontend/ui/toast-store.ts';
import type { SavedWork } from '#frontend/thread/work.ts';
import { fetchSavedWork } from './fetch-saved-work.ts';

const PARAMETER = 'loadAnalysis';
const TOO_LITTLE = "This analysis doesn't have enough data to edit";
const FAILED = 'Could not load the saved analysis';

/**
 * Loads the saved analysis that the address names and then removes its id from the address. Waits for the user, because
 * the message of a failure depends on the sign-in.
 */
export function useLoadAnalysis(): { isLoading: boolean; analysis: SavedWork | null } {
  const { user, isLoading: isUserLoading } = useUser();
  const [parameters, setParameters] = useSearchParams();
  const [analysis, setAnalysis] = useState<SavedWork | null>(null);
  const forgetUser = useForgetUser();
  const id = parameters.get(PARAMETER);

  const finish = useEffectEvent((loaded: SavedWork | null) => {
    if (loaded) toast({ title: 'Analysis Loaded', description: `Loaded "${loaded.file.name}" for editing` });
    else refuse(TOO_LITTLE);
    setAnalysis(loaded);
    setParameters(without(PARAMETER), { replace: true });
  });
  const fail = useEffectEvent((error: unknown) => {
    console.warn('The saved analysis could not be loaded.', error);
    const hasEnded = isUnauthorized(error);
    refuse(FAILED, hasEnded || user === null);
    setParameters(without(PARAMETER), { replace: true });
    // With a user in the cache, the sign-in page would send the visitor on to the first page.
    if (hasEnded) forgetUser();
  });

  useEffect(() => {
    if (id === null || isUserLoading) return;
    let isCurrent = true;
    loadWork(id).then(
      (loaded) => isCurrent && finish(loaded),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isUserLoading]);

  return { isLoading: id !== null, analysis };
}

async function loadWork(id: string): Promise<SavedWork | null> {
  const { loadForEditing } = await fetchSavedWork();
  return loadForEditing(id);
}

function refuse(description: string, isLoginMissing = false): void {
  const action = isLoginMissing ? { label: 'Log in', href: '/auth/login' } : undefined;
  toast({ title: 'Load Failed', description, tone: 'destructive', action });
}

function without(name: string) {
  return (parameters: URLSearchParams) => {
    const next = new URLSearchParams(parameters);
    next.delete(name);
    return next;
  };
}
