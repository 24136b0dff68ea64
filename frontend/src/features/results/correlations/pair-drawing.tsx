import type { FieldValue, InteractionTest } from '#frontend/analysis/interactions.ts';
import { nameFieldValue } from '#frontend/exports/table.ts';
import { formatLift, formatPoints } from '#frontend/lib/format.ts';
import type { LogAxis } from '#frontend/lib/log-axis.ts';
import { cutText, measureText } from '#frontend/lib/text-width.ts';
import { ChartText } from '#frontend/ui/chart-text.tsx';
import { LiftAxis, placeLift, type Plot } from '../charts/lift-axis.tsx';
import { LiftDot } from '../charts/lift-dot.tsx';
import { lookOfDifference } from '../charts/lift-look.ts';
import {
  layOutPairColumns,
  PAIR_HEIGHT,
  type PairChartColumns,
  type PairChartLayout,
} from './pair-chart-layout.ts';

/** Predicted and actual lift of each pair, joined by a line. */
export function PairDrawing({ layout, width }: { layout: PairChartLayout; width: number }) {
  const { axis, top, height, rows } = layout;
  const columns = layOutPairColumns(width);
  const plot = { ...columns.plot, top, bottom: height };
  const title = { y: top - 12, size: 12, textAnchor: 'end', className: 'fill-muted' } as const;
  return (
    <>
      <LiftAxis axis={axis} plot={plot} />
      {columns.predicted && <ChartText {...title} x={columns.predicted} text="Predicted" />}
      {columns.actual && <ChartText {...title} x={columns.actual} text="Actual" />}
      <ChartText {...title} x={columns.difference} text="Difference" />
      {rows.map((row) => (
        <g key={row.test.attributes.map(nameFieldValue).join('\n')}>
          <line
            x1={0}
            x2={width}
            y1={row.top + 0.5}
            y2={row.top + 0.5}
            strokeWidth={1}
            className="stroke-hairline"
          />
          <PairName test={row.test} top={row.top} room={columns.name} />
          <Dumbbell test={row.test} plot={plot} axis={axis} y={row.top + PAIR_HEIGHT / 2} />
          <PairFigures test={row.test} columns={columns} y={row.top + PAIR_HEIGHT / 2} />
        </g>
      ))}
    </>
  );
}

const ROOM_FOR_FIELD = 160;
const VALUE_SHARE = 0.75;

function PairName({ test, top, room }: { test: InteractionTest; top: number; room: number }) {
  return test.attributes.map((side, position) => (
    <ChartText
      key={side.field}
      x={0}
      y={top + PAIR_HEIGHT / 2 + (position === 0 ? -9 : 9)}
      room={room}
      isStrong={test.isSignificant}
      text={fitName(side, room, test.isSignificant)}
      className={test.isSignificant ? 'fill-text' : 'fill-muted'}
    />
  ));
}

/** Where room is short the value is what tells: the field gives way first; the whole name is a touch away. */
function fitName({ field, value }: FieldValue, room: number, isStrong: boolean): string {
  if (room < ROOM_FOR_FIELD) return value;
  const font = { size: 13, weight: isStrong ? 500 : 400 };
  const end = cutText(`: ${value}`, VALUE_SHARE * room, font);
  return `${cutText(field, room - measureText(end, font.size, font.weight), font)}${end}`;
}

const RADIUS = 5;

function Dumbbell({ test, ...place }: { test: InteractionTest; plot: Plot; axis: LogAxis; y: number }) {
  const { predictedLift, actualLift, isSignificant } = test;
  const { plot, axis, y } = place;
  const look = lookOfDifference(test);
  return (
    <g opacity={isSignificant ? undefined : 0.6}>
      <line
        x1={placeLift(plot, axis, predictedLift).x}
        x2={placeLift(plot, axis, actualLift).x}
        y1={y}
        y2={y}
        strokeWidth={2}
        className={look.stroke}
      />
      <LiftDot {...place} lift={predictedLift} radius={RADIUS} look={look} isHollow />
      <LiftDot {...place} lift={actualLift} radius={RADIUS} look={look} />
    </g>
  );
}

function PairFigures({ test, columns, y }: { test: InteractionTest; columns: PairChartColumns; y: number }) {
  const { sign, fill } = lookOfDifference(test);
  const figure = { y, textAnchor: 'end', className: 'fill-muted' } as const;
  return (
    <>
      {columns.predicted && (
        <ChartText {...figure} x={columns.predicted} text={formatLift(test.predictedLift)} />
      )}
      {columns.actual && <ChartText {...figure} x={columns.actual} text={formatLift(test.actualLift)} />}
      <ChartText
        {...figure}
        x={columns.difference}
        text={[sign, formatPoints(test.difference)].join(' ').trim()}
        isStrong={test.isSignificant}
        className={fill}
      />
    </>
  );
}
