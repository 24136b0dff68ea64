import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AnalysisSummary } from '#contract/analyses.ts';
import { ANALYSES_KEY, deleteAnalysis } from '#frontend/api/analyses.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL, useForgetUser } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { toast } from '#frontend/ui/toast-store.ts';

const SIGN_IN_DELAY_MS = 500;

/**
 * Deletes an analysis: it leaves the list at once and comes back if the server refuses. The list is asked for anew
 * afterwards, so that one deleted elsewhere goes as well.
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
      // With a revalidation, so that an answer of the last two seconds is not taken for the next one.
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
          // The Back button may bring this page back as it was left.
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
