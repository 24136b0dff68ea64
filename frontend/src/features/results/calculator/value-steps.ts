import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';

/** One bar of the way from the baseline lead value to the lead value, in dollars. */
export interface ValueStep {
  name: string;
  /** Null for the two ends, which are no factors. */
  lift: number | null;
  from: number;
  to: number;
}

/** Baseline lead value, what each factor adds or takes, lead value: each step begins where the last one ended. */
export function listValueSteps(baselineLeadValue: number, result: CalculatedLeadValue): ValueStep[] {
  let reached = baselineLeadValue;
  const factors = result.breakdown.map(({ field, value, lift }) => {
    const from = reached;
    reached *= lift;
    return { name: `${field}: ${value}`, lift, from, to: reached };
  });
  return [
    { name: 'Baseline lead value', lift: null, from: 0, to: baselineLeadValue },
    ...factors,
    { name: 'Lead value', lift: null, from: 0, to: result.value },
  ];
}
