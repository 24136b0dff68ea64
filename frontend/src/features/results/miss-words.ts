import { formatConfidence } from '#frontend/lib/format.ts';

/** Smaller shares are rounded to 0%. */
const LEAST_SHOWN = 0.005;

/** By how much predictions were off, as a share of all that happened: '9%'. */
export function describeMiss(share: number): string {
  return share < LEAST_SHOWN ? 'less than 1%' : formatConfidence(share);
}
