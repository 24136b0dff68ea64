import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import type { PlanChoices } from '../platforms/candidates.ts';
import { guessCondition } from '../platforms/guess-condition.ts';
import { PLATFORM_IDS, type PlatformId } from '../platforms/platforms.ts';
import { listPlaces } from '../platforms/ways-to-apply.ts';

/** The visitor's choices that decide what a platform takes; a field without a kind has the guessed one. */
export type TakerChoices = Pick<PlanChoices, 'isSpecialOffer'> & {
  kinds: readonly (PlanChoices['kinds'][number] | null)[];
};

/** How many of the differences a platform takes as rules of one condition. */
export interface RuleTaker {
  id: PlatformId;
  takes: number;
}

/**
 * How many of these segments each platform takes as rules (`listPlaces`).
 * Example: 'Device: Mobile' and 'Source: Referral': Google, Meta and Microsoft take one of two.
 */
export function countTakers(
  segments: readonly JudgedSegment[],
  fields: Analysis['fields'],
  { kinds, isSpecialOffer }: TakerChoices,
): RuleTaker[] {
  const kindOf = fields.map(({ name, values }, field) => {
    const isAsked = segments.some((segment) => segment.field === field);
    return isAsked ? (kinds[field] ?? guessCondition(name, values)) : 'none';
  });
  const taking = segments.flatMap(({ field, value }) =>
    listPlaces({ kind: kindOf[field] ?? 'none', value }, isSpecialOffer),
  );
  return PLATFORM_IDS.map((id) => ({ id, takes: taking.filter((other) => other === id).length }));
}
