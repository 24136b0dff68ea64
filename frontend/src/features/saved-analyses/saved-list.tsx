import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { PAGES } from '#contract/pages.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { useAnalyses, ANALYSES_KEY, deleteAnalysis } from '#frontend/api/analyses.ts';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { useUser, SIGN_IN_AGAIN_URL, useForgetUser } from '#frontend/api/user.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import {
  ListFilters,
  useListView,
  EmptyList,
  FailedList,
  LoadingList,
  NoMatch,
  arrange,
  columnsOf,
} from './list-view.tsx';
import { useLoginRequired } from './login-required.tsx';
import { SavedRow } from './saved-row.tsx';

/** The saved analyses of the user, newest first unless the address says otherwise. */
export function SavedList() {
  const { user, isLoading: isUserLoading } = useUser();
  const { data: analyses, error, mutate } = useAnalyses(user !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLoginRequired({
    isMissing: (!isUserLoading && !user) || isUnauthorized(error),
    description: 'Please log in to view saved analyses.',
    to: PAGES.login.path,
  });

  return (
    <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-6 px-4 py-12 sm:px-6">
      <h1 ref={heading} tabIndex={-1} className="text-28 tracking-[-0.02em] outline-none">
        Saved Analyses
      </h1>
      {analyses ? (
        <Analyses analyses={analyses} onDeleted={() => heading.current?.focus()} />
      ) : error && !isUnauthorized(error) ? (
        <FailedList
          reason={error instanceof ApiError ? error.reason : null}
          onRetry={() => void mutate(undefined)}
        />
      ) : (
        <LoadingList />
      )}
    </div>
  );
}

interface AnalysesProps {
  analyses: readonly AnalysisSummary[];
  /** Moves the focus, because the row that had it is gone. */
  onDeleted(): void;
}

function Analyses({ analyses, onDeleted }: AnalysesProps) {
  const { view, change } = useListView();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [toDelete, setToDelete] = useState<AnalysisSummary | null>(null);
  const { isDeleting, remove } = useDeleteAnalysis();
  const matches = arrange(analyses, view);

  const confirm = () => {
    if (!toDelete) return;
    setToDelete(null);
    setPicked((others) => others.filter((id) => id !== toDelete.id));
    void remove(toDelete.id);
    // The closing dialog first returns the focus to the Delete button, which is gone by then.
    setTimeout(onDeleted);
  };

  if (analyses.length === 0) return <EmptyList />;
  return (
    <>
      <ListFilters view={view} onChange={change} columns={columnsOf(analyses)}>
        {describeCount(matches.length, analyses.length)}
      </ListFilters>
      {analyses.length > 1 && matches.length > 0 && (
        <p className="text-13 text-muted">Tick two analyses to compare them.</p>
      )}
      {matches.length === 0 ? (
        <NoMatch view={view} onClear={() => change({ query: '', column: '', from: '', to: '' })} />
      ) : (
        <div className="lg:grid lg:grid-cols-[minmax(9rem,1fr)_repeat(4,auto)_12rem_auto] lg:gap-x-6 xl:grid-cols-[minmax(12rem,1fr)_repeat(4,auto)_17rem_auto] xl:gap-x-8">
          <Headings />
          <ul className="border-t border-hairline lg:col-span-full lg:grid lg:grid-cols-subgrid">
            {matches.map((analysis) => (
              <SavedRow
                key={analysis.id}
                analysis={analysis}
                isDeleteDisabled={isDeleting}
                onDelete={() => setToDelete(analysis)}
                pick={{
                  isPicked: picked.includes(analysis.id),
                  isDisabled: picked.length === 2 && !picked.includes(analysis.id),
                  onChange: (isPicked) =>
                    setPicked((others) => [
                      ...others.filter((id) => id !== analysis.id),
                      ...(isPicked ? [analysis.id] : []),
                    ]),
                }}
              />
            ))}
          </ul>
        </div>
      )}
      <CompareBar picked={analyses.filter(({ id }) => picked.includes(id))} />
      <ConfirmDialog
        open={toDelete !== null}
        onOpenChange={(open) => !open && setToDelete(null)}
        title="Delete this analysis?"
        description={`“${toDelete?.name ?? ''}” will be deleted with its dataset${toDelete?.isShared ? ' and its read-only link' : ''}. This cannot be undone.`}
        confirmLabel="Delete analysis"
        onConfirm={confirm}
      />
    </>
  );
}

/** Stays in view while somebody ticks analyses, newest first. The older one is Before. */
function CompareBar({ picked: [after, before] }: { picked: readonly AnalysisSummary[] }) {
  if (!after) return null;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline bg-canvas px-4 py-3 text-14 sm:-mx-6 sm:px-6">
      {before ? (
        <>
          <p className="min-w-0 truncate">
            {before.name} <span className="text-muted">and</span> {after.name}
          </p>
          <Link
            to={`${PAGES.compare.path}?${new URLSearchParams({ before: before.id, after: after.id })}`}
            className={`ml-auto ${buttonClasses('primary')}`}
          >
            Compare
          </Link>
        </>
      ) : (
        <p className="flex min-h-control items-center text-muted">Tick one more to compare the two.</p>
      )}
    </div>
  );
}

/** The column headings. Hidden from screen readers, because every figure has a label of its own. */
function Headings() {
  return (
    <div
      aria-hidden
      className="hidden text-13 text-muted lg:col-span-full lg:grid lg:grid-cols-subgrid lg:items-end lg:pb-2"
    >
      <span>Name</span>
      {['Conversion Value', 'Significance Threshold', 'Total Leads', 'Conversion Rate'].map((text) => (
        <span key={text} className="ml-auto w-min text-right">
          {text}
        </span>
      ))}
      <span>
        Top Performing Segments
        <br />
        <span className="text-12 text-faint">Tick = average</span>
      </span>
    </div>
  );
}

function describeCount(shown: number, all: number): string {
  const noun = all === 1 ? 'analysis' : 'analyses';
  return shown === all
    ? `${formatCount(all)} ${noun}`
    : `${formatCount(shown)} of ${formatCount(all)} ${noun}`;
}

const SIGN_IN_DELAY_MS = 500;

/**
 * Deletes an analysis. It leaves the list at once and returns if the server refuses. The list is then fetched again,
 * so that analyses deleted elsewhere disappear too.
 */
function useDeleteAnalysis() {
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
