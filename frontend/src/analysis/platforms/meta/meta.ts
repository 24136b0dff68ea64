import { CONDITION_NAMES } from '#contract/platforms.ts';
import { namePlacements } from './meta-placements.ts';
import {
  keepName,
  nameDevices,
  nameGender,
  nameSystem,
  type PlannedRule,
  type RuleCondition,
  type EnteredPlan,
  type Platform,
  type PlanStep,
} from '../platform.ts';
import { nameRule } from '../rule-words.ts';

const LEAST = 0.1;
const MOST = 11;
const MAX_CONDITIONS = 4;
const MAX_RULES = 10;
const NO_EFFECT =
  'Meta’s rules have no effect in lead campaigns whose conversion location is website and calls, nor in sales campaigns with website and shop.';
/** The page on value rules lists 45-55 between 35-44 and 55-64 (2026-09-12). */
const MIDDLE_AGE = 'Meta’s page on value rules lists 45-55, probably for 45-54: 45-54 is what we name.';

export const META: Platform = {
  name: 'Meta',
  shortName: 'Meta',
  adjusts: 'bid',
  conditions: {
    location: keepName,
    // Meta tells desktop from mobile only.
    device: nameDevices({ mobile: 'Mobile', desktop: 'Desktop' }),
    audience: keepName,
    age: nameAges,
    gender: nameGender,
    'operating-system': nameSystem,
    placement: namePlacements,
    'conversion-location': keepName,
  },
  unknownAge:
    'In Meta’s Ads Manager the ages are 18-24, 25-34, 35-44, 45-54, 55-64 and 65+, alone or several together. This is none of them, and a custom range makes a rule set read-only there.',
  maxConditions: MAX_CONDITIONS,
  maxRules: MAX_RULES,
  leastMultiplier: LEAST,
  mostMultiplier: MOST,
  step: 0.01,
  takesOne: false,
  picks: 'first',
  howItPicks:
    'Meta applies the first rule that matches, so the order counts. It changes the bid, not the reported value.',
  specialOffers: {
    barred: ['age', 'gender', 'location', 'audience'],
    words: 'age, gender, postal code or audience',
    // Cities and states stay open to such offers.
    note: 'A location may be a postal code, so locations are left out too.',
  },
  sources: {
    'Marketing API: value rules':
      'https://developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules',
    'Housing, employment or financial products': 'https://www.facebook.com/business/help/2220749868045706',
  },
  reach: '',
  noEffect: NO_EFFECT,
  doubts: [
    MIDDLE_AGE,
    'The way to value rules and audience labels in Ads Manager is second-hand: we have it from others, not from Meta itself.',
  ],
  listSteps,
  bulkFile: null,
  explanation: [
    `A rule of Meta changes the bid, not the reported value: by whole percents, from ${toPercentChange(LEAST)}% to +${toPercentChange(MOST)}%. A set holds up to ${MAX_RULES} rules in an order, and the first that matches applies. Conditions are location, device, audience, age, gender, operating system, placement and conversion location. A rule has up to ${MAX_CONDITIONS} criteria, and an account six sets (Meta, "Value rules", 2026-09-12). A company size such as 11-50 is no age: an attribute is taken for ages only where each of its values is one that Ads Manager offers, 18-24 to 65+, or several of them together. A custom range would make the set read-only in Ads Manager. ${MIDDLE_AGE} An audience is selected by an audience label, which Ads Manager gives to custom audiences. ${NO_EFFECT}`,
    'So the plan is a list in which the order does the work: a pair stands above the rules of its values. It starts empty and takes, step by step, the rule and the place that capture most, until the list is full or nothing gains; then it drops what has become useless. Since value is not reported, there is no base value to rescale: the tab gives the change of the average bid.',
    'Offers of housing, employment, or financial products and services (since January 2025) may not adjust by age, gender, postal code and some audiences. The tab asks whether yours is one. Until you answer, and if it is, age, gender, location and audience are left out; location too, because the tool cannot tell a postal code from a city.',
  ],
};

/** The ages that Ads Manager offers, by their first year; the last one is open. A rule may select several. */
const AGES = [18, 25, 35, 45, 55, 65];
const AGE_RANGE = /^(\d{2})\s?(?:[-–—]\s?(\d{2})|\+)$/;

/**
 * The ages of Ads Manager that make up a value, as they are selected; null where they don't. Its other ranges, such as 18-26,
 * are taken by Meta's API only. A range up to 65 is refused there too.
 * Examples: '18 – 24' is '18-24'; '25-44' is '25-34, 35-44'; '55+' is '55-64, 65+'; '45-65' and '18-26' are null.
 */
function nameAges(value: string): string | null {
  const parts = AGE_RANGE.exec(value.trim());
  if (!parts) return null;
  const from = AGES.indexOf(Number(parts[1]));
  const to = parts[2] === undefined ? AGES.length : AGES.indexOf(Number(parts[2]) + 1);
  if (from === -1 || to <= from) return null;
  const selected = AGES.slice(from, to).map((first, at) => {
    const next = AGES[from + at + 1];
    return next === undefined ? `${first}+` : `${first}-${next - 1}`;
  });
  return selected.join(', ');
}

function listSteps({ rules, day }: EnteredPlan): PlanStep[] {
  const set = `Lead values ${day}`;
  return [
    ...labelAudiences(rules),
    {
      where: 'Ads Manager > All tools > Advertising settings > Value rules',
      what: `Create rule set. Name: ${set}`,
    },
    ...rules.map((rule, index) => ({
      where: `${set} > Add rule`,
      what: `Rule name: ${nameRule(rule, index)}. ${rule.conditions
        .map(describeCriteria)
        .join(' ')} ${typeBid(rule)}`,
    })),
    { where: set, what: 'Check that the rules are in this order: the first one that matches applies. Save.' },
    { where: 'Ads Manager > your ad set > Value rules', what: `Select ${set}. Publish.` },
  ];
}

/** Meta's rules know audiences by labels from a list of its own, which Ads Manager gives to custom audiences. */
function labelAudiences(rules: readonly PlannedRule[]): PlanStep[] {
  const audiences = rules.flatMap(({ conditions }) =>
    conditions.flatMap(({ kind, name }) => (kind === 'audience' ? [name] : [])),
  );
  if (audiences.length === 0) return [];
  return [
    {
      where: 'Ads Manager > Audiences',
      what: `Give each of these custom audiences an audience label of its own: ${[...new Set(audiences)].join('; ')}. A value rule takes labels, not names of audiences. Without a label, leave out the rules of the audience.`,
    },
  ];
}

function describeCriteria({ kind, name }: RuleCondition): string {
  if (kind === 'audience') return `Criteria: Audience label, select the label that you gave ${name}.`;
  return `Criteria: ${CONDITION_NAMES[kind]}, select ${name}.`;
}

/** 'Increase bid by 24%.' */
function typeBid({ multiplier }: PlannedRule): string {
  const percent = toPercentChange(multiplier);
  return `${percent > 0 ? 'Increase' : 'Decrease'} bid by ${Math.abs(percent)}%.`;
}

/** 1.24 is 24, 0.1 is -90. */
function toPercentChange(multiplier: number): number {
  return Math.round((multiplier - 1) * 100);
}
