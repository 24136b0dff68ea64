import type { ConversionAction } from '../counts/analysis-context.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { OTHER_LABEL } from '../constants.ts';

/** The name that a platform has for a value; null where it has none. */
type NameValue = (value: string) => string | null;

/** An ad platform: what it accepts as rules, how it combines them, and how they are entered. */
export interface Platform {
  name: string;
  /** The first word of the name, for short notes such as 'limited by Google'. */
  shortName: string;
  /** A rule changes the reported value of a conversion, or only the bid. */
  adjusts: 'value' | 'bid';
  /** The kinds of conditions that it takes, each with its names for values. */
  conditions: Readonly<Partial<Record<Exclude<ConditionKind, 'none'>, NameValue>>>;
  /** The sentence about ages that it does not offer; null if it takes no ages. */
  unknownAge: string | null;
  maxConditions: number;
  /** Null where the platform names no limit. */
  maxRules: number | null;
  leastMultiplier: number;
  /** Null where the platform names no limit. */
  mostMultiplier: number | null;
  /** Figures are multiples of this. */
  step: number;
  /** A multiplier of exactly 1 can be entered. */
  takesOne: boolean;
  /**
   * Which of several matching rules applies. With `most-specific` all rules of an account have the same kind of primary and of secondary
   * condition.
   */
  picks: 'most-specific' | 'first';
  /** The same in words. */
  howItPicks: string;
  /** The conditions that are barred for offers of housing, employment, or financial products and services; null if none is. */
  specialOffers: SpecialOffers | null;
  /** The addresses of the pages on which the limits are written down, by title. */
  sources: Readonly<Record<string, string>>;
  /** The campaigns and conversions that the rules affect, as the platform states it; '' if it does not. */
  reach: string;
  /** The campaigns in which its rules do nothing, to be said before somebody enters them; '' if it names none. */
  noEffect: string;
  /** Facts that we know from other sources only, or could not verify. */
  doubts: readonly string[];
  /** The numbered steps that enter a plan with rules, with the names and figures to type. */
  listSteps(plan: EnteredPlan): PlanStep[];
  /** The rules as a file that it takes; null where it takes none. */
  bulkFile: BulkFile | null;
  /** The paragraphs of the documentation: how its rules combine, and how the plan takes account of it. */
  explanation: readonly string[];
}

interface SpecialOffers {
  barred: readonly ConditionKind[];
  /** The barred conditions as the platform words them. */
  words: string;
  /** Why more is barred here than the platform says. */
  note: string;
}

/** A plan with the figures that its steps state. */
export interface EnteredPlan {
  rules: readonly PlannedRule[];
  /** The leads that the conversion action counts. */
  action: ConversionAction;
  /** The base conversion value to enter. */
  baseValue: number;
  /** Whether it differs from the present one to make up for the rules. */
  isRescaled: boolean;
  /** The day on which the steps are written, as yyyy-mm-dd. */
  day: string;
}

/** One step: the menus of the platform that lead to it, and the action there. */
export interface PlanStep {
  where: string;
  what: string;
}

export interface BulkFile {
  /** Part of the name of the file. */
  fileName: string;
  /** Advice before it is uploaded. */
  note: string;
  listRows(rules: readonly PlannedRule[]): string[][];
}

/**
 * The words of the screens for the connection to a platform and for pushes to it. The rights are those of the scopes, as the services describe
 * them (November 2026). It is apart from `Platform`, which every visitor with results loads.
 */
export interface PushWords {
  /** The permission that the service gives to the site, which can be wider than the use. */
  right: string;
  /** The use that the site makes of it, for a user and for a team. */
  use: string;
  teamUse: string;
  /** The way in which the right ends with the connection. */
  end: string;
  /** Asks for an ad account that no list has: for its id, and for one beside it where the platform knows accounts by two. */
  accountId: { label: string; hint: string };
  managerId: { label: string; hint: string; isRequired: boolean } | null;
  /** Whether it tests a write without making it: the button reads 'Test', and 'Check' for the others. */
  testsWrites: boolean;
  /** The values of conditions that no account adds to. */
  fixedValues?: Readonly<Partial<Record<ConditionKind, readonly { id: string; name: string }[]>>>;
}

/** The month in which the limits of the platforms were looked up. */
export const LIMITS_DATE = '2026-11';

/** The note beside every limit: platforms change limits, and change them account by account. */
export const CHECK_NOTE = 'Check in your account: limits change, and not every account has the same.';

/** Whether a platform takes such an attribute as a condition. */
export function takesCondition({ conditions }: Pick<Platform, 'conditions'>, kind: ConditionKind): boolean {
  return kind !== 'none' && conditions[kind] !== undefined;
}

/**
 * The value as a platform names it; null where the platform has no such value: blank, out of range and merged values, and
 * devices, genders, ages and operating systems that it does not know.
 * Examples: a 'Smartphone' is 'Mobile phones' with Google; 'Smart TV' is null.
 */
export function nameOnPlatform(
  { conditions }: Pick<Platform, 'conditions'>,
  kind: ConditionKind,
  value: string,
): string | null {
  if (kind === 'none' || isRemainder(value)) return null;
  return conditions[kind]?.(value) ?? null;
}

/**
 * The multiplier that a platform accepts and that is nearest to a computed one: rounded to its step, and cut to its least
 * and its most. Where a platform has no figure of 1, the change is one step up from 1 and above, else one step down.
 * Example: 0.31 is 0.5 with Google, limited; 1.376 is 1.38 (+38%) with Meta, and 1.003 is 1.01 (+1%).
 *
 * @param computed a ratio, 1 = no effect; infinity is cut, too
 */
export function enterMultiplier(
  computed: number,
  { leastMultiplier, mostMultiplier, step, takesOne }: Platform,
): EnteredFigure {
  const perOne = Math.round(1 / step);
  if (mostMultiplier !== null && computed > mostMultiplier)
    return { multiplier: mostMultiplier, limitedBy: 'most' };
  if (computed < leastMultiplier) return { multiplier: leastMultiplier, limitedBy: 'least' };
  const steps = Math.round(computed * perOne);
  if (steps === perOne && !takesOne)
    return { multiplier: (perOne + (computed >= 1 ? 1 : -1)) / perOne, limitedBy: null };
  return { multiplier: steps / perOne, limitedBy: null };
}

/** One condition of a rule. */
export interface RuleCondition {
  field: number;
  code: number;
  value: string;
  kind: ConditionKind;
  /** The value as the platform names it. */
  name: string;
}

/** A figure as a platform accepts it. */
export interface EnteredFigure {
  multiplier: number;
  /** The platform's end of the range, where it cut the figure. */
  limitedBy: 'least' | 'most' | null;
}

/** Leads that meet the conditions of one rule, and to which another one applies. */
export interface TakenLeads {
  /** Index of the other rule. */
  rule: number;
  leads: number;
}

/** A rule to enter. */
export interface PlannedRule extends EnteredFigure {
  /** In the order in which they are entered, the primary one first. */
  conditions: readonly RuleCondition[];
  /** The mean value of the leads that the rule applies to, over the mean of all leads. */
  computed: number;
  /** The same of all leads that meet its conditions: its figure if it were the only rule. */
  alone: number;
  /** Leads that the rule applies to. */
  leads: number;
  /** The other leads that meet its conditions, by the rules that apply to them; most leads first. */
  takenBy: readonly TakenLeads[];
}

const REMAINDERS: readonly string[] = [BLANK_LABEL, OUT_OF_RANGE_LABEL, OTHER_LABEL];

/** Whether a value is '(Blank)', '(Out of range)' or 'Other', which no platform has. */
export function isRemainder(value: string): boolean {
  return REMAINDERS.includes(value);
}

/** Platforms look up locations, audiences and placements by the names of the file. */
export const keepName = (value: string): string => value;

const DEVICE_PATTERNS: readonly [Device, RegExp][] = [
  ['tablet', /tablet|ipad/],
  ['mobile', /mobile|phone|handy|smartphone|^cell/],
  ['desktop', /desktop|computer|laptop|notebook|^(pc|mac)$/],
];
type Device = 'mobile' | 'tablet' | 'desktop';

/** The device that a value names; null if it names none. */
export const deviceOf = (value: string): Device | null => matchName(DEVICE_PATTERNS, value);

/** Names the devices that a platform tells apart. */
export function nameDevices(names: Readonly<Partial<Record<Device, string>>>) {
  return (value: string): string | null => {
    const device = deviceOf(value);
    return device && (names[device] ?? null);
  };
}

const GENDER_PATTERNS: readonly [string, RegExp][] = [
  ['Women', /^(f|female|woman|women|frau|weiblich)$/],
  ['Men', /^(m|male|man|men|mann|männlich)$/],
];

export const nameGender = (value: string): string | null => matchName(GENDER_PATTERNS, value);

const SYSTEM_PATTERNS: readonly [string, RegExp][] = [
  ['iOS', /\b(ios|ipados|iphone)\b/],
  ['Android', /\bandroid\b/],
];

export const nameSystem = (value: string): string | null => matchName(SYSTEM_PATTERNS, value);

function matchName<Name>(patterns: readonly [Name, RegExp][], value: string): Name | null {
  const text = value.trim().toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
