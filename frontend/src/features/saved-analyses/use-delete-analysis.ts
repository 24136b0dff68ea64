import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AnalysisSummary } from '#contract/answers.ts';
import { ANALYSES_KEY, deleteAnalysis } from '#frontend/api/analyses.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL, useForgetUser } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { toast } from '#frontend/ui/toast-store.ts';

const SIGN_IN_DELAY_MS = 500;

/**
 * Deletes an analysis. It leaves the list at once and returns if the server refuses. The list is then fetched again,
 * so that analyses deleted elsewhere disappear too.
 */
export function useDeleteAnalysis() {
  const { mutate } = useSWRConfig();
  const forgetUser = useForgetUser();
  const [isDeleting, setDeleting] = useState(false);

  const remove = async (id: string) => {
    const without = (list: AnalysisSummary[] = []) => list.filter((analysis) => analysis.id !== id);
    setDeleting(true);
    try {
      await mutate<AnalysisSummary[]>(
        ANALYSES_KEY,
        async (list) => {
          await deleteAnalysis(id);
          return without(list);
        },
        { optimisticData: without, rollbackOnError: true, revalidate: true },
      );
      // Revalidates, because SWR would otherwise reuse an answer from the last two seconds.
      void mutate([...ANALYSES_KEY, id], undefined);
      toast({ title: 'Analysis Deleted', description: 'The analysis has been deleted successfully.' });
    } catch (error) {
      if (isUnauthorized(error)) {
        toast({
          title: 'Unauthorized',
          description: 'You are logged out. Logging in again...',
          tone: 'destructive',
        });
        setTimeout(() => {
          // The Back button may restore this page as it was left, so it must not keep the user.
          addEventListener('pagehide', forgetUser, { once: true });
          leaveDocument(SIGN_IN_AGAIN_URL);
        }, SIGN_IN_DELAY_MS);
      } else {
        toast({
          title: 'Error',
          description: 'Failed to delete analysis. Please try again.',
          tone: 'destructive',
        });
        void mutate(ANALYSES_KEY);
      }
    } finally {
      setDeleting(false);
    }
  };
  return { isDeleting, remove };
}
