import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { barKind, type PlanChoices } from '../platforms/candidates.ts';
import { guessCondition } from '../platforms/guess-condition.ts';
import { nameOnPlatform } from '../platforms/platform.ts';
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '../platforms/platforms.ts';

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
 * How many of these segments each platform takes as rules, as its plan does: it has such a condition and a name for the value, and does
 * not bar it for the visitor's offer. Until the visitor has said what the offer is, nothing is barred.
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
  const choices: PlanChoices = {
    kinds: kindOf,
    includesTests: false,
    isSpecialOffer: isSpecialOffer ?? false,
  };
  return PLATFORM_IDS.map((id) => {
    const taken = segments.filter(({ field, value }) => {
      const kind = kindOf[field] ?? 'none';
      return (
        barKind(kind, PLATFORMS[id], choices) === null && nameOnPlatform(PLATFORMS[id], kind, value) !== null
      );
    });
    return { id, takes: taken.length };
  });
}
