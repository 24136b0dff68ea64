import { formatTick } from '#frontend/lib/format.ts';
import { CHART_PLACE } from './rule-chart.tsx';
import { placePercent, type RuleScale } from './rule-scale.ts';

/** What the ends and the middle of the axis stand for, over the charts; no part of the column's title. */
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
