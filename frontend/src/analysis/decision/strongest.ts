import type { Side } from '../judge/expected-to-hold.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';

/** The side of the adjusted lift; null where it is exactly 1. */
function sideOf({ adjustedLift }: Pick<JudgedSegment, 'adjustedLift'>): Side | null {
  if (adjustedLift === 1) return null;
  return adjustedLift > 1 ? 'raise' : 'cut';
}

/**
 * How strong a difference is at least: |ln| of the end of its 95% interval that lies nearer to 1, below 0 where the interval holds 1.
 * A few leads have a large lift and a wide interval, so this end, and never the lift, says which difference is named first.
 * Without a side it is -Infinity; so it is for a raise whose interval begins at 0.
 * Example: 1.59 to 2.48 is ln 1.59 = 0.47 strong; 0.3 to 0.8 is -ln 0.8 = 0.22; 0.9 to 4 is ln 0.9 = -0.11.
 */
export function measureStrength(segment: Pick<JudgedSegment, 'adjustedLift' | 'interval'>): number {
  const { low, high } = segment.interval;
  const side = sideOf(segment);
  if (side === null) return -Infinity;
  return side === 'raise' ? Math.log(low) : -Math.log(high);
}

/** The segments, the strongest first; of equal ones that with the most leads, then the first of the list. */
export function sortByStrength(segments: readonly JudgedSegment[]): JudgedSegment[] {
  const strengths = new Map(segments.map((segment) => [segment, measureStrength(segment)]));
  const strengthOf = (segment: JudgedSegment) => strengths.get(segment) ?? -Infinity;
  // Equal infinities have no difference.
  return segments.toSorted((a, b) => {
    const [first, second] = [strengthOf(a), strengthOf(b)];
    return first === second ? b.leads - a.leads : second - first;
  });
}

/** The strongest segment of a side; null without one. */
export function strongestOf(segments: readonly JudgedSegment[], side: Side): JudgedSegment | null {
  return sortByStrength(segments.filter((segment) => sideOf(segment) === side))[0] ?? null;
}
