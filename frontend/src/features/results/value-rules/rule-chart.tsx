import { useRef } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatLift } from '#frontend/lib/format.ts';
import { At, radiusOf, RatioMarks } from '#frontend/ui/chart-marks.tsx';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { FigureHint, useHint } from '#frontend/ui/tooltip.tsx';
import { listSegmentFigures, lookOfLift } from '../figures.tsx';
import { focusNeighbour } from '../focus-neighbour.ts';
import { drawnInterval } from '../intervals.ts';
import { nameSegment } from '../names.tsx';
import { CHART_PLACE, placePercent, type RuleScale } from './rule-scale.tsx';

interface RuleMarksProps {
  rule: ValueRule;
  scale: RuleScale;
}

interface RuleChartProps extends RuleMarksProps {
  analysis: Analysis;
}

/** Draws the adjusted lift of a rule with the 95% interval of the counted lift. Shows its figures on hover, touch and focus. */
export function RuleChart({ rule, scale, analysis, isTabStop, onFocus }: RuleChartProps & TabStop) {
  const anchor = useRef<HTMLButtonElement>(null);
  const { isOpen, events } = useHint();
  const figures = listSegmentFigures(rule.segment, analysis);
  figures.push(
    `Cautious multiplier, the least change that the leads support: ${formatLift(rule.segment.cautiousMultiplier)}`,
  );
  const balanced = scale.balancedOf(rule);
  if (balanced !== null) figures.push(`Balanced multiplier ${formatLift(balanced)}`);
  if (rule.isCut) figures.push(`Suggested value rule after the cut ${formatLift(rule.suggested)}`);
  return (
    <span className={cx('relative mt-1 block h-7 md:mt-0 md:h-auto', CHART_PLACE)}>
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
  const left = placePercent(axis, 1 - thresholdPercent / 100);
  const right = placePercent(axis, 1 + thresholdPercent / 100);
  return (
    <>
      <span className="absolute inset-y-0 bg-sunken" style={{ left, width: `calc(${right} - ${left})` }} />
      <span className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-control" />
    </>
  );
}

const RADIUS_BY_LEADS = 3;
/** Below the dots, which would cover it otherwise. */
const CARET = '0,8 3.5,13 -3.5,13';
const DIAMOND = 'M0-5.5 4.5 0 0 5.5-4.5 0Z';

/**
 * A line for the interval with a tick for the counted lift, a dot for the adjusted lift, a diamond for the suggested rule
 * where it was cut, and a triangle below them for the balanced multiplier.
 */
function RuleMarks({ rule, scale }: RuleMarksProps) {
  const { liftBeforeCut, suggested, isCut, isSignificant, segment } = rule;
  const { axis, mostLeads } = scale;
  const balanced = scale.balancedOf(rule);
  const { low, high } = drawnInterval(segment);
  const radius = radiusOf(segment.leads / mostLeads, RADIUS_BY_LEADS);
  return (
    <svg aria-hidden className="absolute inset-x-0 top-0 h-7 w-full overflow-visible md:h-10">
      <RatioMarks
        look={lookOfLift(liftBeforeCut)}
        line={[low, high]}
        tick={segment.lift}
        dots={[{ ratio: liftBeforeCut, radius, isHollow: !isSignificant }]}
        axis={axis}
        xOf={(ratio) => placePercent(axis, ratio)}
        y="50%"
      >
        {balanced !== null && (
          <At x={placePercent(axis, balanced)} y="50%">
            <polygon points={CARET} className="fill-muted" />
          </At>
        )}
        {isCut && (
          <At x={placePercent(axis, suggested)} y="50%">
            <path d={DIAMOND} strokeWidth={1.5} className="fill-text stroke-canvas" />
          </At>
        )}
      </RatioMarks>
    </svg>
  );
}
