import type { ValueRule } from '#frontend/analysis/value-rules.ts';

/** The heading of the rules that hardly change a bid. */
export const CUT_INTO_BAND = 'Close to Average After the Cut';

/** The rules outside 1 ± threshold, and those that the cut brought within it, each in their order. */
export function groupRules(rules: readonly ValueRule[]): [outside: ValueRule[], inside: ValueRule[]] {
  return [rules.filter(({ isCutIntoBand }) => !isCutIntoBand), rules.filter((rule) => rule.isCutIntoBand)];
}
