import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import type { PlanChoices } from '../platforms/candidates.ts';
import { guessCondition } from '../platforms/guess-condition.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId, type ConditionKind } from '#contract/platforms.ts';
import { FORM_LOOK_UPS, listPlaces } from '../platforms/ways-to-apply.ts';

/** The visitor's choices that decide what a platform takes; a field without a kind has the guessed one. */
export type TakerChoices = Pick<PlanChoices, 'isSpecialOffer'> & {
  kinds: readonly (PlanChoices['kinds'][number] | null)[];
};

/** How many differences of an attribute a platform takes as rules of one condition. */
export interface RuleTaker {
  id: PlatformId;
  takes: number;
}

/** The platforms that take the differences of one attribute. */
export interface FieldTakers {
  fieldName: string;
  /** The differences. */
  count: number;
  /** In the order of the platforms. */
  takers: readonly RuleTaker[];
  /** Platforms that take a difference or not by the visitor's offer, which is not known yet: they take none until then. */
  unanswered: readonly PlatformId[];
  /** Whether a form may know the attribute. */
  isOnForms: boolean;
}

/**
 * How many of these segments each platform takes as rules (`listPlaces`), by attribute. Attributes without such a segment are left out.
 * Example: 'Device: Mobile' and 'Source: Referral': Google, Meta and Microsoft take one of Device and none of Source.
 */
export function countTakers(
  segments: readonly JudgedSegment[],
  fields: Analysis['fields'],
  { kinds, isSpecialOffer }: TakerChoices,
): FieldTakers[] {
  return fields.flatMap(({ name, values }, field) => {
    const own = segments.filter((segment) => segment.field === field);
    if (own.length === 0) return [];
    const kind = kinds[field] ?? guessCondition(name, values);
    const places = own.flatMap(({ value }) => listPlaces({ kind, value }, isSpecialOffer));
    const unanswered = PLATFORM_IDS.filter(
      (id) => isSpecialOffer === null && places.includes(id) && dependsOnOffer(id, kind),
    );
    const takers = PLATFORM_IDS.map((id) => ({
      id,
      takes: unanswered.includes(id) ? 0 : places.filter((other) => other === id).length,
    }));
    const isOnForms = FORM_LOOK_UPS[kind].isOpen;
    return [{ fieldName: name, count: own.length, takers, unanswered, isOnForms }];
  });
}

function dependsOnOffer(id: PlatformId, kind: ConditionKind): boolean {
  return PLATFORMS[id].specialOffers?.barred.includes(kind) ?? false;
}
