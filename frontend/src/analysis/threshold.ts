import { THRESHOLD_TOLERANCE } from './constants.ts';

/**
 * Whether a deviation in lift (0.24 = 24 points) is strictly beyond the threshold. A tolerance of 1e-9 keeps
 * a lift of 1.1 inside 1 ± 10%, whatever its last bit.
 */
export function exceedsThreshold(deviation: number, thresholdPercent: number): boolean {
  return Math.abs(deviation) > thresholdPercent / 100 + THRESHOLD_TOLERANCE;
}
