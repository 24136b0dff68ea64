import type { Analysis } from '../judge/analyse.ts';
import { SIGNIFICANT_P_VALUE } from '../constants.ts';
import { tableOfGroups } from '../measure/lift.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';
import type { Comparison } from './compare.ts';

/** How the baseline rate changed from one file to the other. */
export interface RateChange {
  before: number;
  after: number;
  /** Of the test of both rates; null where the files seem to share leads, or one has none. */
  pValue: number | null;
  /** Whether p is below 0.05: chance alone usually does less. */
  isClear: boolean;
  /** How far other shares of values explain the change, by the attribute that explains most; null without an attribute or a change. */
  mix: { fieldName: string; part: 'none' | 'some' | 'most' } | null;
}

/** A smaller share of the change is no explanation, a larger one than the second is most of it. */
const LEAST_PART = 0.25;
const MOST_PART = 0.75;

/**
 * The change of the baseline rate: chi-square of the 2x2 table of both files (converted or not, before or after), which holds for
 * different leads only, and the attribute with the largest share of the change in its mix (`splitBaselineChange`).
 * Example: 786 of 6,000, then 702 of 6,000: 13.1% to 11.7%, chi-square 5.41, p 0.02; a mix of -0.1 of these -1.4 points is none.
 *
 * @param isTested false where the files seem to share leads
 */
export function describeRateChange(
  { before, after, splits, baselineChange }: Comparison,
  isTested: boolean,
): RateChange {
  const pValue = isTested ? testRates(before, after) : null;
  const [most] = splits.toSorted((a, b) => b.mix / baselineChange - a.mix / baselineChange);
  return {
    before: before.baselineRate,
    after: after.baselineRate,
    pValue,
    isClear: pValue !== null && pValue < SIGNIFICANT_P_VALUE,
    mix:
      most && baselineChange !== 0
        ? { fieldName: most.fieldName, part: partOf(most.mix / baselineChange) }
        : null,
  };
}

function testRates(before: Analysis, after: Analysis): number | null {
  if (before.totalLeads === 0 || after.totalLeads === 0) return null;
  const [first, second] = [before, after].map(({ totalLeads, totalConversions }) => ({
    leads: totalLeads,
    conversions: totalConversions,
  }));
  return first && second ? chiSquareTail(chiSquare2x2(tableOfGroups(first, second))) : null;
}

function partOf(share: number): 'none' | 'some' | 'most' {
  if (share < LEAST_PART) return 'none';
  return share < MOST_PART ? 'some' : 'most';
}
