import { useRef } from 'react';
import { OVERLAP_FACTOR } from '#frontend/analysis/constants.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatPercent, formatTick } from '#frontend/lib/format.ts';
import { chooseLogAxis, type LogAxis, positionOnAxis } from '#frontend/lib/log-axis.ts';
import { radiusOf, RatioMarks } from '#frontend/ui/chart-marks.tsx';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { FigureHint, useHint } from '#frontend/ui/tooltip.tsx';
import { focusNeighbour } from '#frontend/features/results/evidence.tsx';
import { rangeAfterShrinking, listSegmentFigures, lookOfLift } from '#frontend/features/results/figures.tsx';
import { nameSegment } from '#frontend/features/results/names.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';

interface RuleMarksProps {
  rule: ValueRule;
  scale: RuleScale;
}

interface RuleChartProps extends RuleMarksProps {
  /** Whether the rule is expected to hold, in sentences. */
  outlook: readonly string[];
}

/** Draws the multiplier of a rule with its range after shrinking. Shows the figures on hover, touch and focus. */
export function RuleChart({ rule, scale, outlook, isTabStop, onFocus }: RuleChartProps & TabStop) {
  const { analysis } = useResults();
  const anchor = useRef<HTMLButtonElement>(null);
  const { isOpen, events } = useHint();
  const figures = [...listSegmentFigures(rule.segment, analysis, cutOf(rule)), ...outlook];
  return (
    <span className={cx('relative mt-1 block h-7 md:mt-0 md:h-auto', CHART_POSITION)}>
      <button
        {...events}
        ref={anchor}
        type="button"
        data-rule-chart
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`${figures.join('. ')}.`}
        onKeyDown={(event) => {
          events.onKeyDown(event);
          focusNeighbour(event, '[data-rule-chart]');
        }}
        onFocus={() => {
          events.onFocus();
          onFocus();
        }}
        className="absolute inset-0 size-full cursor-default rounded-[3px] focus-visible:-outline-offset-2"
      >
        <Ground scale={scale} />
        <RuleMarks rule={rule} scale={scale} />
      </button>
      {isOpen && <FigureHint anchor={anchor} name={nameSegment(rule.segment)} figures={figures} />}
    </span>
  );
}

/** The grey band of the threshold, and the line at 1. */
function Ground({ scale: { axis, thresholdPercent } }: { scale: RuleScale }) {
  const left = positionOf(axis, 1 - thresholdPercent / 100);
  const right = positionOf(axis, 1 + thresholdPercent / 100);
  return (
    <>
      <span className="absolute inset-y-0 bg-sunken" style={{ left, width: `calc(${right} - ${left})` }} />
      <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-control" />
    </>
  );
}

const RADIUS_BY_LEADS = 3;

/** The factor by which a rule is cut; 1 without a cut. */
const cutOf = ({ isCut }: ValueRule): number => (isCut ? OVERLAP_FACTOR : 1);

/** A dot for the multiplier, and a line for its range after shrinking. */
function RuleMarks({ rule, scale }: RuleMarksProps) {
  const { suggested, isSignificant, segment } = rule;
  const { axis, mostLeads } = scale;
  const { low, high } = rangeAfterShrinking(segment, cutOf(rule));
  const radius = radiusOf(segment.leads / mostLeads, RADIUS_BY_LEADS);
  return (
    <svg aria-hidden className="absolute inset-x-0 top-0 h-7 w-full overflow-visible md:h-10">
      <RatioMarks
        look={lookOfLift(suggested)}
        line={[low, high]}
        dots={[{ ratio: suggested, radius, isHollow: !isSignificant }]}
        axis={axis}
        xOf={(ratio) => positionOf(axis, ratio)}
        y="50%"
      />
    </svg>
  );
}

/** The common axis of the charts of all rules, and their common figures. */
export interface RuleScale {
  axis: LogAxis;
  thresholdPercent: number;
  mostLeads: number;
}

export function scaleRules(analysis: Analysis): RuleScale {
  const { valueRules, settings } = analysis;
  const ratios = valueRules.flatMap((rule) => {
    const { low, high } = rangeAfterShrinking(rule.segment, cutOf(rule));
    return [rule.suggested, low, high];
  });
  return {
    axis: chooseLogAxis(ratios),
    thresholdPercent: settings.thresholdPercent,
    mostLeads: valueRules.reduce((most, { segment }) => Math.max(most, segment.leads), 1),
  };
}

/** The position of a ratio on the axis, for CSS and SVG: a ratio of 1 is at '50%'. */
function positionOf(axis: LogAxis, ratio: number): string {
  return `${(100 * positionOnAxis(axis, ratio).share).toFixed(3)}%`;
}

/** Class names that put charts and ticks beside the figures, on narrow screens below them. */
const CHART_POSITION = 'md:absolute md:inset-y-0 md:right-8 md:left-56';

/** Labels of both ends and the middle of the axis, above the charts. They are not part of the column's heading. */
export function RuleScaleTicks({ scale: { axis } }: { scale: RuleScale }) {
  const ticks = [axis.ticks[0] ?? 1, 1, axis.ticks.at(-1) ?? 1];
  return (
    <span aria-hidden className={`max-md:hidden ${CHART_POSITION}`}>
      {ticks.map((tick) => (
        <span
          key={tick}
          data-tick={formatTick(tick)}
          style={{ left: positionOf(axis, tick) }}
          className="absolute bottom-2 -translate-x-1/2 text-12 font-normal whitespace-nowrap before:content-[attr(data-tick)]"
        />
      ))}
    </span>
  );
}

/** Explains the charts in the table, which on narrow screens open with the rows. */
export function RulesCaption({ scale, isNarrow }: { scale: RuleScale; isNarrow: boolean }) {
  const { axis, thresholdPercent } = scale;
  const [from = 1, to = 1] = [axis.ticks[0], axis.ticks.at(-1)];
  return (
    <p className="text-13 text-muted">
      {isNarrow && 'A name opens its row and chart. '}Dot: multiplier. Line: range after shrinking. Hollow
      dot: not significant. Grey band: within {formatPercent(thresholdPercent)} of average. Logarithmic axis
      from {formatTick(from)} to {formatTick(to)}.
    </p>
  );
}
