import type { Alert, Alerts } from '#contract/alerts.ts';
import { ALERTS_PAGE, timeOf } from '#contract/limits.ts';
import { ALERT_DAYS } from '#frontend/analysis/over-time/alerts.ts';
import { countRunsToAlert } from '#frontend/analysis/over-time/time-to-alert.ts';
import type { AlertRow, ShownAlerts, WatchedRow } from '#worker/db/alerts.ts';
import { judgedCounts } from './compare-version.ts';
import { nameDay, readFrozenRules, type FrozenRules } from './rules-in-use.ts';
import { parseJson, type StoredCounts, type StoredLatest } from '#worker/db/json.ts';

/** Days of the long window, and weeks from run to run. */
const RHYTHMS = {
  weekly: { days: ALERT_DAYS[1], weeks: 1 },
  monthly: { days: 61, weeks: 52 / 12 },
};

/** The alerts of an analysis as the page gets them: its first page, or a later one. */
export function presentAlerts({ watched, alerts, latest }: ShownAlerts, isFirst = true): Alerts {
  if (!watched)
    return { missing: 'not-counted', isByValue: false, inUse: null, rules: [], alerts: [], next: null };
  const page = alerts.slice(0, ALERTS_PAGE);
  const frozen = isFirst ? readFrozenRules(watched.rules) : null;
  const last = alerts.length > ALERTS_PAGE ? page.at(-1) : undefined;
  return {
    missing: watched.missing,
    isByValue: watched.isByValue,
    inUse: presentInUse(watched, frozen),
    rules: frozen ? presentRules(frozen, { latest, reference: watched.reference }) : [],
    alerts: page.map(presentAlert),
    next: last ? `${last.version}-${last.rule}` : null,
  };
}

function presentInUse(
  { version, since, usedBy, newestDay, judgedAt }: WatchedRow,
  frozen: FrozenRules | null,
): Alerts['inUse'] {
  return {
    version,
    since: timeOf(since),
    by: usedBy,
    newestDay: newestDay === null ? null : nameDay(newestDay),
    judgedAt: judgedAt === null ? null : timeOf(judgedAt),
    ...(frozen?.toEnter && { toEnter: frozen.toEnter }),
  };
}

function presentRules(
  inUse: FrozenRules,
  { latest: text, reference }: Pick<ShownAlerts, 'latest'> & Pick<WatchedRow, 'reference'>,
): Alerts['rules'] {
  const latest = text && parseJson(text);
  const isJudged = latest?.reference === reference;
  return inUse.rules.map(({ field, value, side }, at) => ({
    field,
    value,
    side,
    weeks: isJudged ? countWeeks(inUse, at, latest) : null,
  }));
}

/** How long an alert would take, if as many leads come as in the last judged run. */
function countWeeks({ rules, total }: FrozenRules, at: number, latest: StoredLatest): number | null {
  const { days, weeks } = RHYTHMS[latest.isMonthly ? 'monthly' : 'weekly'];
  const [rule, long] = [rules[at], latest.windows.at(-1)];
  if (!rule || !long || long.last < long.first) return null;
  const factor = days / (long.last - long.first + 1);
  const { part, total: all } = judgedCounts(long, at);
  const runs = countRunsToAlert(rule, {
    totals: total,
    expected: {
      part: factor * part.leads,
      total: { leads: factor * all.leads, conversions: factor * all.conversions },
    },
    rules: rules.length,
  });
  return runs && Math.ceil(runs * weeks);
}

/** An alert as the page and a message show it. */
export function presentAlert({ figures, version, madeAt, seenAt }: AlertRow): Alert {
  const { field, value, side, reference, latest, p, q } = parseJson(figures);
  return {
    field,
    value,
    side,
    version,
    madeAt: timeOf(madeAt),
    seenAt: seenAt === null ? null : timeOf(seenAt),
    reference: presentShare(reference),
    latest: {
      first: nameDay(latest.first),
      last: nameDay(latest.last),
      ...presentShare(latest),
      ...(latest.liftAtMix !== undefined && { liftAtMix: latest.liftAtMix }),
    },
    p,
    q,
  };
}

function presentShare({ part, total }: { part: StoredCounts; total: StoredCounts }): Alert['reference'] {
  const [[leads, converted], [totalLeads, totalConverted]] = [part, total];
  return { leads, converted, totalLeads, totalConverted };
}
