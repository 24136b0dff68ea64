import { chooseLogAxis, type LogAxis } from '#frontend/lib/log-axis.ts';
import type { ChartGroup, ChartSegment } from './chart-segments.ts';

const AXIS_HEIGHT = 32;
const FIELD_HEIGHT = 32;
export const SEGMENT_HEIGHT = 28;
const FOOT = 4;

export interface PlacedGroup {
  field: number;
  fieldName: string;
  top: number;
  segments: readonly (ChartSegment & { top: number })[];
}

export interface SegmentChartLayout {
  axis: LogAxis;
  /** Where the rows begin. */
  top: number;
  height: number;
  groups: readonly PlacedGroup[];
  mostLeads: number;
}

/** Where each row stands, whatever the width. */
export function layOutSegments(groups: readonly ChartGroup[]): SegmentChartLayout {
  const all = groups.flatMap(({ segments }) => segments);
  let top = AXIS_HEIGHT;
  const placed = groups.map(({ field, fieldName, segments }) => {
    const start = top;
    top += FIELD_HEIGHT + segments.length * SEGMENT_HEIGHT;
    const rows = segments.map((row, position) => ({
      ...row,
      top: start + FIELD_HEIGHT + position * SEGMENT_HEIGHT,
    }));
    return { field, fieldName, top: start, segments: rows };
  });
  return {
    axis: chooseLogAxis(
      all.flatMap(({ segment, interval }) => [segment.adjustedLift, interval.low, interval.high]),
    ),
    top: AXIS_HEIGHT,
    height: top + FOOT,
    groups: placed,
    mostLeads: all.reduce((most, { segment }) => Math.max(most, segment.leads), 1),
  };
}

/** Columns of the drawing in pixels: right ends of the figures, left end and width of the plot. */
export interface SegmentChartColumns {
  name: number;
  plot: { left: number; width: number };
  lift: number;
  /** Null where there is no room for them. */
  interval: number | null;
  leads: number | null;
}

const WIDE = 640;
/** Room for half a tick label and half a dot at both ends of the plot. */
const PLOT_MARGIN = 18;

export function layOutColumns(width: number): SegmentChartColumns {
  const isWide = width >= WIDE;
  const name = isWide ? Math.min(260, Math.round(width * 0.25)) : Math.round(width * 0.32);
  const figures = isWide ? 84 + 116 + 68 : 64;
  return {
    name,
    plot: { left: name + PLOT_MARGIN, width: width - name - figures - 2 * PLOT_MARGIN },
    lift: isWide ? width - 116 - 68 : width,
    interval: isWide ? width - 68 : null,
    leads: isWide ? width : null,
  };
}
