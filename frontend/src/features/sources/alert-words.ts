import type { Alert, Alerts } from '#contract/alerts.ts';
import { CONNECTION_NAMES } from '#contract/platforms.ts';
import { measureLift, measureLiftInterval } from '#frontend/analysis/measure/lift.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LiftWithInterval } from './lift-cell.tsx';

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

/** '1 rule no longer holds' */
export const describeAlerts = (count: number): string =>
  count === 1 ? '1 rule no longer holds' : `${formatCount(count)} rules no longer hold`;

/** '2 rules are watched: those of version 1, entered on Nov 2, 2026.' */
export function describeWatched(rules: number, { version, since, by }: NonNullable<Alerts['inUse']>): string {
  const watched = rules === 1 ? '1 rule is watched: that' : `${formatCount(rules)} rules are watched: those`;
  const whose = version === 0 ? 'of the saved analysis' : `of version ${version}`;
  return `${watched} ${whose}, ${describeOrigin(by)} ${formatDate(new Date(since))}.`;
}

function describeOrigin(by: NonNullable<Alerts['inUse']>['by']): string {
  if (by === 'watched') return 'since';
  return by === 'entered' ? 'entered on' : `pushed with ${CONNECTION_NAMES[by]} on`;
}

/** Why no alert can come; null where alerts can come. */
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

/** How long it takes to notice that a rule has ended, from the fastest to the slowest. */
export function describeWaits({ rules, inUse }: Pick<Alerts, 'rules' | 'inUse'>): string {
  if (inUse?.judgedAt === null)
    return 'How long a fall takes to be noticed is said once leads have come that are newer than the rules.';
  const weeks = rules.flatMap((rule) => rule.weeks ?? []).toSorted((a, b) => a - b);
  const slow = rules.length - weeks.length;
  const [first, last] = [weeks[0], weeks.at(-1)];
  const tooFew =
    slow > 0 && `For ${countNoun(slow, 'rule')} that takes over a year, or there are too few leads to judge.`;
  const usual =
    first !== undefined &&
    last !== undefined &&
    `If a rule stops working, an alert comes within about ${first === last ? countNoun(first, 'week') : `${formatCount(first)} to ${countNoun(last, 'week')}`}, in 9 of 10 cases.`;
  return [usual, tooFew].filter(Boolean).join(' ');
}
