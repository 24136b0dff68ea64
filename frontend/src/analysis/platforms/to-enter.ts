import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import type { PlannedRule } from './platform.ts';

/** The multipliers that the plans of the platforms enter for one value. */
export interface ToEnter {
  /** The figures of rules with this value as their only condition, in the order of the platforms. */
  figures: readonly EnteredOn[];
  /** In how many rules of two conditions the value is: those of the platform with the most. */
  pairRules: number;
}

export interface EnteredOn {
  platform: PlatformId;
  /** As the platform accepts it. */
  multiplier: number;
}

/** A value of an attribute, by the position of the attribute. */
export interface PlannedValue {
  field: number;
  value: string;
}

/** The rules of some platforms. */
type EnteredPlans = Partial<
  Record<PlatformId, { rules: readonly Pick<PlannedRule, 'conditions' | 'multiplier'>[] }>
>;

/**
 * Finds what the plans enter for a value: a figure on each platform with a rule for it alone. A value that no plan enters has no
 * figures and no pairs.
 * Example: Google enters Mobile at 0.67 and CA + Mobile at 0.9, Meta only Mobile at 0.7: Mobile has 0.67 and 0.7 and is in 1
 * pair, CA has no figure and is in 1 pair.
 */
export function findToEnter(plans: EnteredPlans): (value: PlannedValue) => ToEnter {
  const keyOf = ({ field, value }: PlannedValue) => `${field} ${value}`;
  const figures = new Map<string, EnteredOn[]>();
  const pairRules = new Map<string, number>();
  for (const platform of PLATFORM_IDS) {
    const pairs = new Map<string, number>();
    for (const { conditions, multiplier } of plans[platform]?.rules ?? []) {
      const keys = conditions.map(keyOf);
      const [only] = keys;
      if (keys.length === 1 && only !== undefined)
        figures.set(only, [...(figures.get(only) ?? []), { platform, multiplier }]);
      else for (const key of keys) pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
    for (const [key, count] of pairs) pairRules.set(key, Math.max(count, pairRules.get(key) ?? 0));
  }
  return (value) => ({
    figures: figures.get(keyOf(value)) ?? [],
    pairRules: pairRules.get(keyOf(value)) ?? 0,
  });
}

/** The figure to enter for a value of the results; null while the plans are made. */
export type ToEnterOf = (value: PlannedValue) => ToEnter | null;
