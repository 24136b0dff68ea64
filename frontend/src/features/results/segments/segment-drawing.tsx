import { formatCount, formatLift, formatRatio } from '#frontend/lib/format.ts';
import type { LogAxis } from '#frontend/lib/log-axis.ts';
import { ChartText } from '#frontend/ui/chart-text.tsx';
import { LiftAxis, placeLift, type Plot } from '../charts/lift-axis.tsx';
import { LiftDot } from '../charts/lift-dot.tsx';
import { lookOfLift } from '../charts/lift-look.ts';
import type { ChartSegment } from './chart-segments.ts';
import {
  layOutColumns,
  SEGMENT_HEIGHT,
  type PlacedGroup,
  type SegmentChartColumns,
  type SegmentChartLayout,
} from './segment-chart-layout.ts';

export interface SegmentDrawingProps {
  layout: SegmentChartLayout;
  thresholdPercent: number;
  width: number;
}

/** The chart that is a table: name, interval and dot on the axis, figures. */
export function SegmentDrawing({ layout, thresholdPercent, width }: SegmentDrawingProps) {
  const columns = layOutColumns(width);
  const { axis, top, height, groups, mostLeads } = layout;
  const plot = { ...columns.plot, top, bottom: height };
  const row = { columns, plot, axis, mostLeads };
  return (
    <>
      <LiftAxis axis={axis} plot={plot} thresholdPercent={thresholdPercent} />
      <Titles columns={columns} y={top - 12} />
      {groups.map((group) => (
        <Group key={group.field} group={group} width={width} {...row} />
      ))}
    </>
  );
}

function Titles({ columns, y }: { columns: SegmentChartColumns; y: number }) {
  const title = { y, size: 12, textAnchor: 'end', className: 'fill-muted' } as const;
  return (
    <>
      <ChartText {...title} x={columns.lift} text={columns.interval ? 'Adjusted lift' : 'Lift'} />
      {columns.interval && <ChartText {...title} x={columns.interval} text="95% interval" />}
      {columns.leads && <ChartText {...title} x={columns.leads} text="Leads" />}
    </>
  );
}

interface RowProps {
  columns: SegmentChartColumns;
  plot: Plot;
  axis: LogAxis;
  mostLeads: number;
}

function Group({ group, width, ...row }: RowProps & { group: PlacedGroup; width: number }) {
  const { fieldName, top, segments } = group;
  return (
    <g>
      <line x1={0} x2={width} y1={top + 0.5} y2={top + 0.5} strokeWidth={1} className="stroke-strong" />
      <ChartText
        x={0}
        y={top + 18}
        room={row.plot.left + row.plot.width / 2 - 24}
        size={12}
        text={fieldName}
        className="fill-muted"
      />
      {segments.map((placed) => (
        <Row key={placed.segment.value} {...row} placed={placed} />
      ))}
    </g>
  );
}

const LEAST_RADIUS = 3;
const RADIUS_BY_LEADS = 5.5;

function Row({
  placed,
  columns,
  plot,
  axis,
  mostLeads,
}: RowProps & { placed: ChartSegment & { top: number } }) {
  const { segment, interval, top } = placed;
  const { adjustedLift, isSignificant, leads } = segment;
  const look = lookOfLift(adjustedLift);
  const y = top + SEGMENT_HEIGHT / 2;
  const figure = { y, textAnchor: 'end', className: 'fill-muted' } as const;
  return (
    <g>
      <ChartText
        x={0}
        y={y}
        room={columns.name}
        text={segment.value}
        isStrong={isSignificant}
        className={isSignificant ? 'fill-text' : 'fill-muted'}
      />
      <g opacity={isSignificant ? undefined : 0.6}>
        <line
          x1={placeLift(plot, axis, interval.low).x}
          x2={placeLift(plot, axis, interval.high).x}
          y1={y}
          y2={y}
          strokeWidth={2}
          strokeLinecap="round"
          className={look.stroke}
        />
        <LiftDot
          lift={adjustedLift}
          axis={axis}
          plot={plot}
          y={y}
          radius={LEAST_RADIUS + RADIUS_BY_LEADS * Math.sqrt(leads / mostLeads)}
          look={look}
          isHollow={!isSignificant}
        />
      </g>
      {look.sign && (
        <ChartText
          x={columns.lift - 46}
          y={y}
          size={12}
          textAnchor="end"
          text={look.sign}
          className={look.fill}
        />
      )}
      <ChartText
        {...figure}
        x={columns.lift}
        text={formatLift(adjustedLift)}
        isStrong
        className={look.sign ? look.fill : 'fill-text'}
      />
      {columns.interval && (
        <ChartText
          {...figure}
          x={columns.interval}
          text={`${formatRatio(interval.low)} – ${formatRatio(interval.high)}`}
        />
      )}
      {columns.leads && <ChartText {...figure} x={columns.leads} text={formatCount(leads)} />}
    </g>
  );
}
