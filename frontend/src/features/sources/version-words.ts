import type { NewValues } from '#contract/sources.ts';
import type { Comparison, SegmentChange } from '#frontend/analysis/compare/compare.ts';
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

/** The fate of a rule that is solid before or after: labelled Use. */
export type RuleFate = 'Still stands' | 'Turned round' | 'Unclear now' | 'Not there now' | 'New';

export interface ComparedRule extends SegmentChange {
  fate: RuleFate;
}

/** The order in which rules are listed. */
const FATES: readonly RuleFate[] = ['Turned round', 'Not there now', 'Unclear now', 'New', 'Still stands'];

/** The rules that are labelled Use before or after, those that do not stand any more first. */
export function listRules({ segments }: Comparison): ComparedRule[] {
  return segments
    .filter(({ before, after }) => before?.label === 'Use' || after?.label === 'Use')
    .map((change) => ({ ...change, fate: fateOf(change) }))
    .toSorted((a, b) => FATES.indexOf(a.fate) - FATES.indexOf(b.fate) || liftOf(b) - liftOf(a));
}

/** A rule stands while it is significant in the same direction. */
function fateOf({ before, after }: SegmentChange): RuleFate {
  if (before?.label !== 'Use') return 'New';
  if (!after) return 'Not there now';
  if (!after.isSignificant) return 'Unclear now';
  return after.lift > 1 === before.lift > 1 ? 'Still stands' : 'Turned round';
}

const liftOf = ({ before, after }: SegmentChange): number => (after ?? before)?.lift ?? 0;

/** 'Of 7 solid rules, 5 still stand. Unclear now: Source: Ads. New: Source: Chat.' */
export function describeRuleFates(rules: readonly ComparedRule[]): string {
  const own = rules.filter(({ fate }) => fate !== 'New').length;
  const standing = rules.filter(({ fate }) => fate === 'Still stands').length;
  const named = FATES.filter((fate) => fate !== 'Still stands').flatMap((fate) => {
    const names = rules.filter((rule) => rule.fate === fate).map(nameRule);
    return names.length > 0 ? [`${fate}: ${nameSome(names.slice(0, MOST_NAMED), names.length)}.`] : [];
  });
  return [describeStanding(standing, own), ...named].join(' ');
}

function describeStanding(standing: number, own: number): string {
  if (own === 0) return 'There was no clear rule before.';
  if (own === 1) return standing === 1 ? 'The clear rule still stands.' : 'The clear rule does not stand.';
  if (standing === own) return `All ${formatCount(own)} clear rules still stand.`;
  const stand = standing === 1 ? 'stands' : 'stand';
  return `Of ${formatCount(own)} clear rules, ${standing === 0 ? 'none' : formatCount(standing)} still ${standing === 0 ? 'stands' : stand}.`;
}

const MOST_NAMED = 3;

const nameRule = ({ fieldName, value }: SegmentChange): string => nameFieldValue({ field: fieldName, value });

/** 'Chat, Fax and 3 more' */
function nameSome(first: readonly string[], count: number): string {
  const rest = count - first.length;
  return `${first.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}
