import type { Analysis } from '#frontend/analysis/analyse.ts';
import {
  calculateBalancedValue,
  calculateLeadValue,
  type CalculatedLeadValue,
  type Multipliers,
} from '#frontend/analysis/lead-values.ts';

/** The lead value by the multipliers that the reader acts on. */
export function calculate(
  analysis: Analysis,
  values: readonly string[],
  multipliers: Multipliers,
): CalculatedLeadValue {
  const { estimates } = analysis;
  return multipliers === 'balanced' && estimates
    ? calculateBalancedValue(analysis, estimates, values)
    : calculateLeadValue(analysis, values);
}
