import type { Interval } from '#frontend/analysis/stats/intervals.ts';
import { Lift, describeInterval } from '#frontend/features/results/figures.tsx';
import { formatLift } from '#frontend/lib/format.ts';

/** A lift with its 95% interval. */
export interface LiftWithInterval {
  lift: number;
  interval: Interval;
}

/** '1.79x (1.48 – 2.11)' */
export const describeLift = ({ lift, interval }: LiftWithInterval): string =>
  `${formatLift(lift)} (${describeInterval(interval)})`;

/** A lift, and its interval below it. */
export function LiftCell({ lift, interval }: LiftWithInterval) {
  return (
    <>
      <span className="block">
        <Lift lift={lift} />
      </span>
      <span className="block pl-4 text-12 whitespace-nowrap text-muted tabular-nums">
        {describeInterval(interval)}
      </span>
    </>
  );
}
