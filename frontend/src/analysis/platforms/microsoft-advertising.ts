import { keepName, nameDevices, type ConditionKind } from './conditions.ts';
import type { PlannedRule } from './plan.ts';
import type { EnteredPlan, Platform, PlanStep } from './platform.ts';
import { COUNTED, nameRule, typeMultiplier, wordBase, wordConditions } from './rule-words.ts';

export const MICROSOFT_ADVERTISING: Platform = {
  name: 'Microsoft Advertising',
  shortName: 'Microsoft',
  adjusts: 'value',
  conditions: {
    location: keepName,
    device: nameDevices({ mobile: 'Smartphones', tablet: 'Tablets', desktop: 'Computers' }),
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
    'Microsoft applies one rule to a conversion; the plan assumes the most specific. No two rules of this plan are equally specific for a lead.',
  needsSameConditions: false,
  specialOffers: null,
  sources: {
    'Bulk record: conversion value rule':
      'https://learn.microsoft.com/en-us/advertising/bulk-service/conversion-value-rule',
    'Campaign Management: conversion value rule':
      'https://learn.microsoft.com/en-us/advertising/campaign-management-service/conversionvaluerule',
  },
  reach: '',
  doubts: [
    'Which of several matching rules Microsoft applies, we could not verify: the most specific one is assumed.',
    'Its public pages do not name the way to the rules in the menus.',
  ],
  listSteps,
  bulkFile: {
    fileName: 'microsoft_value_rules_check_before_upload',
    note: 'Records of type ConversionValueRule. Microsoft wants ids for places and audiences: replace the names in those columns first.',
    listRows: listRecords,
  },
  explanation: [
    'A rule of Microsoft adds to a value or multiplies it by any figure above 0. It has one condition or two, on location, device or audience. Which of several matching rules applies, we could not verify. The plan and its replay assume that one rule does: the most specific, and of equally specific ones the one with fewer leads.',
    'So the plan is made as for Google, without the limits of 0.5 and 500, and then adds values of other attributes, as long as no lead would meet two rules of one condition. That way it does not depend on how Microsoft breaks ties. The rules can also be uploaded as a file of records ConversionValueRule: check it before, since places and audiences have ids there, which a file of leads does not know.',
  ],
};

const RULES = 'Tools > Conversion tracking > Conversion value rules';

function listSteps({ rules, ...base }: EnteredPlan): PlanStep[] {
  return [
    {
      where: 'Tools > Conversion tracking > Conversion goals',
      what: `Open the goal that counts ${COUNTED[base.action]}. Revenue value: the same value for each conversion. ${wordBase(base)} Save.`,
    },
    ...rules.map((rule, index) => ({
      where: `${RULES} > Create`,
      what: `Rule name: ${nameRule(rule, index)}. ${wordConditions(rule)} Adjustment: Multiply, type ${typeMultiplier(rule)}. Save.`,
    })),
    { where: RULES, what: `Check that the account has these ${rules.length} rules and no others.` },
  ];
}

const TYPE_NAMES: Readonly<Partial<Record<ConditionKind, string>>> = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
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
  DeviceType: (rule) => nameOf(rule, 'device'),
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
