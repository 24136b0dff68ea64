import type { Analysis } from '#frontend/analysis/analyse.ts';
import {
  calculateBalancedValue,
  type CalculatedLeadValue,
  calculateLeadValue,
  type LeadValueFactor,
  type Multipliers,
} from '#frontend/analysis/lead-values.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { nameFieldValue } from '../names.tsx';

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

/** The value that was picked for each attribute, by the position of the attribute. */
export type Picks = Readonly<Record<number, string>>;

/** The picked value of every attribute, in their order; null while an attribute has none of its values picked. */
export function pickedValues({ fields }: Analysis, picks: Picks): string[] | null {
  const picked = fields.flatMap(({ values }, field) => {
    const value = picks[field];
    return value !== undefined && values.includes(value) ? [value] : [];
  });
  return picked.length === fields.length ? picked : null;
}

/** For components that show a calculated lead value. */
export interface LeadValueProps {
  analysis: Analysis;
  result: CalculatedLeadValue;
}

/** One step from the baseline lead value to the lead value, in dollars. */
export interface ValueStep {
  name: string;
  /** Null for the baseline lead value and the lead value themselves. */
  factor: LeadValueFactor | null;
  from: number;
  to: number;
}

/**
 * The baseline lead value (times the constant of balanced multipliers), the change that each factor makes, the lead value.
 * Each factor starts where the last ended.
 */
export function listValueSteps(baselineLeadValue: number, result: CalculatedLeadValue): ValueStep[] {
  const { scale } = result;
  const base = baselineLeadValue * (scale ?? 1);
  let reached = base;
  const factors = result.breakdown.map((factor) => {
    const from = reached;
    reached *= factor.lift;
    return { name: nameFieldValue(factor), factor, from, to: reached };
  });
  return [
    {
      name: scale === null ? 'Baseline lead value' : `Base × ${formatNumber(scale)}`,
      factor: null,
      from: 0,
      to: base,
    },
    ...factors,
    { name: 'Lead value', factor: null, from: 0, to: result.value },
  ];
}
