import type { CalculatedLeadValue } from '#frontend/analysis/lead-values.ts';
import { formatDollars, formatLift, formatWholeDollars } from '#frontend/lib/format.ts';

export interface FormulaProps {
  baselineLeadValue: number;
  result: CalculatedLeadValue;
}

/** '$38.54 × 1.92x × 1.08x = $80': the lifts are those after the cut. */
export function Formula({ baselineLeadValue, result }: FormulaProps) {
  const lifts = result.breakdown.map(({ lift }) => formatLift(lift));
  return (
    <p className="text-16 text-muted tabular-nums">
      {[formatDollars(baselineLeadValue), ...lifts].join(' × ')} ={' '}
      <span className="font-semibold text-text">{formatWholeDollars(result.value)}</span>
    </p>
  );
}
