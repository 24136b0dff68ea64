import { GOOGLE_RULES } from '#contract/limits.ts';
import {
  keepName,
  nameDevices,
  type PlannedRule,
  type EnteredPlan,
  type Platform,
  type PlanStep,
} from '../platform.ts';
import { COUNTED, typeMultiplier, describeBase, describeConditions } from '../rule-words.ts';

const { least: LEAST, most: MOST, max: MAX_RULES, conditions: MAX_CONDITIONS } = GOOGLE_RULES;
const REACH =
  'Rules touch all biddable conversion actions of the account, in Search, Shopping, Display and Performance Max campaigns. They work with Target ROAS and Maximize conversion value. If a manager account tracks your conversions, enter the rules there.';

export const GOOGLE_ADS: Platform = {
  name: 'Google Ads',
  shortName: 'Google',
  adjusts: 'value',
  conditions: {
    location: keepName,
    device: nameDevices({ mobile: 'Mobile phones', tablet: 'Tablets', desktop: 'Computers' }),
    audience: keepName,
  },
  unknownAge: null,
  maxConditions: MAX_CONDITIONS,
  maxRules: MAX_RULES,
  leastMultiplier: LEAST,
  mostMultiplier: MOST,
  step: 0.01,
  takesOne: true,
  picks: 'most-specific',
  howItPicks:
    'Google applies one rule to a conversion, normally the most specific, and does not multiply rules. The rules of a campaign override those of the account.',
  specialOffers: null,
  sources: {
    'About conversion value rules': 'https://support.google.com/google-ads/answer/10518330',
    'Set up conversion value rules': 'https://support.google.com/google-ads/answer/10520348',
    'Google Ads API: conversion value rules':
      'https://developers.google.com/google-ads/api/docs/conversions/conversion-value-rules',
    'Conversion value rules: frequently asked questions':
      'https://support.google.com/google-ads/answer/16031752',
  },
  reach: REACH,
  noEffect: '',
  doubts: ['Which of two equally specific rules Google applies, we could not verify.'],
  listSteps,
  bulkFile: null,
  explanation: [
    `Google applies at most one value rule to a conversion: normally the most specific of those that match. Which of two equally specific rules applies, we could not verify. A rule multiplies by ${LEAST} to ${MOST}. It has one condition or two, on location, device or audience, and all rules of an account have the same kind of primary condition and of secondary condition; there may be ${MAX_RULES}. A campaign with rules of its own ignores those of the account. ${REACH}`,
    'So the plan tries each attribute as the primary condition, alone and with every other one as the secondary condition, and keeps what captures most. A lead then meets at most one rule of one condition and one pair, and the pair applies: no two rules are tied. A multiplier beyond the range is cut, and the tab says so: 0.31 becomes 0.50. Values of the other attributes are listed with the reason why they are left out. A location matches people who are in it, not those who only show interest in it.',
  ],
};

const RULES = 'Goals > Conversions > Value rules';

/** Leads are known by where they are, not by the places that they look for. */
const describeMatch = ({ conditions }: PlannedRule): string =>
  conditions.some(({ kind }) => kind === 'location')
    ? ' Match people who are in the location, without those who only show interest in it.'
    : '';

function listSteps({ rules, ...base }: EnteredPlan): PlanStep[] {
  return [
    {
      where: 'Goals > Conversions > Summary',
      what: `Open the conversion action that counts ${COUNTED[base.action]}, then Edit settings > Value > Use the same value for each conversion. ${describeBase(base)} Save.`,
    },
    ...rules.map((rule) => ({
      where: `${RULES} > Create conversion value rule`,
      what: `${describeConditions(rule)}${describeMatch(rule)} Value adjustment: Multiply, type ${typeMultiplier(rule)}. Save.`,
    })),
    {
      where: RULES,
      what: `Check that the account has these ${rules.length} rules and no others. Remove the rules of single campaigns: they would override these.`,
    },
  ];
}
