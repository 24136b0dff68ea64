import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Alerts } from '#contract/alerts.ts';
import type { Source } from '#contract/sources.ts';
import { useAlerts } from '#frontend/api/alerts.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { useSource, useVersions } from '#frontend/api/sources.ts';
import { useMay } from '#frontend/api/teams.ts';
import type { SavedResults } from '#frontend/features/saved/saved-results.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import { AlertsSection } from './alerts-section.tsx';
import { InboxDialog } from './inbox-dialog.tsx';
import { ScheduleDialog } from './schedule-fields.tsx';
import { LastFailure, SourceStatusText } from './source-status.tsx';
import { StartDialog } from './start-dialog.tsx';
import { TimeLine } from './time-line.tsx';
import { lineUp, type SavedFigures, type TimedVersion } from './timed-versions.ts';
import { useOwnSource, type OwnSource } from './use-own-source.tsx';
import { WhatChanged } from './what-changed.tsx';

interface KeepCurrentProps {
  id: string;
  saved: SavedFigures & Pick<SavedResults, 'name' | 'computed' | 'toEnter' | 'stageFigures'>;
}

/** The source that keeps a saved analysis current, and the versions that have come. */
export function KeepCurrent({ id, saved }: KeepCurrentProps) {
  const source = useSource(id);
  const versions = useVersions(id);
  const hasVersions = versions.data !== undefined && versions.data.length > 0;
  const { data: alerts } = useAlerts(id, hasVersions || !!source.data);
  const inUse = alerts?.inUse;
  const timed = useMemo(
    () => (hasVersions ? lineUp(saved, versions.data ?? [], inUse) : null),
    [hasVersions, saved, versions.data, inUse],
  );
  if (source.data !== undefined && versions.data)
    return <Current {...{ id, saved, alerts }} source={source.data} versions={timed} />;
  const failed = [source, versions].find(({ error, isValidating }) => error !== undefined && !isValidating);
  if (!failed) return <Loading />;
  return (
    <FailedNotice
      title="Whether this analysis is kept current could not be read"
      onRetry={() => void Promise.all([source.mutate(), versions.mutate()])}
    >
      {reasonOf(failed.error) ?? 'The server could not be reached. The results below are complete.'}
    </FailedNotice>
  );
}

/** As high as the section without a source. */
function Loading() {
  return (
    <output className="flex flex-col gap-2 border-y border-hairline py-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-4 w-full max-w-prose" />
    </output>
  );
}

interface CurrentProps extends KeepCurrentProps {
  source: Source | null;
  /** Undefined until they are known. */
  alerts: Alerts | undefined;
  /** The oldest first; null without any. */
  versions: readonly TimedVersion[] | null;
}

function Current({ id, saved, source, alerts, versions }: CurrentProps) {
  const own = useOwnSource(id);
  const mayEdit = useMay()('edit');
  const [isOpen, setOpen] = useState(false);
  const [isTimeLineShown, setTimeLineShown] = useState(false);
  useAfterRun(source, own.askVersions);
  return (
    <section aria-labelledby={HEADING} className="flex flex-col gap-4 border-y border-hairline py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
          <h2 id={HEADING} className="flex flex-wrap items-center gap-x-2 text-16 font-semibold">
            {source ? 'Kept current' : 'Keep current'}
            {source?.state === 'paused' && (
              <Badge tone="caution" sign="!">
                Paused
              </Badge>
            )}
            {alerts && alerts.alerts.length > 0 && (
              <Badge tone="caution" sign="!">
                {countNoun(alerts.alerts.length, 'alert')}
              </Badge>
            )}
          </h2>
          <SourceStatusText source={source} versions={versions} />
        </div>
        <div className="flex flex-wrap gap-2">
          {versions && (
            <Button
              size="small"
              aria-expanded={isTimeLineShown}
              onClick={() => setTimeLineShown(!isTimeLineShown)}
            >
              {isTimeLineShown ? 'Hide time line' : 'Time line'}
            </Button>
          )}
          {source && mayEdit && <RunButtons own={own} source={source} />}
          {mayEdit && (
            <Button size="small" onClick={() => setOpen(true)}>
              {source ? SETTINGS[source.kind] : 'Keep current'}
            </Button>
          )}
        </div>
      </div>
      {own.problem && !isOpen && <Notice tone="error">{own.problem}</Notice>}
      {source && <LastFailure source={source} />}
      {alerts && (
        <AlertsSection
          {...{ id, alerts, source }}
          name={saved.name}
          isEditable={mayEdit && saved.computed !== null}
          newest={versions?.at(-1)?.number ?? 0}
        />
      )}
      {versions && (
        <WhatChanged
          id={id}
          saved={saved}
          versions={versions}
          alerts={alerts}
          isBusy={own.isBusy}
          onEntered={(number) => void own.markEntered(number)}
        />
      )}
      {versions && isTimeLineShown && <TimeLine versions={versions} />}
      {isOpen && (
        <SourceDialog
          own={own}
          source={source}
          onClose={() => setOpen(false)}
          onEnd={() => {
            setOpen(false);
            void own.end();
          }}
        />
      )}
    </section>
  );
}

const HEADING = 'keep-current';
/** The button that opens the dialog of a source. */
const SETTINGS: Readonly<Record<Source['kind'], string>> = { inbox: 'Inbox', sheet: 'Schedule' };

/** Asks for the version of a run and its alerts once it has ended. */
function useAfterRun(source: Source | null, ask: () => void): void {
  const isRunning = source?.kind === 'sheet' && source.isRunning;
  const lastRunAt = source?.lastRunAt ?? null;
  const onEnded = useEffectEvent(ask);
  const seen = useRef({ isRunning, lastRunAt });
  useEffect(() => {
    const before = seen.current;
    seen.current = { isRunning, lastRunAt };
    // A short run may begin and end between two questions.
    if (!isRunning && (before.isRunning || before.lastRunAt !== lastRunAt)) onEnded();
  }, [isRunning, lastRunAt]);
}

/** Runs a sheet now, pauses and resumes. */
function RunButtons({ own, source }: { own: OwnSource; source: Source }) {
  const isPaused = source.state === 'paused';
  return (
    <>
      {source.kind === 'sheet' && !isPaused && (
        <Button size="small" disabled={own.isBusy || source.isRunning} onClick={() => void own.runNow()}>
          Run now
        </Button>
      )}
      <Button size="small" disabled={own.isBusy} onClick={() => void (isPaused ? own.resume() : own.pause())}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}

interface SourceDialogProps extends Pick<CurrentProps, 'source'> {
  own: OwnSource;
  onClose(): void;
  onEnd(): void;
}

function SourceDialog({ own, source, onClose, onEnd }: SourceDialogProps) {
  switch (source?.kind) {
    case 'inbox':
      return <InboxDialog {...{ own, source, onClose, onEnd }} />;
    case 'sheet':
      return <ScheduleDialog {...{ own, source, onClose, onEnd }} />;
    case undefined:
      return <StartDialog {...{ own, onClose }} />;
  }
}
