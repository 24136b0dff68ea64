import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { hasTooFew } from '#frontend/analysis/judge/expected-to-hold.ts';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import type { Change } from '#frontend/analysis/over-time/changed.ts';
import { measurePeriod, type PeriodFigures } from '#frontend/analysis/over-time/period-figures.ts';
import { type OverTime, namePeriod, type Unit } from '#frontend/analysis/over-time/over-time.ts';
import { nameSegment } from '#frontend/features/results/names.tsx';
import { countNoun, formatCount, formatLift, formatPValue } from '#frontend/lib/format.ts';
import { describeByChance } from '#frontend/features/results/evidence.tsx';
import { keyOfRule } from './count-rules.tsx';
import type { CountedRules } from './over-time-run.tsx';

/** A rule in one period. */
export interface RulePeriod extends PeriodFigures {
  rule: ValueRule;
  start: number;
  name: string;
  isRipe: boolean;
  /** True with under 30 leads or under 5 expected conversions. */
  hasFew: boolean;
  /** Of all leads of the period. */
  baselineRate: number;
}

/** A rule with its periods, without those in which it has no leads. */
export interface FollowedRule {
  rule: ValueRule;
  key: string;
  name: string;
  change: Change;
  periods: readonly RulePeriod[];
}

/** The rules of an analysis that were counted, in the order of their table. */
export function followRules(analysis: Analysis, { overTime, keys }: CountedRules): FollowedRule[] {
  const placeOf = new Map(keys.map((key, at) => [key, at]));
  return analysis.valueRules.flatMap((rule) => {
    const key = keyOfRule(rule);
    const at = placeOf.get(key);
    const change = at === undefined ? undefined : overTime.changes[at];
    if (at === undefined || !change) return [];
    return [
      {
        rule,
        key,
        name: nameSegment(rule.segment),
        change,
        periods: listOf(rule, at, { analysis, overTime }),
      },
    ];
  });
}

function listOf(
  rule: ValueRule,
  at: number,
  { analysis, overTime }: { analysis: Analysis; overTime: OverTime },
): RulePeriod[] {
  const { periods, parts, totals, unit } = overTime;
  return periods.flatMap(({ start, isRipe }, period) => {
    const [part, total] = [parts[at]?.[period], totals[period]];
    if (!part || !total || part.leads === 0) return [];
    return [
      {
        ...measurePeriod({ part, total }, analysis),
        rule,
        start,
        name: namePeriod(start, unit),
        isRipe,
        hasFew: hasTooFew(part.leads, total),
        baselineRate: measureRate(total),
      },
    ];
  });
}

/** The number of rules in the chart at first: those that have changed come before the others. */
export const USUAL_RULES = 8;

/** Rules that have changed first; otherwise in their order. */
export function listCharted(rules: readonly FollowedRule[], most: number): readonly FollowedRule[] {
  if (rules.length <= most) return rules;
  const rank = ({ change }: FollowedRule) => ['changed', 'no-change', 'too-few'].indexOf(change.kind);
  const charted = new Set(rules.toSorted((a, b) => rank(a) - rank(b)).slice(0, most));
  return rules.filter((rule) => charted.has(rule));
}

/** 'month' */
export const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  week: 'week',
  month: 'month',
  quarter: 'quarter',
};

/** The names of units in titles. */
export const HEADINGS: Readonly<Record<Unit, string>> = { week: 'Week', month: 'Month', quarter: 'Quarter' };

export const CHANGE_WORDS: Readonly<Record<Change['kind'], string>> = {
  changed: 'Changed',
  'no-change': 'No clear change',
  'too-few': 'Too few leads to tell',
};

/** 'Source: Referral has changed: 1.62x before 2026-03, 1.05x since.' */
const describeOne = ({ name, change }: FollowedRule, unit: Unit): string =>
  change.kind === 'too-few'
    ? ''
    : `${name} has changed: ${formatLift(change.before)} before ${describeSince(change.since, unit)}, ${formatLift(change.after)} since.`;

/** '2026-03', or 'the week of 2026-03-02'. */
function describeSince(start: number, unit: Unit): string {
  const name = namePeriod(start, unit);
  return unit === 'week' ? `the week of ${name}` : name;
}

/** Says in one sentence which rules have changed. */
export function describeRuleChanges(rules: readonly FollowedRule[], { testedUnit }: OverTime): string {
  const changed = rules.filter(({ change }) => change.kind === 'changed');
  const tested = rules.filter(({ change }) => change.kind !== 'too-few').length;
  const [first] = changed;
  if (tested === 0) return `Too few leads to tell whether a rule has changed.`;
  if (!first)
    return tested === 1
      ? 'The one rule with enough leads has not clearly changed.'
      : `None of ${countNoun(tested, 'rule')} with enough leads has clearly changed.`;
  if (changed.length === 1) return describeOne(first, testedUnit);
  return `${formatCount(changed.length)} of ${countNoun(tested, 'rule')} have changed: ${changed.map(({ name }) => name).join(', ')}.`;
}

/** How the rules were compared, and which leads are left out of that. */
export function describeChangeTest({ testedUnit, cut, undated }: OverTime): string[] {
  const unit = UNIT_WORDS[testedUnit];
  return [
    `Tested by ${unit}, whatever is shown.`,
    ...(cut
      ? [
          `Grey ${unit}s have leads younger than ${countNoun(cut.days, 'day')}, ${
            cut.isChosen ? 'which count in no other figure' : 'many of which may still be open'
          }; they are not tested.`,
        ]
      : []),
    ...(undated > 0
      ? [`${countNoun(undated, 'lead')} without a date ${undated === 1 ? 'is' : 'are'} in no ${unit}.`]
      : []),
  ];
}

/** 'No clear change in 6 months: p 0.41'; where it has changed, from what to what. */
export function describeFollowedChange({ change }: FollowedRule, unit: Unit): string {
  const word = CHANGE_WORDS[change.kind];
  if (change.kind === 'too-few') return word;
  const periods = countNoun(change.periods, UNIT_WORDS[unit]);
  const test = `${periods} compared, p ${formatPValue(change.p)}`;
  if (change.kind === 'no-change') return `${word}: ${test}`;
  return `${word}: ${formatLift(change.before)} before ${describeSince(change.since, unit)}, ${formatLift(change.after)} since; ${test} (${describeByChance(change.q)})`;
}
