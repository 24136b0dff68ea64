import type { ReactNode } from 'react';
import { PAGES } from '#contract/pages.ts';
import { RUN_FAILURES } from '#contract/limits.ts';
import type { SheetSource, Source } from '#contract/sources.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ownTimeZone, describeRunTime, describeSchedule } from './schedule-fields.tsx';
import type { TimedVersion } from './timed-versions.ts';
import { describeNewest } from './version-words.ts';

interface SourceStatusProps {
  /** Null without one. */
  source: Source | null;
  /** The oldest first; null without any. */
  versions: readonly TimedVersion[] | null;
}

/** The last run of the source, and the next one. */
export function SourceStatusText({ source, versions }: SourceStatusProps): ReactNode {
  return (
    <div className="flex max-w-prose flex-col gap-1 text-14 text-muted tabular-nums">
      <p>{describeSourceStatus(source, versions)}</p>
      {source?.kind === 'sheet' && <SheetStatus source={source} />}
    </div>
  );
}

const BELOW = 'The results below are those of the saved rows.';

function describeSourceStatus(source: Source | null, versions: SourceStatusProps['versions']): string {
  const newest = versions?.at(-1);
  if (newest)
    return `${describeNewest(newest)}${source ? '' : ' Nothing comes now: what kept it current was ended.'}`;
  if (!source)
    return 'Leads change, and rules get old. Let our server read a Google Sheet, or your CRM, Zapier, Make or a script send its leads here: the same choices count them again each time.';
  if (source.kind === 'sheet') return `No version has come yet. ${BELOW}`;
  return source.state === 'paused'
    ? 'Deliveries are refused until you resume it. None has come yet.'
    : `Waiting for the first delivery. ${BELOW}`;
}

/** The tab that is read, and the next run. */
function SheetStatus({ source }: { source: SheetSource }) {
  const { sheet, schedule } = source;
  return (
    <>
      <p className="wrap-anywhere">
        Reads “{sheet.tabTitle}” of “{sheet.title}” {describeSchedule(schedule)}.
      </p>
      {/* The element is always there, since screen readers announce only changes of an existing one. */}
      <output className="empty:hidden">{describeNext(source)}</output>
    </>
  );
}

function describeNext({ state, isRunning, nextDueAt, schedule }: SheetSource): string {
  if (isRunning) return 'The sheet is being read and counted...';
  if (state === 'paused' || nextDueAt === null) return '';
  const due = new Date(nextDueAt);
  if (due.getTime() <= Date.now()) return 'The next run waits for its turn.';
  const isElsewhere = schedule.timeZone !== ownTimeZone();
  return `Next run: ${describeRunTime(due)}${isElsewhere ? ', your time' : ''}.`;
}

/** Why the last delivery or run was not counted, and what to do. */
export function LastFailure({ source }: { source: Source }) {
  const { kind, lastError, lastRunAt, state } = source;
  if (lastError === null) return null;
  const what = kind === 'sheet' ? 'run' : 'delivery';
  const when = lastRunAt === null ? '' : ` of ${formatLongDateTime(new Date(lastRunAt))}`;
  return (
    <Notice
      tone="caution"
      title={`The last ${what}${when} was not counted`}
      action={
        kind === 'sheet' && (
          <Link to={PAGES.connections.path} className="font-medium underline">
            Connections
          </Link>
        )
      }
    >
      {lastError} Nothing of it was stored{AFTER[kind][state]}
    </Notice>
  );
}

const AFTER: Readonly<Record<Source['kind'], Record<Source['state'], string>>> = {
  inbox: { active: '; its sender can repeat it.', paused: '; its sender can repeat it.' },
  sheet: {
    active: `. The next run tries again; after ${RUN_FAILURES} failed runs it pauses by itself.`,
    paused: `. After ${RUN_FAILURES} failed runs it pauses by itself: put this right, then press Resume and Run now.`,
  },
};
