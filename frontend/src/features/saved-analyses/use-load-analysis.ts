import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useUser } from '#frontend/api/user.ts';
import { toast } from '#frontend/ui/toast-store.ts';
import type { AnalysisToEdit } from './load-for-editing.ts';

const PARAMETER = 'loadAnalysis';
const TOO_LITTLE = "This analysis doesn't have enough data to edit";
const FAILED = 'Could not load the saved analysis';

/**
 * Loads the saved analysis that the address names, once it is known who is signed in, and then takes it out of the
 * address. Null while there is none.
 */
export function useLoadAnalysis(): { isLoading: boolean; analysis: AnalysisToEdit | null } {
  const { user, isLoading: isUserLoading } = useUser();
  const [parameters, setParameters] = useSearchParams();
  const [analysis, setAnalysis] = useState<AnalysisToEdit | null>(null);
  const id = parameters.get(PARAMETER);
  const isSignedIn = user !== null;

  useEffect(() => {
    if (id === null || isUserLoading) return;
    let isCurrent = true;
    const finish = (loaded: AnalysisToEdit | null, problem = TOO_LITTLE) => {
      if (!isCurrent) return;
      if (loaded)
        toast({ title: 'Analysis Loaded', description: `Loaded "${loaded.file.name}" for editing` });
      else refuse(problem, isSignedIn);
      setAnalysis(loaded);
      setParameters(without(PARAMETER), { replace: true });
    };
    load(id).then(finish, (error: unknown) => {
      console.warn('The saved analysis could not be loaded.', error);
      finish(null, FAILED);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, isUserLoading, isSignedIn, setParameters]);

  return { isLoading: id !== null, analysis };
}

/** Few visits load one: the code for it comes when it is needed. */
async function load(id: string): Promise<AnalysisToEdit | null> {
  const { loadForEditing } = await import('./load-for-editing.ts');
  return loadForEditing(id);
}

function refuse(description: string, isSignedIn: boolean): void {
  const action = isSignedIn ? undefined : { label: 'Log in', href: '/auth/login' };
  toast({ title: 'Load Failed', description, tone: 'destructive', action });
}

function without(name: string) {
  return (parameters: URLSearchParams) => {
    const next = new URLSearchParams(parameters);
    next.delete(name);
    return next;
  };
}
