import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { ArrowLeft, FilePlus2, Link2, Pencil } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { ANALYSES_KEY, isGone } from '#frontend/api/analyses.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useMay } from '#frontend/api/teams.ts';
import { useUser } from '#frontend/api/user.ts';
import { namedApplyChoices } from '#frontend/choices/platforms.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { formatDate, formatLongDateTime } from '#frontend/lib/format-date.ts';
import { addressInTeam, TEAM } from '#frontend/lib/tab-team.ts';
import type { ResultsInput } from '#frontend/features/results/results-source.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { Skeleton, SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { ASKS_TO_PUBLISH } from './content.ts';
import { ChoicesText, listChoices } from './choices-text.tsx';
import { loadResults, type SavedResults } from './saved-results.ts';
import { useLoginRequired } from './login-required.tsx';

/** The input of the dialog that shares an analysis. Another feature draws it, so the page passes it on. */
interface ShareSlot {
  id: string;
  source: Pick<SavedResults, 'measurement' | 'settings' | 'context' | 'stageFigures' | 'name' | 'note'>;
  /** True if the dialog asks first whether the link shall show the current figures. */
  isUpdate: boolean;
  onClose(): void;
}

interface OneAnalysis {
  id: string;
  saved: SavedResults;
}

/** The parts of the analysis that other features show. */
export interface SavedParts {
  Results: ComponentType<OneAnalysis & { input: ResultsInput; labels: ReactNode }>;
  Share: ComponentType<ShareSlot>;
  /** The source that keeps the analysis current, above its results. */
  Source: ComponentType<OneAnalysis>;
}

export function SavedDetail({ id, parts }: { id: string; parts: SavedParts }) {
  const { user, isLoading: isUserLoading } = useUser();
  const { data, error, mutate, isValidating } = useSWR(user ? [...ANALYSES_KEY, id] : null, () =>
    loadResults(id),
  );
  useDroppedOnLeaving(id);
  const isMissing = (!isUserLoading && !user) || isUnauthorized(error);
  useLoginRequired({ isMissing, description: 'Please log in to view this analysis.', to: '/' });

  if (data) return <Loaded key={id} id={id} saved={data} parts={parts} />;
  if (isMissing || isUserLoading || isValidating || !error) return <Loading />;
  return <NotFound error={error} onRetry={() => void mutate()} />;
}

/** Removes an analysis from memory when its page is left, since it has its whole file. A later answer is ignored. */
function useDroppedOnLeaving(id: string): void {
  const { mutate } = useSWRConfig();
  useEffect(
    () => () => {
      // Revalidates, since SWR would otherwise reuse an answer of the last two seconds. It fails if the cache is gone too.
      mutate([...ANALYSES_KEY, id], undefined).catch(() => {});
    },
    [mutate, id],
  );
}

/** On phones the actions are icons beside the back link, so that the name has the whole width. */
const NARROW = 'max-sm:size-control max-sm:gap-0! max-sm:border-0! max-sm:bg-transparent! max-sm:px-0!';
const NARROW_ICON = 'size-4 sm:-ml-0.5';

/** The input of the results from a saved analysis. The reader's choices last as long as the page. */
function useSavedInput({
  settings: stored,
  measurement,
  context,
  computed,
  amountCurrency,
  stageFigures,
}: SavedResults) {
  const [settings, setSettings] = useState(stored);
  const [basis, setBasis] = useState(context.basis ?? 'conversions');
  const answers = computed?.byBasis[basis];
  const combinations = useArrived(answers?.combinations);
  const latest = useArrived(answers?.latest);
  const [choices, setChoices] = useState(() => namedApplyChoices(context));
  const [stages, setStages] = useState(computed?.stages.chosen ?? {});
  useEffect(() => computed?.closeRows, [computed]);
  return {
    measurement,
    context,
    settings,
    amountCurrency,
    ...(!computed && { stageFigures }),
    ...(computed &&
      answers && {
        combinations,
        latest,
        countPeriods: answers.countPeriods,
        checkUnseen: answers.checkUnseen,
        leadFiles: computed.leadFiles,
        stages: { ...computed.stages, chosen: stages, onChange: setStages },
        apply: { choices, onChange: setChoices, ask: answers.planPlatforms },
        basis,
        onBasisChange: setBasis,
        onSettingsChange: setSettings,
      }),
  } satisfies ResultsInput;
}

function Loaded({ id, saved, parts }: OneAnalysis & { parts: SavedParts }) {
  const { Results, Share, Source } = parts;
  const input = useSavedInput(saved);
  const mayEdit = useMay()('edit');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const asksToPublish = search.startsWith(ASKS_TO_PUBLISH);
  const [isSharing, setSharing] = useState(asksToPublish);
  const { fileName, name, note, createdAt, context, computed } = saved;
  const changedLabels = computed?.changedLabels ?? 0;
  const labels = useMemo(() => changedLabels > 0 && <ChangedLabels count={changedLabels} />, [changedLabels]);
  return (
    <>
      <PageMeta title={name} />
      <DetailHead
        action={
          <>
            {context.attributes.length > 0 && (
              <Link
                to={addressInTeam(`/?settingsOf=${encodeURIComponent(id)}`)}
                aria-label="New file with these settings"
                className={cx(buttonClasses('secondary'), NARROW)}
              >
                <FilePlus2 aria-hidden className={NARROW_ICON} />
                <span className="max-lg:hidden">New file with these settings</span>
                <span className="max-sm:hidden lg:hidden">New file</span>
              </Link>
            )}
            {mayEdit && (
              <Button onClick={() => setSharing(true)} className={NARROW}>
                <Link2 aria-hidden className={NARROW_ICON} />
                <span className="max-sm:sr-only">Share</span>
              </Button>
            )}
            {computed && mayEdit && (
              <Link
                to={addressInTeam(`/?loadAnalysis=${encodeURIComponent(id)}`)}
                className={cx(buttonClasses('secondary'), NARROW)}
              >
                <Pencil aria-hidden className={NARROW_ICON} />
                <span className="max-sm:sr-only">Edit</span>
              </Link>
            )}
          </>
        }
      >
        <h1 className="line-clamp-2 min-w-0 text-20 wrap-anywhere sm:line-clamp-1" title={name}>
          {name}
        </h1>
        {name !== fileName && (
          <p className="max-w-full truncate text-13 text-muted" title={fileName}>
            {fileName}
          </p>
        )}
        {createdAt && (
          <p className="text-13 text-muted">
            Saved on <time dateTime={createdAt.toISOString()}>{formatLongDateTime(createdAt)}</time>
          </p>
        )}
      </DetailHead>
      <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-4 px-4 py-6 sm:px-6">
        {saved.datasetEndsAt !== undefined && (
          <Notice tone="caution" title={`The rows end on ${formatDate(new Date(saved.datasetEndsAt))}`}>
            This team deletes the rows of its files after some time. Figures and rules stay. To keep the rows,
            download them, or copy the analysis to your own.
          </Notice>
        )}
        {note !== '' && <p className="max-w-prose text-14 wrap-anywhere whitespace-pre-line">{note}</p>}
        {context.attributes.length > 0 && <ChoicesText choices={listChoices(context)} />}
        {context.attributes.length > 0 && <Source id={id} saved={saved} />}
        <Results id={id} saved={saved} input={input} labels={labels} />
      </div>
      {isSharing && (
        <Share
          id={id}
          source={{
            ...input,
            stageFigures: saved.stageFigures,
            context: { ...context, basis: input.basis ?? context.basis ?? 'conversions' },
            name,
            note,
          }}
          isUpdate={asksToPublish}
          onClose={() => {
            setSharing(false);
            // The query is removed, so that a reload does not ask again.
            if (asksToPublish) void navigate(addressInTeam(pathname), { replace: true });
          }}
        />
      )}
    </>
  );
}

/** The labels of the saved list and of the links are still those of the day of saving. */
function ChangedLabels({ count }: { count: number }) {
  return (
    <p className="max-w-prose text-13 text-muted">
      {count === 1
        ? '1 label differs from the saved one.'
        : `${formatCount(count)} labels differ from the saved ones.`}{' '}
      They are computed anew from the saved rows, and the share by chance also counts the other columns.
    </p>
  );
}

/** An answer of the thread; null until it arrives. */
function useArrived<T>(answer: Promise<T> | undefined): T | null {
  const [arrived, setArrived] = useState<ReadonlyMap<Promise<T>, T>>(new Map());
  useEffect(() => {
    // If the thread fails, the page does without the answer.
    answer?.then(
      (value) => setArrived((others) => new Map(others).set(answer, value)),
      () => {},
    );
  }, [answer]);
  return (answer && arrived.get(answer)) ?? null;
}

function Loading() {
  return (
    <>
      <PageMeta title="Saved Analysis" />
      <DetailHead>
        <Skeleton className="my-1 h-5 w-64 max-w-full" />
      </DetailHead>
      <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-8 px-4 py-8 sm:px-6">
        <Skeleton className="h-8 w-72 max-w-full" />
        <SkeletonLines label="Loading..." lines={6} />
      </div>
    </>
  );
}

function NotFound({ error, onRetry }: { error: unknown; onRetry(): void }) {
  return (
    <div className="mx-auto flex w-full max-w-results flex-1 flex-col items-start gap-3 px-4 py-12 sm:px-6">
      <PageMeta title="Analysis not found" />
      <BackLink />
      <h1 className="text-28 tracking-[-0.02em]">Analysis not found</h1>
      <p className="max-w-prose text-16 text-muted">
        {isGone(error)
          ? `It was deleted, or it is not among ${TEAM === null ? 'your personal analyses' : 'the analyses of this team'}.`
          : (reasonOf(error) ?? 'It could not be read just now. Please try again.')}
      </p>
      {!isGone(error) && (
        <Button onClick={onRetry} className="mt-2">
          Try Again
        </Button>
      )}
    </div>
  );
}

interface DetailHeadProps {
  /** The title and the date. */
  children: ReactNode;
  action?: ReactNode;
}

/** The bar above one saved analysis. It stays in view while the results scroll. */
function DetailHead({ children, action }: DetailHeadProps) {
  return (
    <div className="sticky top-0 z-20 short:static border-b border-hairline bg-canvas print:static">
      <div className="mx-auto grid w-full max-w-results grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 px-4 py-2 sm:px-6">
        <BackLink />
        <div className="row-start-2 flex min-w-0 flex-wrap items-baseline gap-x-4 max-sm:col-span-full">
          {children}
        </div>
        {action && (
          <div className="col-start-2 row-start-1 flex max-sm:-mr-3 sm:row-end-3 sm:gap-2">{action}</div>
        )}
      </div>
    </div>
  );
}

function BackLink() {
  return (
    <Link
      to="/saved"
      className="inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-control text-13 text-muted hover:text-text coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Back to Saved Analyses
    </Link>
  );
}
