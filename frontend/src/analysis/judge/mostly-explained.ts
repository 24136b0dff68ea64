import type { FittedTally } from '../balanced/estimate-combinations.ts';
import { codesByName } from '../counts/tally.ts';
import type { Analysis } from './analyse.ts';
import type { JudgedSegment } from './judge-segments.ts';
import { exceedsThreshold } from './settings.ts';

/** The attribute that explains most of a difference, and the multiplier that is left beside all other attributes. */
export interface Explanation {
  field: string;
  /** The balanced multiplier of the segment. */
  balanced: number;
}

/**
 * The attribute that mostly explains a segment labelled Use: its balanced multiplier lies within 1 ± threshold or on the other side
 * of 1 than its lift, so that beside the other attributes little of the difference is left. Of several attributes it is the one whose
 * balanced multipliers, averaged over the leads of the segment, lie furthest from 1 on the side of the lift. Null for all other
 * segments, with one attribute, and until the combinations are counted.
 * Example: Mobile leads have a lift of 0.7 and a balanced multiplier of 0.98; three of four come from a source of 0.6, the others
 * from one of 1.1, on average 0.725: mostly explained by the source.
 */
export function findExplanation(
  segment: JudgedSegment,
  { estimates, fields, settings }: Pick<Analysis, 'estimates' | 'fields' | 'settings'>,
): Explanation | null {
  const { label, field, value, adjustedLift } = segment;
  if (label !== 'Use' || !estimates || fields.length < 2) return null;
  const balanced = estimates.multiplierOf(field, value);
  const isBeyond =
    adjustedLift > 1 === balanced > 1 && exceedsThreshold(balanced - 1, settings.thresholdPercent);
  if (isBeyond) return null;
  const means = meanMultipliers(estimates.tally, field, value);
  const others = fields.flatMap(({ name }, other) => {
    const mean = means[other]!; // one per field
    return other === field ? [] : [{ name, distance: adjustedLift > 1 ? mean : -mean }];
  });
  const most = others.reduce((a, b) => (b.distance > a.distance ? b : a));
  return { field: most.name, balanced };
}

/** For each field, the mean balanced multiplier of its values over the leads that have a value of another field; 1 without leads. */
function meanMultipliers(tally: FittedTally, field: number, value: string): Float64Array {
  const { codes, leads, balanced } = tally;
  const code = codesByName(tally.fields)[field]?.get(value);
  const sums = new Float64Array(codes.length);
  let total = 0;
  for (let at = 0; at < leads.length; at++) {
    // The `!` here: every combination has leads and a code per field, every code a multiplier.
    if (codes[field]![at] !== code) continue;
    total += leads[at]!;
    for (let other = 0; other < sums.length; other++)
      sums[other]! += leads[at]! * balanced.multipliers[other]![codes[other]![at]!]!;
  }
  return sums.map((sum) => (total > 0 ? sum / total : 1));
}
