import { useMemo } from 'react';
import { useUser } from '#frontend/api/user.ts';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import { usePlannedNow } from '#frontend/features/platforms/platform-plans.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import { readStored } from '#frontend/features/saved/stored-measurement.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { CompareLink, type SideToCompare } from './compare-action.tsx';
import { ComparisonView } from './comparison.tsx';
import { packOpenSide, useSavedSide } from './saved-side.ts';

/** The view 'What changed': the open results beside the earlier analysis whose settings they have. */
export function WhatChangedView() {
  const { earlier } = useResults();
  return earlier && <Changes earlier={earlier} />;
}

function Changes({ earlier }: { earlier: EarlierFigures }) {
  const { measurement, context, settings, work } = useResults();
  const { before, origin } = useEarlier(earlier);
  const plans = usePlannedNow();
  const stageFigures = useStagesRun()?.figures ?? undefined;
  const after = useMemo(
    () => ({
      ...packOpenSide({
        measurement,
        context,
        settings,
        plans,
        stageFigures,
        knownBy: work?.openedAt ?? null,
      }),
      name: context.fileName,
    }),
    [measurement, context, settings, plans, stageFigures, work?.openedAt],
  );
  if (!before) return <SkeletonLines label="Loading the figures…" lines={6} />;
  return (
    <>
      <p className="max-w-prose text-14 wrap-anywhere text-muted">
        {origin} <CompareLink className="underline">Compare with a saved analysis</CompareLink>
      </p>
      {before.measurement.totalLeads * before.measurement.fields.length === 0 ? (
        <Notice tone="caution" title={`${earlier.name} has no stored results to compare with`} />
      ) : (
        <ComparisonView before={{ ...before, name: earlier.name }} after={after} />
      )}
    </>
  );
}

interface Earlier {
  /** Null until it is known. */
  before: SideToCompare | null;
  /** Where its figures come from. */
  origin: string;
}

/** The figures of the saved analysis; without one, and where it cannot be read, the counts that this browser has kept. */
function useEarlier(earlier: EarlierFigures): Earlier {
  const { name, saved, knownBy, figures } = earlier;
  const { user, isLoading } = useUser();
  const isSaved = saved !== null && saved.team === TEAM && (isLoading || user !== null);
  const { data, error } = useSavedSide(isSaved && user ? saved.id : null, true);
  const kept = useMemo(
    (): SideToCompare => ({ ...readStored(earlier), toEnter: figures.toEnter ?? null, knownBy }),
    [earlier, figures, knownBy],
  );
  const when = knownBy === null ? '' : ` of ${formatDate(new Date(knownBy))}`;
  if (data) return { before: data, origin: `Compared with the saved analysis ${name}${when}.` };
  if (isSaved && !error) return { before: null, origin: '' };
  return {
    before: kept,
    origin: `Compared with the counts of ${name}${when} that this browser kept. It kept no lead.${error ? ' The saved analysis could not be read just now.' : ''}`,
  };
}
