import type { ByAge, LatestCounts } from '../measure/measurement.ts';
import type { Analysis } from './analyse.ts';
import { measureValueLogRatio } from './expected-to-hold.ts';
import { measureLogRatio, weighSpreads, type LogRatio } from '../measure/spreads.ts';
import { judgeLatest, watchRule, type LatestVerdict, type WatchedRule } from './latest-leads.ts';
import { measureLift } from '../measure/lift.ts';
import type { ValuedPart } from '../counts/valued-leads.ts';
import type { ValueRule } from './value-rules.ts';

/** Judges each rule of an analysis by the latest leads; see `judgeLatest`. Rules with fewer than 10 earlier leads have too few. */
export function judgeLatestRules(
  { valueRules, basis, settings }: Pick<Analysis, 'valueRules' | 'basis' | 'settings'>,
  { fields, total }: LatestCounts,
): ReadonlyMap<ValueRule, LatestVerdict> {
  const measureRatio = (part: ValuedPart, all: ValuedPart): LogRatio | null =>
    basis === 'value' ? measureValueLogRatio(part, all) : measureLogRatio(part, all);
  const columns = new Map(
    fields.map(({ name, values }) => {
      const ratios = values.map(({ earlier }) => measureRatio(earlier, total.earlier));
      const weights = weighSpreads(ratios.filter((ratio) => ratio !== null));
      return [name, { weights, parts: new Map(values.map((part) => [part.value, part])) }] as const;
    }),
  );
  const watched: WatchedRule[] = [];
  const judged: ValueRule[] = [];
  for (const rule of valueRules) {
    const column = columns.get(rule.segment.fieldName);
    const part = column?.parts.get(rule.segment.value);
    const earlier = part && measureRatio(part.earlier, total.earlier);
    if (!column || !part || !earlier) continue;
    const byConversions = watchRule(part, total, column.weights);
    judged.push(rule);
    watched.push(basis === 'value' ? byAmounts(byConversions, part, total) : byConversions);
  }
  const verdicts = judgeLatest(watched, settings.thresholdPercent);
  const verdictOf = new Map(judged.map((rule, at) => [rule, verdicts[at]!])); // one per rule
  return new Map(valueRules.map((rule) => [rule, verdictOf.get(rule) ?? { kind: 'too-few' }]));
}

/** The rule by value: amounts take the place of conversions. */
function byAmounts(rule: WatchedRule, part: ByAge<ValuedPart>, total: ByAge<ValuedPart>): WatchedRule {
  const worth = ({ leads, sum }: ValuedPart) => ({ leads, conversions: sum });
  const earlier = measureValueLogRatio(part.earlier, total.earlier);
  return {
    ...rule,
    side: measureLift(worth(part.earlier), worth(total.earlier)) > 1 ? 'raise' : 'cut',
    earlier: earlier ?? rule.earlier,
    later: rule.later && measureValueLogRatio(part.later, total.later),
    laterLift: measureLift(worth(part.later), worth(total.later)),
  };
}
