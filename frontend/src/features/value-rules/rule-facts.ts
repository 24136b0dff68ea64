import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { findExplanation } from '#frontend/analysis/judge/mostly-explained.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { findCoverage } from '#frontend/features/results/evidence.tsx';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import { describeLargeDeals } from '#frontend/features/results/figures.tsx';
import { findValueNotes } from '#frontend/features/results/value-columns.tsx';
import { findOutlooks } from './outlook.tsx';
import { findCaveats, isInRow, type RuleCaveat } from './rule-marks.tsx';

/** The facts about rules besides their figures. */
export interface RuleFacts {
  /** Whether a pair of its value and a value of another attribute was tested. */
  isTested(rule: ValueRule): boolean;
  noteOf: ReturnType<typeof findValueNotes>;
  outlookOf: ReturnType<typeof findOutlooks>;
  /** All caveats, the most important first. */
  caveatsOf(rule: ValueRule): RuleCaveat[];
}

/** @param toEnterOf the figures of the column To Enter; null without the column */
export function describeRules(analysis: Analysis, toEnterOf: ToEnterOf | null): RuleFacts {
  const { isTested } = findCoverage(analysis);
  const { thresholdPercent } = analysis.settings;
  return {
    isTested,
    noteOf: findValueNotes(analysis.fields),
    outlookOf: findOutlooks(analysis),
    caveatsOf: (rule) =>
      findCaveats(rule, {
        isTested: isTested(rule),
        thresholdPercent,
        explanation: findExplanation(rule.segment, analysis),
        largeDeals: describeLargeDeals(rule.segment, analysis),
        hasToEnter: (toEnterOf?.(rule.segment)?.figures.length ?? 0) > 0,
      }),
  };
}

/** The caveats for the open row, in which 'Not significant' would only repeat the label. */
export function listDetailCaveats(rule: ValueRule, { caveatsOf }: RuleFacts): RuleCaveat[] {
  return caveatsOf(rule).filter(({ word }) => word !== 'Not significant');
}

/** Whether a rule that may be used has a warning that only its open row tells. */
export function hasWarningInside(rule: ValueRule, facts: RuleFacts): boolean {
  const isWarning = (caveat: RuleCaveat) => !isInRow(caveat) && caveat.word !== 'Not tested';
  return (
    rule.isSignificant &&
    (facts.outlookOf(rule).latest?.kind === 'fell' || listDetailCaveats(rule, facts).some(isWarning))
  );
}
