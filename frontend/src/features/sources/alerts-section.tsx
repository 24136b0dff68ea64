import type { Source } from '#contract/sources.ts';
import { useAlertCalls } from '#frontend/api/alerts.ts';
import { useMay } from '#frontend/api/teams.ts';
import { useUser } from '#frontend/api/user.ts';
import { keepSheet } from '#frontend/features/connections/sheet-choice.ts';
import { nameFieldValue } from '#frontend/features/results/names.tsx';
import { listNames } from '#frontend/lib/cut-name.ts';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { keepUpdate } from './rules-update.ts';
import type { Alert, Alerts } from '#contract/alerts.ts';
import { CONNECTION_NAMES } from '#contract/platforms.ts';
import { measureLift, measureLiftInterval } from '#frontend/analysis/measure/lift.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LiftWithInterval } from './lift-cell.tsx';

interface AlertsSectionProps {
  id: string;
  name: string;
  /** False for an analysis that was saved without rows. */
  isEditable: boolean;
  alerts: Alerts;
  source: Source | null;
  /** The number of the newest version. */
  newest: number;
}

/** The rules that no longer hold, and what would raise an alert. */
export function AlertsSection(props: AlertsSectionProps) {
  const { alerts } = props.alerts;
  return (
    <section aria-label="Alerts" className="flex flex-col gap-3">
      {alerts.length > 0 && (
        <div className="flex flex-col gap-3 border-l-2 border-caution pl-4">
          <h3 className="text-16 font-semibold">{describeAlerts(alerts.length)}</h3>
          <p className="text-14 wrap-anywhere">
            {listNames(
              alerts.map(({ field, value }) => nameFieldValue({ field, value })),
              MOST_NAMED,
            )}
          </p>
          <Answers {...props} />
        </div>
      )}
      <Watched {...props} />
    </section>
  );
}

/** The table of watched rules has all of them. */
const MOST_NAMED = 3;

/** The import of a sheet opens with the kept address, as after a visit to Google. */
const OPENS_IMPORT = '&sheets=connected';

/** The owner's ways to answer alerts. */
function Answers({ id, name, alerts: { alerts, inUse }, source, newest }: AlertsSectionProps) {
  const { user } = useUser();
  const isSheet = source?.kind === 'sheet';
  const { markSeen } = useAlertCalls(id);
  const { isBusy, problem, run } = useAction(markSeen, (error) => <FailedCall error={error} />);
  /** The results of the next file know by it what they are for; the import of the sheet opens by itself. */
  const prepare = () => {
    keepUpdate({ id, name, version: newest, by: inUse && inUse.by !== 'watched' ? inUse.by : 'entered' });
    if (isSheet && user)
      keepSheet({ account: user.email, address: source.sheet.spreadsheetId, tab: source.sheet.tabId });
  };
  const isSeen = alerts.every(({ seenAt }) => seenAt !== null);
  // A viewer of a team sees the alerts and answers none.
  const mayEdit = useMay()('edit');
  if (!mayEdit) return null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link
          to={addressInTeam(`/?settingsOf=${encodeURIComponent(id)}${isSheet ? OPENS_IMPORT : ''}`)}
          onClick={prepare}
          className={buttonClasses('primary', 'small')}
        >
          Update the rules
        </Link>
        {!isSeen && (
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => void run(Math.max(...alerts.map(({ version }) => version)))}
          >
            Mark as seen
          </Button>
        )}
        <p className="min-w-0 flex-1 basis-72 text-13 text-muted">
          {isSeen && 'Seen. '}
          {isSheet ? 'Import the sheet here' : 'Open the file with the current leads'}, since our server kept
          no row. The new rules then stand under Apply.
        </p>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}

/** The rules that are watched, and how long it takes to notice a fall; or the reason why no alert can come. */
function Watched({ id, isEditable, alerts }: AlertsSectionProps) {
  const { inUse, rules, isByValue } = alerts;
  const missing = describeMissing(alerts);
  if (missing !== null)
    return (
      <p className="max-w-prose text-13 text-muted">
        {missing}{' '}
        {isEditable && alerts.missing === 'no-date' && (
          <Link
            to={addressInTeam(`/?loadAnalysis=${encodeURIComponent(id)}`)}
            className="font-medium underline"
          >
            Edit this analysis
          </Link>
        )}
      </p>
    );
  return (
    <details className="max-w-prose text-13 text-muted">
      <summary className="py-1">{inUse && describeWatched(rules.length, inUse)}</summary>
      <div className="flex flex-col gap-1 pt-1">
        <p>{describeWaits(alerts)}</p>
        <p>
          Looked at once a week are the last 7 and 14 days of leads that came after the rules, of monthly runs
          the last month and the last two. Only a fall that chance hardly explains raises an alert, once for
          each rule; a rise, a wide range or a new label raises none.
        </p>
        {isByValue && <p>Alerts go by conversions, also where the analysis goes by value.</p>}
      </div>
    </details>
  );
}

/** The lift that a rule was entered with, or that of the latest leads. */
export function liftOfAlert(counts: Alert['reference']): LiftWithInterval {
  const part = { leads: counts.leads, conversions: counts.converted };
  const total = { leads: counts.totalLeads, conversions: counts.totalConverted };
  return { lift: measureLift(part, total), interval: measureLiftInterval(part, total) };
}

/** 'Nov 14, 2026 to Nov 20, 2026' */
export function describeDays({ first, last }: Alert['latest']): string {
  return first === last ? nameDay(first) : `${nameDay(first)} to ${nameDay(last)}`;
}

/** A day without a time, such as '2026-11-20', as the day that it is everywhere. */
function nameDay(day: string): string {
  return formatDate(new Date(`${day}T00:00`));
}

/** '1 rule no longer holds' @internal */
export const describeAlerts = (count: number): string =>
  count === 1 ? '1 rule no longer holds' : `${formatCount(count)} rules no longer hold`;

/** '2 rules are watched: those of version 1, entered on Nov 2, 2026.' @internal */
export function describeWatched(rules: number, { version, since, by }: NonNullable<Alerts['inUse']>): string {
  const watched = rules === 1 ? '1 rule is watched: that' : `${formatCount(rules)} rules are watched: those`;
  const whose = version === 0 ? 'of the saved analysis' : `of version ${version}`;
  return `${watched} ${whose}, ${describeOrigin(by)} ${formatDate(new Date(since))}.`;
}

function describeOrigin(by: NonNullable<Alerts['inUse']>['by']): string {
  if (by === 'watched') return 'since';
  return by === 'entered' ? 'entered on' : `pushed with ${CONNECTION_NAMES[by]} on`;
}

/** Why no alert can come; null where alerts can come. @internal */
export function describeMissing({ missing }: Pick<Alerts, 'missing'>): string | null {
  switch (missing) {
    case 'not-counted':
      return 'Alerts begin with the first leads that come: from then on the rules are watched.';
    case 'no-date':
      return 'Alerts need a date. Without a column of dates, new leads cannot be told from old ones: choose it in step 3 of this analysis.';
    case 'last-day':
      return 'No alert can come: this analysis counts leads up to a last day, and new leads come later.';
    case 'no-rules':
      return 'No rule has enough leads to be watched: it takes 30 leads and 5 expected conversions.';
    case null:
      return null;
  }
}

/** How long it takes to notice that a rule has ended, from the fastest to the slowest. @internal */
export function describeWaits({ rules, inUse }: Pick<Alerts, 'rules' | 'inUse'>): string {
  if (inUse?.judgedAt === null)
    return 'How long a fall takes to be noticed is said once leads have come that are newer than the rules.';
  const weeks = rules.flatMap((rule) => rule.weeks ?? []).toSorted((a, b) => a - b);
  const slow = rules.length - weeks.length;
  const [first, last] = [weeks[0], weeks.at(-1)];
  const tooFew =
    slow > 0 && `${countNoun(slow, 'rule')} ${slow === 1 ? 'needs' : 'need'} over a year of leads to judge.`;
  const usual =
    first !== undefined &&
    last !== undefined &&
    `If a rule stops working, an alert comes within about ${first === last ? countNoun(first, 'week') : `${formatCount(first)} to ${countNoun(last, 'week')}`}, in 9 of 10 cases.`;
  return [usual, tooFew].filter(Boolean).join(' ');
}
