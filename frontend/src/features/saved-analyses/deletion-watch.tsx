import { useEffect, useEffectEvent } from 'react';
import { useAnalyses } from '#frontend/api/analyses.ts';
import { useUser } from '#frontend/api/user.ts';

/** Notices that a saved analysis is in the user's list no more. */
export function DeletionWatch({ id, onGone }: { id: string; onGone(): void }): null {
  const { user } = useUser();
  const { data: analyses } = useAnalyses(user !== null);
  const isGone = analyses !== undefined && !analyses.some((analysis) => analysis.id === id);
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) tell();
  }, [isGone]);
  return null;
}
