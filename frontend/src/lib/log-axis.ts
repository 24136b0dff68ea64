/** A logarithmic axis with 1 in its middle: 0.5 and 2 are equally far from 1. */
export interface LogAxis {
  /** The right end; the left end is 1 / max. */
  max: number;
  ticks: readonly number[];
}

const AXES: readonly LogAxis[] = [
  { max: 1.25, ticks: [0.8, 0.9, 1, 1.1, 1.25] },
  { max: 1.5, ticks: [0.67, 0.8, 1, 1.25, 1.5] },
  { max: 2, ticks: [0.5, 0.67, 1, 1.5, 2] },
  { max: 3, ticks: [0.33, 0.5, 1, 2, 3] },
  { max: 5, ticks: [0.2, 0.5, 1, 2, 5] },
];
const WIDEST_AXIS: LogAxis = { max: 10, ticks: [0.1, 0.2, 0.5, 1, 2, 5, 10] };

/**
 * The narrowest axis that holds all these ratios, but at most 0.1 to 10, so that one extreme ratio does not flatten
 * the rest.
 */
export function chooseLogAxis(ratios: Iterable<number>): LogAxis {
  let furthest = 0;
  for (const ratio of ratios) furthest = Math.max(furthest, Math.abs(Math.log(ratio)));
  return AXES.find(({ max }) => furthest <= Math.log(max)) ?? WIDEST_AXIS;
}

interface AxisPosition {
  /** 0 at the left end, 0.5 at 1, 1 at the right end. */
  share: number;
  /** Whether the ratio lies beyond the axis, as 0 always does. Its share is then that of the end. */
  isBeyond: boolean;
}

export function positionOnAxis({ max }: LogAxis, ratio: number): AxisPosition {
  const share = 0.5 + Math.log(ratio) / (2 * Math.log(max));
  return { share: Math.min(1, Math.max(0, share)), isBeyond: share < -1e-9 || share > 1 + 1e-9 };
}
