import type { ConditionKind } from '#contract/platforms.ts';
import {
  keepName,
  nameDevices,
  type PlannedRule,
  type EnteredPlan,
  type Platform,
  type PlanStep,
} from '../platform.ts';
import { COUNTED, nameRule, typeMultiplier, describeBase, describeConditions } from '../rule-words.ts';

const REACH =
  'Rules apply to all conversion goals of the account, and only to conversions that occur after the rule is created. Not every account has them yet.';

export const MICROSOFT_ADVERTISING: Platform = {
  name: 'Microsoft Advertising',
  shortName: 'Microsoft',
  adjusts: 'value',
  conditions: {
    location: keepName,
    device: nameDevices({ mobile: 'Mobile', tablet: 'Tablet', desktop: 'Desktop' }),
    audience: keepName,
  },
  unknownAge: null,
  maxConditions: 2,
  maxRules: null,
  // Above 0. Rounded to two decimals, as with Google.
  leastMultiplier: 0.01,
  mostMultiplier: null,
  step: 0.01,
  takesOne: true,
  picks: 'most-specific',
  howItPicks:
    'Of rules that overlap Microsoft applies the narrower one: here two conditions before one. No two rules of this plan are equally narrow for a lead.',
  specialOffers: null,
  sources: {
    // As of 18 June 2026: the types of conditions, the narrower rule, the reach and the way in the menus.
    'Help: conversion value rules':
      'https://github.com/MicrosoftDocs/Advertising/blob/main/advertising/msa-help/hlp_BA_CONC_UET_ConversionValueRules.md',
    'Bulk record: conversion value rule':
      'https://learn.microsoft.com/en-us/advertising/bulk-service/conversion-value-rule',
    'Campaign Management: conversion value rule':
      'https://learn.microsoft.com/en-us/advertising/campaign-management-service/conversionvaluerule',
  },
  reach: REACH,
  noEffect: '',
  doubts: [
    'That two conditions are narrower than one is our reading: the example of Microsoft is Texas before USA.',
  ],
  listSteps,
  bulkFile: {
    fileName: 'microsoft_value_rules_check_before_upload',
    note: 'Records of type ConversionValueRule. Microsoft wants ids for places and audiences: replace the names in those columns first.',
    listRows: listRecords,
  },
  explanation: [
    `A rule of Microsoft adds to a value or multiplies it by any figure above 0. It has one condition or two, on location, device or audience. All rules of an account have the same type of primary condition and the same type of secondary condition. Where two rules overlap, the narrower one applies: Texas before USA. We read this as two conditions before one. ${REACH}`,
    'So the plan is made as for Google, without the limits of 0.5 and 500: one attribute is the primary condition, alone and with another one as the secondary condition. A lead then meets at most one rule of one condition and one pair, and the pair applies. Values of the other attributes are listed with the reason why they are left out. The rules can also be uploaded as a file of records ConversionValueRule: check it before, since places and audiences have ids there, which a file of leads does not know.',
  ],
};

const GOALS = 'Conversions > Conversion goals';
const RULES = `${GOALS} > Conversion value rules`;

function listSteps({ rules, ...base }: EnteredPlan): PlanStep[] {
  return [
    {
      where: GOALS,
      what: `Open the goal that counts ${COUNTED[base.action]}. Revenue: Each conversion action has the same value. ${describeBase(base)} Save.`,
    },
    ...rules.map((rule, index) => ({
      where: `${RULES} > Create conversion value rule`,
      what: `Name: ${nameRule(rule, index)}. ${describeConditions(rule)}${describeIntent(rule)} Value adjustment: Multiply, type ${typeMultiplier(rule)}. Save.`,
    })),
    { where: RULES, what: `Check that the account has these ${rules.length} rules and no others.` },
  ];
}

/** Leads are known by where they are, not by the places that they look for. */
function describeIntent(rule: PlannedRule): string {
  return nameOf(rule, 'location') ? ' Adjust values for people in your targeted locations.' : '';
}

const TYPE_NAMES: Readonly<Partial<Record<ConditionKind, string>>> = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
};

/** The devices of the menus as records name them. */
const DEVICE_TYPES: Readonly<Record<string, string>> = {
  Mobile: 'Smartphones',
  Tablet: 'Tablets',
  Desktop: 'Computers',
};

/** The columns of the record ConversionValueRule: https://learn.microsoft.com/en-us/advertising/bulk-service/conversion-value-rule. */
const COLUMNS: Readonly<Record<string, (rule: PlannedRule, index: number) => string | undefined>> = {
  Type: () => 'ConversionValueRule',
  Id: () => '',
  Name: nameRule,
  Status: () => 'Active',
  ConversionValueRuleValue: typeMultiplier,
  ConversionValueRuleOperator: () => 'Multiply',
  CurrencyCode: () => '',
  PrimaryConditionType: ({ conditions }) => TYPE_NAMES[conditions[0]?.kind ?? 'none'],
  IncludedLocations: (rule) => nameOf(rule, 'location'),
  ExcludedLocations: () => '',
  IncludedLocationIntent: (rule) => nameOf(rule, 'location') && 'PeopleIn',
  ExcludedLocationIntent: () => '',
  DeviceType: (rule) => DEVICE_TYPES[nameOf(rule, 'device') ?? ''],
  Audiences: (rule) => nameOf(rule, 'audience'),
  LCID: () => '',
};

function nameOf({ conditions }: PlannedRule, wanted: ConditionKind): string | undefined {
  return conditions.find(({ kind }) => kind === wanted)?.name;
}

const FORMAT_VERSION: Readonly<Record<string, string>> = { Type: 'Format Version', Name: '6.0' };

/**
 * The rules for Microsoft's bulk upload. Microsoft knows places and audiences by ids, which no file of leads has: their names
 * stand in those columns, so the file is to be checked before it is uploaded.
 */
function listRecords(rules: readonly PlannedRule[]): string[][] {
  const headings = Object.keys(COLUMNS);
  return [
    headings,
    headings.map((heading) => FORMAT_VERSION[heading] ?? ''),
    ...rules.map((rule, index) => Object.values(COLUMNS).map((write) => write(rule, index) ?? '')),
  ];
}
