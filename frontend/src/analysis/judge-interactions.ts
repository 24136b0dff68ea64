import { SIGNIFICANT_P_VALUE } from './constants.ts';
import type { InteractionTest, MeasuredPair } from './interactions.ts';
import { exceedsThreshold } from './threshold.ts';

/** Tests, and per segment with a significant one the positions of its partners, ascending. */
export interface JudgedPairs {
  tests: InteractionTest[];
  significantTests: number;
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
  isSegmentSignificant: ArrayLike<boolean | number>,
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
    addPartner(partners, a, b);
    addPartner(partners, b, a);
  }
  for (const positionsOfOne of partners.values()) positionsOfOne.sort((a, b) => a - b);
  return { tests: [...significant, ...others], significantTests: significant.length, partners };
}

function addPartner(partners: Map<number, number[]>, position: number, partner: number): void {
  const known = partners.get(position);
  if (known) known.push(partner);
  else partners.set(position, [partner]);
}
