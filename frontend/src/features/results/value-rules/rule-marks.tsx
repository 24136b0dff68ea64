import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { At, radiusOf, RatioMarks } from '#frontend/ui/chart-marks.tsx';
import { lookOfLift } from '../figures.tsx';
import { placePercent, type RuleScale } from './rule-scale.ts';

const RADIUS_BY_LEADS = 3;
const HALF_TICK = 8;

export interface RuleMarksProps {
  rule: ValueRule;
  scale: RuleScale;
}

/** A line for the interval, a dot for the adjusted lift, and a tick for the suggested rule where it was cut. */
export function RuleMarks({ rule, scale }: RuleMarksProps) {
  const { liftBeforeCut, suggested, isCut, isSignificant, segment } = rule;
  const { axis, mostLeads } = scale;
  const { low, high } = scale.intervalOf(rule);
  const radius = radiusOf(segment.leads / mostLeads, RADIUS_BY_LEADS);
  return (
    <svg aria-hidden className="absolute inset-x-0 top-0 h-7 w-full overflow-visible md:h-10">
      <RatioMarks
        look={lookOfLift(liftBeforeCut)}
        line={[low, high]}
        dots={[{ ratio: liftBeforeCut, radius, isHollow: !isSignificant }]}
        axis={axis}
        xOf={(ratio) => placePercent(axis, ratio)}
        y="50%"
      >
        {isCut && (
          <At x={placePercent(axis, suggested)} y="50%">
            <line y1={-HALF_TICK} y2={HALF_TICK} strokeWidth={2} className="stroke-text" />
          </At>
        )}
      </RatioMarks>
    </svg>
  );
}
