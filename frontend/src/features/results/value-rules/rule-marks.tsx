import type { Interval } from '#frontend/analysis/stats/wilson.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { placeOnAxis } from '#frontend/lib/log-axis.ts';
import { lookOfLift } from '../charts/lift-look.ts';
import { placePercent, type RuleScale } from './rule-scale.ts';

const LEAST_RADIUS = 3;
const RADIUS_BY_LEADS = 3;
const HALF_TICK = 8;

export interface RuleMarksProps {
  rule: ValueRule;
  interval: Interval;
  scale: RuleScale;
}

/** A line for the interval, a dot for the adjusted lift, a tick where the suggested rule is another. */
export function RuleMarks({ rule, interval, scale: { axis, mostLeads } }: RuleMarksProps) {
  const { liftBeforeCut, suggested, isCut, isSignificant, segment } = rule;
  const look = lookOfLift(liftBeforeCut);
  const place = (ratio: number) => placePercent(axis, ratio);
  const ink = isSignificant ? `${look.fill} ${look.stroke}` : `fill-canvas ${look.stroke}`;
  return (
    <svg aria-hidden className="absolute inset-x-0 top-0 h-7 w-full overflow-visible md:h-10">
      <line
        x1={place(interval.low)}
        x2={place(interval.high)}
        y1="50%"
        y2="50%"
        strokeWidth={2}
        strokeLinecap="round"
        className={look.stroke}
      />
      {isCut && (
        <svg x={place(suggested)} y="50%" className="overflow-visible">
          <line y1={-HALF_TICK} y2={HALF_TICK} strokeWidth={2} className="stroke-text" />
        </svg>
      )}
      <svg x={place(liftBeforeCut)} y="50%" className="overflow-visible">
        {placeOnAxis(axis, liftBeforeCut).isBeyond ? (
          <path
            d="M0 0 L-9 -6 L-9 6 Z"
            transform={liftBeforeCut < 1 ? 'scale(-1 1)' : undefined}
            strokeWidth={1.5}
            strokeLinejoin="round"
            className={ink}
          />
        ) : (
          <circle
            r={LEAST_RADIUS + RADIUS_BY_LEADS * Math.sqrt(segment.leads / mostLeads)}
            strokeWidth={1.5}
            className={ink}
          />
        )}
      </svg>
    </svg>
  );
}
