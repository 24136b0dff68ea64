import { HIGH_LIFT, LOW_LIFT } from '#frontend/analysis/constants.ts';

/** How a lift is drawn: in colour, and with a sign that says the same. */
export interface LiftLook {
  sign: '▲' | '▼' | '';
  /** For texts and for the inside of dots. */
  fill: string;
  stroke: string;
}

const HIGH: LiftLook = { sign: '▲', fill: 'fill-up', stroke: 'stroke-up' };
const LOW: LiftLook = { sign: '▼', fill: 'fill-down', stroke: 'stroke-down' };
const MIDDLE: LiftLook = { sign: '', fill: 'fill-muted', stroke: 'stroke-muted' };

export function lookOfLift(lift: number): LiftLook {
  if (lift >= HIGH_LIFT) return HIGH;
  return lift <= LOW_LIFT ? LOW : MIDDLE;
}

/** A pair that converts more, or less, than its values predict; without colour where that may be chance. */
export function lookOfDifference(test: { difference: number; isSignificant: boolean }): LiftLook {
  if (!test.isSignificant) return MIDDLE;
  return test.difference > 0 ? HIGH : LOW;
}
