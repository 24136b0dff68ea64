import { formatPercent, formatTick } from '#frontend/lib/format.ts';
import type { RuleScale } from './rule-scale.ts';

/** How to read the charts in the table. */
export function RulesCaption({ scale: { axis, thresholdPercent } }: { scale: RuleScale }) {
  const [from = 1, to = 1] = [axis.ticks[0], axis.ticks.at(-1)];
  return (
    <p className="max-w-prose text-13 text-muted">
      Beside each rule: a dot for its adjusted lift, a line for the 95% interval, on a logarithmic axis from{' '}
      {formatTick(from)} to {formatTick(to)} around 1x, the average. The grey band is 1 ±{' '}
      {formatPercent(thresholdPercent)}. A tick marks a rule that was cut; hollow dots are not significant.
    </p>
  );
}
