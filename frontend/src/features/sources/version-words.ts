import { segmentKey } from '#contract/top-segments.ts';
import type { Alert, Alerts } from '#contract/alerts.ts';
import type { NewValues } from '#contract/sources.ts';
import type { Comparison, SegmentChange } from '#frontend/analysis/compare/compare.ts';
import { isOwnRule, standingOf, type ComparedFigures } from '#frontend/features/compare/comparison-words.ts';
import { nameFieldValue } from '#frontend/features/results/names.tsx';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount, formatRate } from '#frontend/lib/format.ts';
import type { TimedVersion } from './timed-versions.ts';

/** 'Version 4 came on November 25, 2026 3:04 PM: 1,240 leads, 12.3% converted.' */
export function describeNewest({ number, madeAt, analysis }: TimedVersion): string {
  const { totalLeads, baselineRate } = analysis;
  const when = madeAt ? ` came on ${formatLongDateTime(madeAt)}` : '';
  return `Version ${number}${when}: ${countNoun(totalLeads, 'lead')}, ${formatRate(baselineRate)} converted.`;
}

/** '1,240 leads, 120 more than in version 3.' */
export function describeLeadCounts(
  { before, after }: Comparison,
  earlier: Pick<TimedVersion, 'number'>,
): string {
  const more = after.totalLeads - before.totalLeads;
  const leads = countNoun(after.totalLeads, 'lead');
  const where = earlier.number === 0 ? 'as saved' : `in version ${earlier.number}`;
  if (more === 0) return `${leads}, as many as ${earlier.number === 0 ? 'were saved' : where}.`;
  const count = formatCount(Math.abs(more));
  return `${leads}, ${count} ${more > 0 ? 'more' : 'fewer'} than ${where}.`;
}

/** 'Source: TikTok, Reddit and 3 more' */
export function describeNewValues({ field, first, count }: NewValues): string {
  return `${field}: ${nameSome(first, count)}`;
}

/**
 * The fate of a rule of before or after: one in use where these are known, else one labelled Use. 'Still clear': its leads tell the same,
 * and whether its figure to enter has moved is not known.
 */
export type RuleFate =
  | 'Still stands'
  | 'Still clear'
  | 'Other figure'
  | 'Turned round'
  | 'Unclear now'
  | 'Not there now'
  | 'New';

export interface ComparedRule extends SegmentChange {
  fate: RuleFate;
  /** Null where the leads since the rule was entered raise none. */
  alert: Alert | null;
}

/** The order in which rules are listed. */
const FATES: readonly RuleFate[] = [
  'Turned round',
  'Not there now',
  'Other figure',
  'Unclear now',
  'New',
  'Still clear',
  'Still stands',
];

/** The rules of before, and those that are labelled Use after. Those that do not stand any more come first. */
export function listRules({ segments }: Comparison, figures: ComparedFigures): ComparedRule[] {
  return segments
    .filter((change) => isOwn(change, figures) || change.after?.label === 'Use')
    .map((change) => ({ ...change, fate: fateOf(change, figures), alert: null }))
    .toSorted(byFate);
}

const byFate = (a: ComparedRule, b: ComparedRule): number =>
  FATES.indexOf(a.fate) - FATES.indexOf(b.fate) || liftOf(b) - liftOf(a);

/** The same with the rules that are watched whatever their label is, and with the alerts; those that no longer hold come first. */
export function listWatched(
  { segments }: Comparison,
  figures: ComparedFigures,
  { rules, alerts }: Pick<Alerts, 'rules' | 'alerts'>,
): ComparedRule[] {
  const watched = new Set([...rules, ...alerts].map(({ field, value }) => segmentKey(field, value)));
  const alertOf = new Map(alerts.map((alert) => [segmentKey(alert.field, alert.value), alert]));
  return segments
    .flatMap((change): ComparedRule[] => {
      const key = segmentKey(change.fieldName, change.value);
      const isBefore = isOwn(change, figures) || watched.has(key);
      if (!isBefore && change.after?.label !== 'Use') return [];
      return [{ ...change, fate: fateOf(change, figures, isBefore), alert: alertOf.get(key) ?? null }];
    })
    .toSorted((a, b) => Number(b.alert !== null) - Number(a.alert !== null) || byFate(a, b));
}

const isOwn = (change: SegmentChange, figures: ComparedFigures): boolean =>
  isOwnRule(change, figures?.of(change), figures?.isInUse);

/** A rule stands while it is significant in the same direction, and its figure to enter has not moved. */
function fateOf(
  change: SegmentChange,
  figures: ComparedFigures,
  isBefore = isOwn(change, figures),
): RuleFate {
  const { before, after } = change;
  if (!before || !isBefore) return 'New';
  if (!after) return 'Not there now';
  if (!after.isSignificant) return 'Unclear now';
  if (after.lift > 1 !== before.lift > 1) return 'Turned round';
  return FATE_OF_STANDING[standingOf(figures?.of(change))];
}

const FATE_OF_STANDING = { stands: 'Still stands', moved: 'Other figure', unknown: 'Still clear' } as const;

const liftOf = ({ before, after }: SegmentChange): number => (after ?? before)?.lift ?? 0;

/** 'Of 7 clear rules, 5 still stand. Unclear now: Source: Ads. New: Source: Chat.' */
export function describeRuleFates(
  rules: readonly Pick<ComparedRule, 'fate' | 'fieldName' | 'value'>[],
  areInUse = false,
): string {
  const has = (fate: RuleFate) => rules.some((rule) => rule.fate === fate);
  const good = has('Still clear') && !has('Still stands') ? 'Still clear' : 'Still stands';
  const named = FATES.filter((fate) => fate !== good).flatMap((fate) => {
    const names = rules.filter((rule) => rule.fate === fate).map(nameRule);
    return names.length > 0 ? [`${fate}: ${nameSome(names.slice(0, MOST_NAMED), names.length)}.`] : [];
  });
  const own = rules.filter(({ fate }) => fate !== 'New').length;
  const standing = rules.filter(({ fate }) => fate === good).length;
  return [describeStanding({ own, standing, good, areInUse }), ...named].join(' ');
}

const STANDING = {
  'Still stands': { one: 'still stands', several: 'still stand', not: 'does not stand' },
  'Still clear': { one: 'is still clear', several: 'are still clear', not: 'is not clear' },
} as const;

interface Standings {
  /** How many rules there were before, and how many of them are as before. */
  own: number;
  standing: number;
  good: keyof typeof STANDING;
  areInUse: boolean;
}

function describeStanding({ own, standing, good, areInUse }: Standings): string {
  const { one, several, not } = STANDING[good];
  const name = (rules: string) => (areInUse ? `${rules} in use` : `clear ${rules}`);
  if (own === 0) return `There was no ${name('rule')} before.`;
  if (own === 1) return `The ${name('rule')} ${standing === 1 ? one : not}.`;
  if (standing === own) return `All ${formatCount(own)} ${name('rules')} ${several}.`;
  const which = standing === 0 ? 'none' : formatCount(standing);
  return `Of ${formatCount(own)} ${name('rules')}, ${which} ${standing > 1 ? several : one}.`;
}

const MOST_NAMED = 3;

const nameRule = ({ fieldName, value }: Pick<SegmentChange, 'fieldName' | 'value'>): string =>
  nameFieldValue({ field: fieldName, value });

/** 'Chat, Fax and 3 more' */
function nameSome(first: readonly string[], count: number): string {
  const rest = count - first.length;
  return `${first.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}
