import type { Alerts } from '#contract/alerts.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { PLATFORM_IDS, PLATFORM_OF, RULE_KINDS, type PlatformId } from '#contract/platforms.ts';
import { segmentKey } from '#contract/top-segments.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';

/** A rule of a plan, as far as it matters here. */
export type RuleToTick = Pick<PlannedRule, 'conditions' | 'multiplier'>;

/** The plans that are shown, and the rules in use of their analysis. */
export interface PlansInUse {
  fields: readonly { name: string }[];
  plans: Readonly<Record<PlatformId, { rules: readonly RuleToTick[] }>>;
  inUse: Pick<NonNullable<Alerts['inUse']>, 'by' | 'toEnter'> | null;
}

/** A rule that is entered on a platform: its one value or its two, as they are stored. */
interface EnteredRule {
  platform: PlatformId;
  values: readonly Named[];
  multiplier: number;
}

interface Named {
  fieldName: string;
  fieldValue: string;
}

const keyOf = ({ fieldName, fieldValue }: Named) => segmentKey(fieldName, fieldValue);

/** The same key for the same values, in any order of two. */
export const ruleKey = ({ platform, values }: Omit<EnteredRule, 'multiplier'>): string =>
  [platform, ...values.map(keyOf).toSorted()].join();

/** A rule of a plan by the names of its values. */
export const namedRule = (
  platform: PlatformId,
  { conditions, multiplier }: RuleToTick,
  fields: PlansInUse['fields'],
): EnteredRule => ({
  platform,
  values: conditions.map(({ field, value }) => ({
    fieldName: fields[field]?.name ?? '',
    fieldValue: value,
  })),
  multiplier,
});

/**
 * The rules that are entered, by `ruleKey`: those that were ticked or marked one by one, and of the plans those of two conditions that
 * came into use with the whole plan.
 */
export function findEntered(shown: PlansInUse): ReadonlyMap<string, EnteredRule> {
  const stored = listStored(shown.inUse?.toEnter ?? []);
  const entered = new Map(stored.map((rule) => [ruleKey(rule), rule]));
  for (const rule of findUnticked(shown)) if (!entered.has(ruleKey(rule))) entered.set(ruleKey(rule), rule);
  return entered;
}

const listStored = (toEnter: readonly StoredToEnter[]): EnteredRule[] =>
  toEnter.flatMap(({ fieldName, fieldValue, figures, pairs = [] }) => {
    const first = { fieldName, fieldValue };
    return [
      ...figures.map((figure) => ({ ...figure, values: [first] })),
      ...pairs.map(({ platform, multiplier, ...second }) => ({
        platform,
        values: [first, second],
        multiplier,
      })),
    ];
  });

/**
 * The rules of two conditions that came into use with their whole plan, of which nothing but their number is stored: they are those of the
 * plans in which both values are in as many of them. The number of a value is that of the platform with the most, so it is compared with
 * that of all plans, too.
 */
function findUnticked({ fields, plans, inUse }: PlansInUse): EnteredRule[] {
  const toEnter = inUse?.toEnter ?? [];
  const numbers = new Map(toEnter.map((one) => [keyOf(one), one.pairRules]));
  const pushed = PLATFORM_OF_USE.get(inUse?.by);
  const isTicked = toEnter.some(({ pairs }) => pairs);
  return PLATFORM_IDS.flatMap((platform) => {
    // A push marks its own plan as a whole. After one to another platform, a plan without a figure was never entered.
    const hasFigure = toEnter.some(({ figures }) => figures.some((one) => one.platform === platform));
    const isMarked = pushed === platform || (!isTicked && (!pushed || hasFigure));
    if (!isMarked) return [];
    const counts = [findToEnter({ [platform]: plans[platform] }), findToEnter(plans)];
    return plans[platform].rules
      .filter(({ conditions }) => conditions.length > 1)
      .flatMap((rule) => {
        const named = namedRule(platform, rule, fields);
        const isWhole = rule.conditions.every((condition, at) => {
          const number = numbers.get(keyOf(named.values[at]!)); // each condition is named
          return counts.some((count) => count(condition).pairRules === number);
        });
        return isWhole ? [named] : [];
      });
  });
}

/** The platform whose plan a push has brought into use; none for rules that came into use otherwise. */
const PLATFORM_OF_USE = new Map<string | undefined, PlatformId>(
  RULE_KINDS.map((kind) => [kind, PLATFORM_OF[kind]]),
);

/**
 * The figures of the rules in use after a tick. On its platform they are those of the rules of the plan that are entered, be it with
 * another figure; on other platforms they stay.
 */
export function listWithTick(
  shown: PlansInUse,
  { platform, values, multiplier }: EnteredRule,
  isTicked: boolean,
): StoredToEnter[] {
  const own = ruleKey({ platform, values });
  const before = findEntered(shown);
  const planned = new Set(
    shown.plans[platform].rules.map((rule) => ruleKey(namedRule(platform, rule, shown.fields))),
  );
  const after = new Map(before);
  for (const [key, rule] of before)
    if (rule.platform === platform && (key === own || !planned.has(key))) after.delete(key);
  if (isTicked) after.set(own, { platform, values, multiplier });
  const byPlatform = [...after.values()].toSorted(
    (a, b) => PLATFORM_IDS.indexOf(a.platform) - PLATFORM_IDS.indexOf(b.platform),
  );
  return packEnteredRules(byPlatform, shown.inUse?.toEnter ?? [], [...before.values()]);
}

/**
 * Rules as they are stored, in the order of the list before. A value may be in more rules of two conditions than are known: that number
 * stays.
 */
function packEnteredRules(
  rules: readonly EnteredRule[],
  earlier: readonly StoredToEnter[],
  known: readonly EnteredRule[],
): StoredToEnter[] {
  const list = new Map<string, StoredToEnter>();
  const entryOf = (value: Named): StoredToEnter => {
    const entry = list.get(keyOf(value)) ?? {
      ...value,
      figures: [],
      pairRules: 0,
      estimate: 'main-effects',
    };
    list.set(keyOf(value), entry);
    return entry;
  };
  for (const { fieldName, fieldValue, pairRules, estimate } of earlier) {
    const value = { fieldName, fieldValue };
    const entry = entryOf(value);
    if (pairRules > countPairs(known, value)) entry.pairRules = pairRules;
    if (!estimate) delete entry.estimate;
  }
  for (const { platform, values, multiplier } of rules) {
    const [first, second] = values;
    if (!first) continue;
    const entry = entryOf(first);
    if (second) {
      (entry.pairs ??= []).push({ platform, ...second, multiplier });
      entryOf(second);
    } else entry.figures.push({ platform, multiplier });
  }
  return [...list.values()]
    .map((entry) => ({ ...entry, pairRules: Math.max(entry.pairRules, countPairs(rules, entry)) }))
    .filter(({ figures, pairRules }) => figures.length > 0 || pairRules > 0);
}

/** In how many rules of two conditions a value is, on the platform with the most. */
function countPairs(rules: readonly EnteredRule[], value: Named): number {
  const pairs = rules.filter(
    ({ values }) => values.length > 1 && values.some((one) => keyOf(one) === keyOf(value)),
  );
  return Math.max(...PLATFORM_IDS.map((platform) => pairs.filter((one) => one.platform === platform).length));
}
