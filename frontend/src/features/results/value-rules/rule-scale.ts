import type { Analysis } from '#frontend/analysis/analyse.ts';
import { measureLiftInterval } from '#frontend/analysis/lift.ts';
import type { Interval } from '#frontend/analysis/stats/wilson.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { chooseLogAxis, placeOnAxis, type LogAxis } from '#frontend/lib/log-axis.ts';

/** The one axis that the charts of all rules share, and what is drawn on it. */
export interface RuleScale {
  axis: LogAxis;
  thresholdPercent: number;
  mostLeads: number;
  intervalOf(rule: ValueRule): Interval;
}

export function scaleRules(analysis: Analysis): RuleScale {
  const { valueRules, totalLeads, totalConversions, settings } = analysis;
  const total = { leads: totalLeads, conversions: totalConversions };
  const intervalOf = ({ segment }: ValueRule) => measureLiftInterval(segment, total);
  const ratios = valueRules.flatMap((rule) => {
    const { low, high } = intervalOf(rule);
    return [rule.suggested, rule.liftBeforeCut, low, high];
  });
  return {
    axis: chooseLogAxis(ratios),
    thresholdPercent: settings.thresholdPercent,
    mostLeads: valueRules.reduce((most, { segment }) => Math.max(most, segment.leads), 1),
    intervalOf,
  };
}

/** A ratio's place between the ends of the axis, for CSS and SVG: '50%' is 1. */
export function placePercent(axis: LogAxis, ratio: number): string {
  return `${(100 * placeOnAxis(axis, ratio).share).toFixed(3)}%`;
}
