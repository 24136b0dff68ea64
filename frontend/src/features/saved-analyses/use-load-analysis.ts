import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Settings } from '#frontend/analysis/analyse.ts';
import { useUser } from '#frontend/api/user.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { createLeadThread } from '#frontend/thread/client.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-analysis.ts';
import { toast } from '#frontend/ui/toast-store.ts';
import { openSaved } from './open-saved.ts';
import type { SavedChoices } from './wire.ts';

const PARAMETER = 'loadAnalysis';

/** A saved analysis that is to be worked on again. */
export interface AnalysisToEdit {
  file: File;
  readOptions: ReadOptions;
  choices: SavedChoices;
  settings: Settings;
}

class NotEnoughData extends Error {}

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
    const finish = (loaded: AnalysisToEdit | null) => {
      if (!isCurrent) return;
      if (loaded)
        toast({ title: 'Analysis Loaded', description: `Loaded "${loaded.file.name}" for editing` });
      setAnalysis(loaded);
      setParameters(without(PARAMETER), { replace: true });
    };
    loadForEditing(id).then(finish, (error: unknown) => {
      if (isCurrent) refuse(error, isSignedIn);
      finish(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, isUserLoading, isSignedIn, setParameters]);

  return { isLoading: id !== null, analysis };
}

async function loadForEditing(id: string): Promise<AnalysisToEdit> {
  const thread = createLeadThread();
  try {
    const { record, dataset } = await openSaved(id, thread);
    if (!dataset) throw new NotEnoughData();
    return { ...dataset, readOptions: UNPACKED_CSV, settings: record.settings };
  } finally {
    thread.close();
  }
}

function refuse(error: unknown, isSignedIn: boolean): void {
  const hasTooLittle = error instanceof NotEnoughData;
  if (!hasTooLittle) console.warn('The saved analysis could not be loaded.', error);
  toast({
    title: 'Load Failed',
    description: hasTooLittle
      ? "This analysis doesn't have enough data to edit"
      : 'Could not load the saved analysis',
    tone: 'destructive',
    action: isSignedIn ? undefined : { label: 'Log in', href: '/auth/login' },
  });
}

function without(name: string) {
  return (parameters: URLSearchParams) => {
    const next = new URLSearchParams(parameters);
    next.delete(name);
    return next;
  };
}
