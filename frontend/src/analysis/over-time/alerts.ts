import { DAY } from '#contract/limits.ts';
import { hasTooFew, sideOf, type Side } from '../judge/expected-to-hold.ts';
import { measureLogRatio, type LogRatio } from '../measure/spreads.ts';
import type { SpreadWeights } from '../measure/measurement.ts';
import { chanceToFall } from '../judge/latest-leads.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';

/** A rule in use raises an alert where its q is below this. */
export const MAX_ALERT_RATE = 0.001;
/** The days of the two windows in which the latest leads are judged. */
export const ALERT_DAYS = [7, 14] as const;
/** The months of these windows where runs are monthly. */
const ALERT_MONTHS = [1, 2] as const;

/** A rule in use: what it was entered with, which stays until the rules are updated, and its leads since then. */
interface RuleInUse {
  side: Side;
  reference: LogRatio;
  /** How likely each spread was of the values of its column. */
  weights: SpreadWeights;
  /** One for each window; null where it has too few leads to judge. */
  windows: readonly (LogRatio | null)[];
}

/** Leads and conversions of a segment, and of the whole file. */
interface SegmentCounts {
  part: Counts;
  total: Counts;
}

/**
 * A rule by conversions. A window with fewer than 30 leads of the segment, or fewer than 5 expected conversions, has too few leads to
 * judge.
 */
export function watchRuleInUse(
  reference: SegmentCounts & { weights: SpreadWeights },
  windows: readonly SegmentCounts[],
): RuleInUse {
  return {
    side: sideOf(reference.part, reference.total),
    reference: measureLogRatio(reference.part, reference.total),
    weights: reference.weights,
    windows: windows.map(({ part, total }) =>
      hasTooFew(part.leads, total) ? null : measureLogRatio(part, total),
    ),
  };
}

/** The p-value and the q-value of a rule in use, and whether it raises an alert. */
export interface AlertVerdict {
  p: number;
  q: number;
  isAlert: boolean;
  /** The position of the window that says most clearly that the rule fell. */
  window: number;
}

/**
 * Which rules no longer hold. p of a rule = min(1, 2 × the smaller of its chances to fall (`chanceToFall`) in two windows, a chance of
 * 1 in a window with too few leads); q is Benjamini and Hochberg's over all rules in use; below 0.001 the rule raises an alert.
 * Nothing else does: no interval, no rise, no label.
 * Example: 150 of 500 in 400 of 2,000 when it was entered, 40 of 200 in 150 of 800 in the one window with enough leads: a chance
 * of 0.006775, p 0.01355.
 */
export function findAlerts(rules: readonly RuleInUse[]): AlertVerdict[] {
  const chances = rules.map(({ side, reference, weights, windows }) =>
    windows.map((later) => (later ? chanceToFall({ earlier: reference, later }, side, weights) : 1)),
  );
  const pValues = Float64Array.from(chances, (own) => Math.min(1, own.length * Math.min(1, ...own)));
  const qValues = benjaminiHochberg(pValues, new Uint32Array(rules.length).fill(1));
  return chances.map((own, at) => {
    const [p, q] = [pValues[at]!, qValues[at]!]; // one per rule
    return { p, q, isAlert: q < MAX_ALERT_RATE, window: own.indexOf(Math.min(...own)) };
  });
}

/** The days of a window, both included, as whole days since 1970. Empty where the first is after the last. */
export interface AlertWindow {
  first: number;
  last: number;
}

interface AlertDays {
  /** The newest day of the file. */
  newest: number;
  /** Leads younger than this have had less time to convert. */
  youngerThanDays: number;
  /** The newest day of the leads that the rules were entered with. */
  reference: number;
  isMonthly: boolean;
}

/**
 * The two windows of the latest leads: the last 7 and the last 14 days, of monthly runs the last month and the last two, that are
 * past the age cut and after the newest day of the reference.
 * Example: newest day 30 June, leads younger than 10 days left out, reference up to 10 June: 14 to 20 June and 11 to 20 June.
 */
export function listAlertWindows({
  newest,
  youngerThanDays,
  reference,
  isMonthly,
}: AlertDays): AlertWindow[] {
  const last = newest - youngerThanDays;
  const firsts = isMonthly
    ? ALERT_MONTHS.map((months) => monthsBefore(last, months) + 1)
    : ALERT_DAYS.map((days) => last - days + 1);
  return firsts.map((first) => ({ first: Math.max(first, reference + 1), last }));
}

/** The same day, this number of months before, or the last day of that month. */
function monthsBefore(day: number, months: number): number {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / DAY;
}
