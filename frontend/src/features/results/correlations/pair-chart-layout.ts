import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import { chooseLogAxis, type LogAxis } from '#frontend/lib/log-axis.ts';

const AXIS_HEIGHT = 32;
export const PAIR_HEIGHT = 44;
const FOOT = 4;

export interface PairChartLayout {
  axis: LogAxis;
  /** Where the rows begin. */
  top: number;
  height: number;
  rows: readonly { test: InteractionTest; top: number }[];
}

/** Where each pair stands, whatever the width. */
export function layOutPairs(tests: readonly InteractionTest[]): PairChartLayout {
  return {
    axis: chooseLogAxis(tests.flatMap(({ predictedLift, actualLift }) => [predictedLift, actualLift])),
    top: AXIS_HEIGHT,
    height: AXIS_HEIGHT + tests.length * PAIR_HEIGHT + FOOT,
    rows: tests.map((test, position) => ({ test, top: AXIS_HEIGHT + position * PAIR_HEIGHT })),
  };
}

/** Columns of the drawing in pixels: right ends of the figures, left end and width of the plot. */
export interface PairChartColumns {
  name: number;
  plot: { left: number; width: number };
  /** Null where there is no room for them. */
  predicted: number | null;
  actual: number | null;
  difference: number;
}

const WIDE = 640;
const FIGURE = 84;
/** Room for half a tick label and half a dot at both ends of the plot. */
const PLOT_MARGIN = 18;

export function layOutPairColumns(width: number): PairChartColumns {
  const isWide = width >= WIDE;
  const name = isWide ? Math.min(320, Math.round(width * 0.3)) : Math.round(width * 0.34);
  const figures = isWide ? 3 * FIGURE : 68;
  return {
    name,
    plot: { left: name + PLOT_MARGIN, width: width - name - figures - 2 * PLOT_MARGIN },
    predicted: isWide ? width - 2 * FIGURE : null,
    actual: isWide ? width - FIGURE : null,
    difference: width,
  };
}
