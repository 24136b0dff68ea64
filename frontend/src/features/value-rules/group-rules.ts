import type { SegmentLabel } from '#frontend/analysis/measure/measurement.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { formatCount, formatPercent } from '#frontend/lib/format.ts';

/** The heading of the rules that hardly change a bid. */
export const CUT_INTO_BAND = 'Close to Average After the Cut';

interface RuleGroups {
  /** Rules outside 1 ± threshold, first Use, then Test. */
  outside: ValueRule[];
  /** Rules that the cut brought within 1 ± threshold, first Use, then Test. */
  inside: ValueRule[];
  /** All other rules. They are never cut, since only significant segments are. */
  unclear: ValueRule[];
}

/** The rules in three groups, each label in the order of the rules. */
export function groupRules(rules: readonly ValueRule[]): RuleGroups {
  const labelled = (label: SegmentLabel) => rules.filter(({ segment }) => segment.label === label);
  const supported = [...labelled('Use'), ...labelled('Test')];
  return {
    outside: supported.filter(({ isCutIntoBand }) => !isCutIntoBand),
    inside: supported.filter(({ isCutIntoBand }) => isCutIntoBand),
    unclear: rules.filter(({ isSignificant }) => !isSignificant),
  };
}

/** '11 more lie outside ±10% but are unclear'. */
export function headUnclear({ outside, inside, unclear }: RuleGroups, thresholdPercent: number): string {
  const more = outside.length + inside.length > 0 ? ' more' : '';
  const [lie, are] = unclear.length === 1 ? ['lies', 'is'] : ['lie', 'are'];
  return `${formatCount(unclear.length)}${more} ${lie} outside ±${formatPercent(thresholdPercent)} but ${are} unclear`;
}

/** The reason why there is no rule to use or to test, although there are other rules. */
export function describeNoSupported({ inside }: RuleGroups, thresholdPercent: number): string {
  const threshold = `±${formatPercent(thresholdPercent)}`;
  return inside.length > 0
    ? `After the cut no rule exceeds the ${threshold} threshold.`
    : `No segment outside ${threshold} is significant.`;
}
