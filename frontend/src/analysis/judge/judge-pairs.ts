import { MAX_FALSE_DISCOVERY_RATE, SIGNIFICANT_P_VALUE } from '../constants.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { labelPair } from './label-segment.ts';
import type { InteractionTest, MeasuredPair } from '../measure/interactions.ts';
import { exceedsThreshold } from './settings.ts';

/** The tests, and for each segment in a significant one the positions of its partners, ascending. */
interface JudgedPairs {
  tests: InteractionTest[];
  significantTests: number;
  partners: ReadonlyMap<number, readonly number[]>;
}

/**
 * The tests of all pairs of significant segments. A test is significant when p < 0.05 and |difference| is above the
 * threshold; q is Benjamini-Hochberg over the p-values of these tests. Significant tests come first; each part keeps the order of the pairs (largest difference first).
 * Real needs in addition that the conversions of the pair differ from what the balanced multipliers predict for its leads, with q below 0.05
 * over these tests (methods L.2); else it is Possible, explained by how the attributes go together.
 *
 * @param isSegmentSignificant per position in the list of segments
 * @param pValuesBeyond per pair the p-value of that test (`testBeyondBalanced`); null where it cannot be known
 */
export function judgePairs(
  pairs: readonly MeasuredPair[],
  isSegmentSignificant: ArrayLike<boolean | number>,
  thresholdPercent: number,
  pValuesBeyond: Float64Array | null = null,
): JudgedPairs {
  const isTested = ({ positions: [a, b] }: MeasuredPair) =>
    isSegmentSignificant[a] && isSegmentSignificant[b];
  const tested = pairs.filter(isTested);
  const qOf = (pValues: Float64Array) => benjaminiHochberg(pValues, new Uint32Array(tested.length).fill(1));
  const qValues = qOf(Float64Array.from(tested, ({ figures }) => figures.pValue));
  // The `!` here: a pair per p-value.
  const qBeyond = pValuesBeyond && qOf(pValuesBeyond.filter((_, at) => isTested(pairs[at]!)));
  const significant: InteractionTest[] = [];
  const others: InteractionTest[] = [];
  const partners = new Map<number, number[]>();
  for (const [at, { positions, figures, ownerJudgement }] of tested.entries()) {
    const q = ownerJudgement?.q ?? qValues[at]!; // one per tested pair
    const isSignificant =
      figures.pValue < SIGNIFICANT_P_VALUE && exceedsThreshold(figures.difference / 100, thresholdPercent);
    const own = labelPair({ isSignificant, q, interval: figures.interval }, thresholdPercent);
    const isExplained = own === 'Real' && (qBeyond?.[at] ?? 0) >= MAX_FALSE_DISCOVERY_RATE;
    const label = ownerJudgement?.label ?? (isExplained ? 'Possible' : own);
    (isSignificant ? significant : others).push({
      ...figures,
      isSignificant,
      q,
      label,
      ...(isExplained && !ownerJudgement && { isExplained }),
    });
    if (!isSignificant) continue;
    const [a, b] = positions;
    addPartner(partners, a, b);
    addPartner(partners, b, a);
  }
  for (const positionsOfOne of partners.values()) positionsOfOne.sort((a, b) => a - b);
  return { tests: [...significant, ...others], significantTests: significant.length, partners };
}

function addPartner(partners: Map<number, number[]>, position: number, partner: number): void {
  const others = partners.get(position);
  if (others) others.push(partner);
  else partners.set(position, [partner]);
}
