import { formatTick } from '#frontend/lib/format.ts';
import { ChartText } from '#frontend/ui/chart-marks.tsx';

interface LiftTicksProps {
  left: number;
  right: number;
  ticks: readonly number[];
  yOf(lift: number): number;
}

/** Lines across the row of a rule at these lifts, each with its lift at the left; the line at 1x is stronger. */
export function LiftTicks({ left, right, ticks, yOf }: LiftTicksProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={right}
        y1={yOf(tick)}
        y2={yOf(tick)}
        strokeWidth={1}
        className={tick === 1 ? 'stroke-control' : 'stroke-hairline'}
      />
      <ChartText
        x={left - 6}
        y={yOf(tick)}
        size={12}
        textAnchor="end"
        text={formatTick(tick)}
        className="fill-faint"
      />
    </g>
  ));
}
