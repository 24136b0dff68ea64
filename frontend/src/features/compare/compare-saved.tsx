import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PAGES } from '#contract/pages.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { isGone, useAnalyses } from '#frontend/api/analyses.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { useUser } from '#frontend/api/user.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { Link } from '#frontend/ui/link.tsx';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { isOlderFile } from '#frontend/features/saved/file-date.ts';
import { FailedList } from '#frontend/features/saved/failed-list.tsx';
import { useLoginRequired } from '#frontend/features/saved/login-required.tsx';
import { ComparisonView } from './comparison.tsx';
import { CURRENT, readCurrent, type OpenSide, type SideToCompare } from './compare-action.tsx';
import { packOpenSide, useSavedSide } from './saved-side.ts';

/** The choice of two analyses, which the address holds, and their comparison. */
export function CompareSaved() {
  const { user, isLoading: isUserLoading } = useUser();
  const list = useAnalyses(user !== null);
  const [parameters, setParameters] = useSearchParams();
  const ids = { before: parameters.get('before'), after: parameters.get('after') };
  const before = useSide(user && ids.before, true);
  const after = useSide(user && ids.after, false);
  const hasEnded = [list.error, before.error, after.error].some(isUnauthorized);
  useLoginRequired({
    isMissing: (!isUserLoading && !user) || hasEnded,
    description: 'Please log in to compare saved analyses.',
    to: PAGES.login.path,
  });
  const choose = (chosen: Partial<typeof ids>) => {
    const next = Object.entries(chosen).filter((entry): entry is [string, string] => Boolean(entry[1]));
    setParameters(new URLSearchParams(next), { replace: true });
  };

  return (
    <div className="mx-auto flex w-full max-w-results flex-1 flex-col gap-6 px-4 py-12 sm:px-6">
      <div>
        <h1 className="text-28 tracking-[-0.02em]">Compare Analyses</h1>
        <p className="mt-1 max-w-prose text-16 text-muted">
          Two files of different leads: what changed, and what is within chance. Only the stored figures are
          read, no leads.
        </p>
      </div>
      {list.data ? (
        <>
          <Pickers
            options={listOptions(list.data)}
            ids={ids}
            onChange={(chosen) => choose(withOlderFirst({ ...ids, ...chosen }, list.data ?? []))}
            onSwap={() => choose({ before: ids.after, after: ids.before })}
          />
          {isUserLoading || hasEnded ? (
            <SkeletonLines label="Loading..." lines={6} />
          ) : (
            <Outcome sides={{ before, after }} ids={ids} analyses={list.data} />
          )}
        </>
      ) : list.error && !hasEnded ? (
        <FailedList reason={reasonOf(list.error)} onRetry={() => void list.mutate(undefined)} />
      ) : (
        <SkeletonLines label="Loading..." lines={6} />
      )}
    </div>
  );
}

interface LoadedSide {
  side: SideToCompare | null;
  error: unknown;
  retry(): void;
}

/** The open results, or the figures of a saved analysis. */
function useSide(id: string | null, wantsRulesInUse: boolean): LoadedSide {
  const isCurrent = id === CURRENT;
  const current = readCurrent();
  const open = useMemo(() => current && packOpenSide(current), [current]);
  const { data, error, mutate } = useSavedSide(isCurrent ? null : id, wantsRulesInUse);
  return {
    side: isCurrent ? open : (data ?? null),
    error,
    retry: () => void mutate(undefined),
  };
}

type Ids = Readonly<Record<'before' | 'after', string | null>>;

/** Puts the analysis of the older file on the side Before, once both are chosen. */
function withOlderFirst(ids: Ids, analyses: readonly AnalysisSummary[]): Ids {
  const fileOf = (id: string | null) => {
    const current = id === CURRENT ? readCurrent() : null;
    if (current) return { fileName: current.context.fileName, knownBy: current.knownBy };
    const saved = analyses.find((analysis) => analysis.id === id);
    return saved && { fileName: saved.fileName, knownBy: Date.parse(saved.createdAt) };
  };
  const [before, after] = [fileOf(ids.before), fileOf(ids.after)];
  return before && after && isOlderFile(after, before) ? { before: ids.after, after: ids.before } : ids;
}

interface PickersProps {
  options: readonly DropdownOption[];
  ids: Ids;
  onChange(chosen: Partial<Ids>): void;
  onSwap(): void;
}

const PICKED_TWICE = 'Chosen on the other side';

function Pickers({ options, ids, onChange, onSwap }: PickersProps) {
  const optionsBut = (other: string | null) =>
    options.map((option) =>
      option.value === other ? { ...option, disabled: true, disabledReason: PICKED_TWICE } : option,
    );
  const valueOf = (id: string | null) => (options.some(({ value }) => value === id) ? id : null);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <Dropdown
        label="Before"
        placeholder="Choose an analysis…"
        options={optionsBut(ids.after)}
        value={valueOf(ids.before)}
        onChange={(before) => onChange({ before })}
      />
      <Button icon={<ArrowLeftRight />} disabled={!ids.before && !ids.after} onClick={onSwap}>
        Swap
      </Button>
      <Dropdown
        label="After"
        placeholder="Choose an analysis…"
        options={optionsBut(ids.before)}
        value={valueOf(ids.after)}
        onChange={(after) => onChange({ after })}
      />
    </div>
  );
}

function listOptions(analyses: readonly AnalysisSummary[]): DropdownOption[] {
  const current = readCurrent();
  const names = analyses.map(({ name }) => name);
  return [
    ...(current
      ? [
          {
            value: CURRENT,
            label: nameCurrent(current),
            detail: countNoun(current.measurement.totalLeads, 'lead'),
            among: names,
          },
        ]
      : []),
    ...analyses.map(({ id, name, createdAt, analysisData }) => ({
      value: id,
      label: name,
      detail: `${formatDateTime(new Date(createdAt))}, ${countNoun(analysisData.totalLeads, 'lead')}`,
      among: names,
    })),
  ];
}

function nameCurrent({ context }: Pick<OpenSide, 'context'>): string {
  return `Open results: ${context.fileName}`;
}

interface OutcomeProps {
  sides: Readonly<Record<'before' | 'after', LoadedSide>>;
  ids: Ids;
  analyses: readonly AnalysisSummary[];
}

/** The comparison, or the reason why it cannot be made. */
function Outcome({ sides, ids, analyses }: OutcomeProps) {
  if (analyses.length + (readCurrent() ? 1 : 0) < 2)
    return (
      <Notice
        tone="info"
        title="A comparison needs two analyses"
        action={
          <Link to="/" className={buttonClasses('secondary', 'small')}>
            Analyze a File
          </Link>
        }
      >
        Save an analysis of each file. The two then appear here.
      </Notice>
    );
  if (!ids.before || !ids.after)
    return <p className="text-14 text-muted">Choose an analysis on both sides, the older one as Before.</p>;
  if (ids.before === ids.after) return <Notice tone="caution" title="Both sides are the same analysis" />;
  const troubles = (['before', 'after'] as const).flatMap((which) => {
    const { side, error, retry } = sides[which];
    const isForgotten = ids[which] === CURRENT && !side;
    if (error || isForgotten)
      return [<MissingSide key={which} {...{ which, error, isForgotten }} onRetry={retry} />];
    return side && side.measurement.totalLeads * side.measurement.fields.length === 0
      ? [<EmptySide key={which} which={which} />]
      : [];
  });
  if (troubles.length > 0) return troubles;
  const before = sides.before.side;
  const after = sides.after.side;
  if (!before || !after) return <SkeletonLines label="Loading the figures…" lines={6} />;
  const nameOf = (id: string | null, side: SideToCompare) =>
    id === CURRENT
      ? nameCurrent(side)
      : (analyses.find((analysis) => analysis.id === id)?.name ?? side.context.fileName);
  return (
    <ComparisonView
      before={{ ...before, name: nameOf(ids.before, before) }}
      after={{ ...after, name: nameOf(ids.after, after) }}
    />
  );
}

const SIDE_NAMES = { before: 'Before', after: 'After' } as const;

interface MissingSideProps {
  which: 'before' | 'after';
  error: unknown;
  isForgotten: boolean;
  onRetry(): void;
}

function MissingSide({ which, error, isForgotten, onRetry }: MissingSideProps) {
  const title = `The analysis chosen as ${SIDE_NAMES[which]} is not there`;
  if (isForgotten)
    return (
      <Notice tone="caution" title={title}>
        The results are no longer open in this tab. Go back to them and choose Compare again.
      </Notice>
    );
  if (isGone(error))
    return (
      <Notice tone="error" title={title}>
        It was deleted, or it is not among these analyses. Choose another one.
      </Notice>
    );
  return (
    <FailedNotice title={title} onRetry={onRetry}>
      {reasonOf(error) ?? 'It could not be read just now.'}
    </FailedNotice>
  );
}

function EmptySide({ which }: { which: 'before' | 'after' }) {
  return (
    <Notice tone="caution" title={`The analysis chosen as ${SIDE_NAMES[which]} has no stored results`}>
      Open it with Edit, analyze it again and choose Update. Or choose another one.
    </Notice>
  );
}
