import { Fragment, useMemo, useState, type ReactNode } from 'react';
import type { AnalysisVersion } from '#contract/sources.ts';
import { useAlerts } from '#frontend/api/alerts.ts';
import { useVersionFigures, useVersions } from '#frontend/api/sources.ts';
import type { ResultsInput } from '#frontend/features/results/results-source.ts';
import type { SavedResults } from '#frontend/features/saved/saved-results.ts';
import { restoreMeasurement } from '#frontend/features/saved/stored-measurement.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';

/** One set of figures of an analysis. */
export interface ShownFigures {
  input: ResultsInput;
  /** 0: the figures as they were saved. */
  version: number;
  /** The choice of the figures; absent where there is none. */
  notice?: ReactNode;
}

interface NewestResultsProps {
  id: string;
  saved: Pick<SavedResults, 'createdAt' | 'measurement'>;
  /** The figures as they were saved. */
  input: ResultsInput;
  draw(shown: ShownFigures): ReactNode;
}

/** The results of an analysis: its newest version where it is kept current, and the figures as they were saved beside it. */
export function NewestResults({ id, saved, input, draw }: NewestResultsProps) {
  const { data: versions, error } = useVersions(id);
  const newest = versions?.[0];
  if (newest) return <Versioned {...{ id, saved, input, draw, newest }} />;
  // Figures that are replaced a moment later would mislead. Without an answer those that were saved are complete.
  return versions || error ? draw({ input, version: 0 }) : <SkeletonLines label="Loading..." lines={6} />;
}

function Versioned({ id, saved, input, draw, newest }: NewestResultsProps & { newest: AnalysisVersion }) {
  const [isAsSaved, setAsSaved] = useState(false);
  // Counts alone judge under other settings: that needs no rows.
  const [settings, setSettings] = useState(input.settings);
  const { number } = newest;
  const { data, error, isValidating, mutate } = useVersionFigures(id, number);
  const measurement = useMemo(() => {
    const fieldOrder = saved.measurement.fields.map(({ name }) => name);
    return data ? restoreMeasurement(data.analysisData, fieldOrder) : null;
  }, [data, saved]);
  const { context } = input;
  const ofVersion: ResultsInput | null = measurement && {
    measurement,
    context,
    settings,
    onSettingsChange: setSettings,
    stageFigures: data?.analysisData.stages,
  };
  const hasFailed = error !== undefined && !isValidating;
  const figures = (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SegmentedControl<'newest' | 'saved'>
          label="Figures"
          options={[
            { value: 'newest', label: `Version ${number}, ${formatDate(new Date(newest.madeAt))}` },
            {
              value: 'saved',
              label: saved.createdAt ? `As saved, ${formatDate(saved.createdAt)}` : 'As saved',
            },
          ]}
          value={isAsSaved ? 'saved' : 'newest'}
          onChange={(value) => setAsSaved(value === 'saved')}
        />
        {!isAsSaved && <ApplyNewest id={id} number={number} />}
      </div>
      {!isAsSaved && ofVersion && (
        <p className="max-w-prose text-13 text-muted">
          A version keeps no rows. Apply, the check, rules over time{ofVersion.stageFigures ? '' : ', stages'}{' '}
          and files of leads are those of the saved rows, under As saved.
        </p>
      )}
      {!isAsSaved && hasFailed && (
        <FailedNotice title={`Version ${number} could not be loaded`} onRetry={() => void mutate()}>
          The figures as they were saved are under As saved.
        </FailedNotice>
      )}
    </div>
  );
  if (isAsSaved) return <Fragment key="saved">{draw({ input, version: 0, notice: figures })}</Fragment>;
  if (ofVersion)
    return <Fragment key={number}>{draw({ input: ofVersion, version: number, notice: figures })}</Fragment>;
  return (
    <>
      {figures}
      {!hasFailed && <SkeletonLines label="Loading..." lines={6} />}
    </>
  );
}

/** The next step with a version: its rules are made of the rows of its file, which this browser reads. */
function ApplyNewest({ id, number }: { id: string; number: number }) {
  // The way to new rules that stands beside alerts leads there too.
  const { data } = useAlerts(id, true);
  return (
    <Link
      to={addressInTeam(`/?settingsOf=${encodeURIComponent(id)}`)}
      className={buttonClasses(data && data.alerts.length > 0 ? 'secondary' : 'primary', 'small')}
    >
      Apply version {number}: open its file
    </Link>
  );
}
