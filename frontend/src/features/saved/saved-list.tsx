import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { PAGES } from '#contract/pages.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { useAnalyses, ANALYSES_KEY, deleteAnalysis, isGone } from '#frontend/api/analyses.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useMay, useTabTeam } from '#frontend/api/teams.ts';
import { useUser, SIGN_IN_AGAIN_URL, useForgetUser } from '#frontend/api/user.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import {
  ListFilters,
  useListView,
  EmptyList,
  LoadingList,
  NoMatch,
  arrange,
  columnsOf,
} from './list-view.tsx';
import { FailedList } from './failed-list.tsx';
import { isOlderFile } from './file-date.ts';
import { useLoginRequired } from './login-required.tsx';
import { MoveDialog, useOtherPlaces } from './move-dialog.tsx';
import { SavedRow, type SavedRowProps } from './saved-row.tsx';

/** The saved analyses of the user, newest first unless the address says otherwise. */
export function SavedList() {
  const { user, isLoading: isUserLoading } = useUser();
  const { data: analyses, error, mutate } = useAnalyses(user !== null);
  const team = useTabTeam();
  const heading = useRef<HTMLHeadingElement>(null);
  useLoginRequired({
    isMissing: (!isUserLoading && !user) || isUnauthorized(error),
    description: 'Please log in to view saved analyses.',
    to: PAGES.login.path,
  });

  return (
    <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-6 px-4 py-12 sm:px-6">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-28 tracking-[-0.02em] outline-none">
          Saved Analyses
        </h1>
        {team && <p className="mt-1 text-16 wrap-anywhere text-muted">of {team.name}</p>}
      </div>
      {analyses ? (
        <Analyses analyses={analyses} onDeleted={() => heading.current?.focus()} />
      ) : error && !isUnauthorized(error) ? (
        <FailedList reason={reasonOf(error)} onRetry={() => void mutate(undefined)} />
      ) : (
        <LoadingList />
      )}
    </div>
  );
}

interface AnalysesProps {
  analyses: readonly AnalysisSummary[];
  /** Moves the focus, since the row that had it is gone. */
  onDeleted(): void;
}

function Analyses({ analyses, onDeleted }: AnalysesProps) {
  const { view, change } = useListView();
  const { picked, pickOf } = usePicked(analyses);
  const { all, isLabelled, labelOf } = useLabelled(analyses);
  const [toDelete, setToDelete] = useState<AnalysisSummary | null>(null);
  const [toMove, setToMove] = useState<AnalysisSummary | null>(null);
  const mayEdit = useMay()('edit');
  const places = useOtherPlaces();
  const { isBusy: isDeleting, run: remove } = useDeleteAnalysis();
  const rows = arrange(all, view, isLabelled);

  const confirm = () => {
    if (!toDelete) return;
    setToDelete(null);
    pickOf(toDelete).onChange(false);
    void remove(toDelete);
    // The closing dialog first returns the focus to the Delete button, which is gone by then.
    setTimeout(onDeleted);
  };

  if (all.length === 0) return <EmptyList />;
  return (
    <>
      <ListFilters view={view} onChange={change} columns={columnsOf(analyses)}>
        {describeCount(rows.length, all.length)}
      </ListFilters>
      {analyses.length > 1 && rows.length > 0 && (
        <p className="text-13 text-muted">Tick two analyses to compare them.</p>
      )}
      {rows.length === 0 ? (
        <NoMatch view={view} onClear={() => change({ query: '', column: '', from: '', to: '' })} />
      ) : (
        <div className="lg:grid lg:grid-cols-[minmax(9rem,1fr)_repeat(4,auto)_12rem_auto] lg:gap-x-6 xl:grid-cols-[minmax(12rem,1fr)_repeat(4,auto)_17rem_auto] xl:gap-x-8">
          <Headings />
          <ul className="border-t border-hairline lg:col-span-full lg:grid lg:grid-cols-subgrid">
            {rows.map((analysis) => (
              <SavedRow
                key={analysis.id}
                analysis={analysis}
                isDeleteDisabled={isDeleting}
                onDelete={() => setToDelete(analysis)}
                onMove={places.length > 0 ? () => setToMove(analysis) : null}
                mayEdit={mayEdit}
                pick={pickOf(analysis)}
                label={labelOf(analysis)}
              />
            ))}
          </ul>
        </div>
      )}
      <CompareBar picked={picked} />
      {toMove && <MoveDialog analysis={toMove} places={places} onClose={() => setToMove(null)} />}
      <ConfirmDialog
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title="Delete this analysis?"
        description={
          <span className="wrap-anywhere">
            {`“${toDelete?.name ?? ''}” will be deleted with ${toDelete ? nameBelongings(toDelete) : ''}. This cannot be undone.`}
          </span>
        }
        confirmLabel="Delete analysis"
        onConfirm={confirm}
      />
    </>
  );
}

const isAmong = (analyses: readonly AnalysisSummary[], { id }: AnalysisSummary): boolean =>
  analyses.some((analysis) => analysis.id === id);

const without = (analyses: readonly AnalysisSummary[], { id }: AnalysisSummary): AnalysisSummary[] =>
  analyses.filter((analysis) => analysis.id !== id);

/** The analyses ticked for a comparison, newest first, without those that another tab has deleted. */
function usePicked(analyses: readonly AnalysisSummary[]) {
  const [ticked, setTicked] = useState<readonly AnalysisSummary[]>([]);
  const picked = analyses.filter((analysis) => isAmong(ticked, analysis));
  const pickOf = (analysis: AnalysisSummary): SavedRowProps['pick'] => ({
    isPicked: isAmong(picked, analysis),
    isDisabled: picked.length === 2 && !isAmong(picked, analysis),
    onChange: (isPicked) => setTicked([...without(picked, analysis), ...(isPicked ? [analysis] : [])]),
  });
  return { picked, pickOf };
}

/**
 * The analyses with an open form for name and note. `all` includes them even if a filter or another tab removes them, so
 * that no typed text is lost.
 */
function useLabelled(analyses: readonly AnalysisSummary[]) {
  const [labelled, setLabelled] = useState<readonly AnalysisSummary[]>([]);
  const labelOf = (analysis: AnalysisSummary): SavedRowProps['label'] => ({
    isOpen: isAmong(labelled, analysis),
    onChange: (isOpen) =>
      setLabelled((others) => [...without(others, analysis), ...(isOpen ? [analysis] : [])]),
  });
  return {
    all: [...analyses, ...labelled.filter((analysis) => !isAmong(analyses, analysis))],
    isLabelled: (analysis: AnalysisSummary) => isAmong(labelled, analysis),
    labelOf,
  };
}

const datedOf = ({ fileName, createdAt }: AnalysisSummary) => ({ fileName, knownBy: Date.parse(createdAt) });

/** The bar that leads to the comparison of the ticked analyses. The one of the older file is Before. */
function CompareBar({ picked: [first, second] }: { picked: readonly AnalysisSummary[] }) {
  if (!first) return null;
  const isFirstOlder = second !== undefined && isOlderFile(datedOf(first), datedOf(second));
  const [after, before] = isFirstOlder ? [second, first] : [first, second];
  return (
    <div className="sticky bottom-0 short:static z-10 -mx-4 flex items-center justify-between gap-x-4 border-t border-hairline bg-canvas px-4 py-3 text-14 sm:-mx-6 sm:px-6">
      {before ? (
        <>
          <p className="grid min-w-0 flex-1 grid-cols-[fit-content(45%)_auto_minmax(0,1fr)] gap-x-1.5">
            <span className="truncate" title={before.name}>
              {before.name}
            </span>{' '}
            <span className="text-muted">and</span>{' '}
            <span className="truncate" title={after.name}>
              {after.name}
            </span>
          </p>
          <Link
            to={addressInTeam(
              `${PAGES.compare.path}?${new URLSearchParams({ before: before.id, after: after.id })}`,
            )}
            className={cx(buttonClasses('primary'), 'shrink-0')}
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

/** 'its dataset, its read-only link and its inbox or schedule with all versions' */
function nameBelongings({ isShared, source }: AnalysisSummary): string {
  const others = [
    isShared && 'its read-only link',
    source && 'its inbox or schedule with all versions',
  ].filter(Boolean);
  return ['its dataset', others.join(' and ')].filter(Boolean).join(others.length > 1 ? ', ' : ' and ');
}

const SIGN_IN_DELAY_MS = 500;
const DELETED = 'The analysis has been deleted successfully.';
/**
 * Deletes an analysis. It disappears from the list at once, and comes back if the server refuses. Then the list is fetched
 * again, so that analyses deleted elsewhere disappear too.
 */
function useDeleteAnalysis() {
  const { mutate } = useSWRConfig();
  const forgetUser = useForgetUser();

  const remove = async (analysis: AnalysisSummary) => {
    const withoutIt = (list: AnalysisSummary[] = []) => without(list, analysis);
    await mutate<AnalysisSummary[]>(
      ANALYSES_KEY,
      async (list) => {
        await deleteAnalysis(analysis.id);
        return withoutIt(list);
      },
      { optimisticData: withoutIt, rollbackOnError: true, revalidate: true },
    );
    toast({ title: 'Analysis Deleted', description: DELETED });
  };

  const tellFailure = (error: unknown) => {
    if (isUnauthorized(error)) {
      toastFailure('Unauthorized', 'You are logged out. Logging in again...');
      setTimeout(() => {
        // The Back button may restore this page, which must not show the user then.
        addEventListener('pagehide', forgetUser, { once: true });
        leaveDocument(SIGN_IN_AGAIN_URL);
      }, SIGN_IN_DELAY_MS);
      return;
    }
    if (isGone(error))
      toast({
        title: 'Analysis Deleted',
        description: 'It had already been deleted, in another tab or on another device.',
      });
    else toastFailure('Error', 'Failed to delete analysis. Please try again.');
    void mutate(ANALYSES_KEY);
  };
  return useAction(remove, tellFailure);
}
