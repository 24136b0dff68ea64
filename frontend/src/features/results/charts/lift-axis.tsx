import { formatTick } from '#frontend/lib/format.ts';
import { placeOnAxis, type LogAxis } from '#frontend/lib/log-axis.ts';
import { ChartText } from '#frontend/ui/chart-text.tsx';

/** Where lifts are drawn, in pixels. */
export interface Plot {
  left: number;
  width: number;
  top: number;
  bottom: number;
}

export function placeLift(plot: Plot, axis: LogAxis, lift: number): { x: number; isBeyond: boolean } {
  const { share, isBeyond } = placeOnAxis(axis, lift);
  return { x: plot.left + share * plot.width, isBeyond };
}

export interface LiftAxisProps {
  axis: LogAxis;
  plot: Plot;
  /** The band 1 ± threshold is washed: what lies in it makes no rule. */
  thresholdPercent?: number;
}

/** Ticks above, lines down the plot, the line of 1 stronger. */
export function LiftAxis({ axis, plot, thresholdPercent = 0 }: LiftAxisProps) {
  const { top, bottom } = plot;
  const xOf = (lift: number) => placeLift(plot, axis, lift).x;
  const labelled = labelledTicks(axis, plot.width);
  const [from, to] = [xOf(1 - thresholdPercent / 100), xOf(1 + thresholdPercent / 100)];
  return (
    <g>
      {to > from && <rect x={from} y={top} width={to - from} height={bottom - top} className="fill-sunken" />}
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={xOf(tick)}
            x2={xOf(tick)}
            y1={top}
            y2={bottom}
            strokeWidth={1}
            className={tick === 1 ? 'stroke-control' : 'stroke-hairline'}
          />
          {labelled.has(tick) && (
            <ChartText
              x={xOf(tick)}
              y={top - 12}
              textAnchor="middle"
              size={12}
              text={formatTick(tick)}
              className={tick === 1 ? 'fill-text' : 'fill-faint'}
            />
          )}
        </g>
      ))}
    </g>
  );
}

/** Room that a label needs from the middle of the one before. */
const LABEL_ROOM = 34;

/** The ticks that have room for their label: 1 first, then the ends, then those between. */
function labelledTicks(axis: LogAxis, width: number): Set<number> {
  const placeOf = (tick: number) => placeOnAxis(axis, tick).share * width;
  const [inner, ends] = [axis.ticks.slice(1, -1), [axis.ticks[0] ?? 1, axis.ticks.at(-1) ?? 1]];
  const labelled: number[] = [];
  for (const tick of [1, ...ends, ...inner]) {
    const isFree = labelled.every((other) => Math.abs(placeOf(other) - placeOf(tick)) >= LABEL_ROOM);
    if (isFree) labelled.push(tick);
  }
  return new Set(labelled);
}
