import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatPercent, formatTick } from '#frontend/lib/format.ts';
import { chooseLogAxis, placeOnAxis, type LogAxis } from '#frontend/lib/log-axis.ts';
import { drawnInterval } from '../intervals.ts';

/** The axis that the charts of all rules share, and the figures that they need. */
export interface RuleScale {
  axis: LogAxis;
  thresholdPercent: number;
  mostLeads: number;
  /** The balanced multiplier of a rule; null until the combinations are counted. */
  balancedOf(rule: ValueRule): number | null;
}

export function scaleRules(analysis: Analysis): RuleScale {
  const { valueRules, settings, estimates } = analysis;
  const balancedOf: RuleScale['balancedOf'] = ({ segment }) =>
    estimates?.multiplierOf(segment.field, segment.value) ?? null;
  const ratios = valueRules.flatMap((rule) => {
    const { suggested, liftBeforeCut, segment } = rule;
    const { low, high } = drawnInterval(segment);
    return [suggested, liftBeforeCut, low, high, balancedOf(rule) ?? 1];
  });
  return {
    axis: chooseLogAxis(ratios),
    thresholdPercent: settings.thresholdPercent,
    mostLeads: valueRules.reduce((most, { segment }) => Math.max(most, segment.leads), 1),
    balancedOf,
  };
}

/** The position of a ratio on the axis, for CSS and SVG: a ratio of 1 is at '50%'. */
export function placePercent(axis: LogAxis, ratio: number): string {
  return `${(100 * placeOnAxis(axis, ratio).share).toFixed(3)}%`;
}

/** Class names that place charts and ticks beside the figures, on narrow screens below them. */
export const CHART_PLACE = 'md:absolute md:inset-y-0 md:right-8 md:left-64';

/** Labels of both ends and the middle of the axis, above the charts. They are not part of the column's heading. */
export function RuleScaleTicks({ scale: { axis } }: { scale: RuleScale }) {
  const ticks = [axis.ticks[0] ?? 1, 1, axis.ticks.at(-1) ?? 1];
  return (
    <span aria-hidden className={`max-md:hidden ${CHART_PLACE}`}>
      {ticks.map((tick) => (
        <span
          key={tick}
          data-tick={formatTick(tick)}
          style={{ left: placePercent(axis, tick) }}
          className="absolute bottom-2 -translate-x-1/2 text-12 font-normal whitespace-nowrap before:content-[attr(data-tick)]"
        />
      ))}
    </span>
  );
}

/** Explains the charts in the table. */
export function RulesCaption({ scale, hasBalanced }: { scale: RuleScale; hasBalanced: boolean }) {
  const { axis, thresholdPercent } = scale;
  const [from = 1, to = 1] = [axis.ticks[0], axis.ticks.at(-1)];
  return (
    <p className="text-13 text-muted">
      Dot: adjusted lift. Line: 95% interval of the counted lift; its short tick: the counted lift. Diamond:
      the rule after its cut. {hasBalanced && 'Triangle: Balanced. '}Hollow dot: not significant. Grey band:
      within {formatPercent(thresholdPercent)} of average. Logarithmic axis from {formatTick(from)} to{' '}
      {formatTick(to)}.
    </p>
  );
}
