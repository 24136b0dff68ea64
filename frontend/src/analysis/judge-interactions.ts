import { SIGNIFICANT_P_VALUE } from './constants.ts';
import type { InteractionTest, MeasuredPair } from './interactions.ts';
import { exceedsThreshold } from './threshold.ts';

/** Tests, and per segment with a significant one the positions of its partners, ascending. */
export interface JudgedPairs {
  tests: InteractionTest[];
  partners: ReadonlyMap<number, readonly number[]>;
}

/**
 * The tests of all pairs of significant segments. A test is significant when p < 0.05 and |difference| is
 * above the threshold. Significant ones first, both parts in the order of the pairs (largest difference first).
 *
 * @param isSegmentSignificant per position in the list of segments
 */
export function judgePairs(
  pairs: readonly MeasuredPair[],
  isSegmentSignificant: readonly boolean[],
  thresholdPercent: number,
): JudgedPairs {
  const significant: InteractionTest[] = [];
  const others: InteractionTest[] = [];
  const partners = new Map<number, number[]>();
  for (const { positions, figures } of pairs) {
    const [a, b] = positions;
    if (!isSegmentSignificant[a] || !isSegmentSignificant[b]) continue;
    const isSignificant =
      figures.pValue < SIGNIFICANT_P_VALUE && exceedsThreshold(figures.difference / 100, thresholdPercent);
    (isSignificant ? significant : others).push({ ...figures, isSignificant });
    if (!isSignificant) continue;
    partners.set(a, [...(partners.get(a) ?? []), b]);
    partners.set(b, [...(partners.get(b) ?? []), a]);
  }
  for (const positionsOfOne of partners.values()) positionsOfOne.sort((a, b) => a - b);
  return { tests: [...significant, ...others], partners };
}
