import type { ConversionAction } from '#frontend/analysis/base-value.ts';
import { CONDITION_NAMES, type ConditionKind } from '#frontend/analysis/platforms/conditions.ts';
import { CHECK_NOTE, LIMITS, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/limits.ts';
import type { RuleCondition } from '#frontend/analysis/platforms/candidates.ts';
import type { PlannedRule, PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { type ExportFile, stampDate, type Cell } from './table.ts';

/** A plan with everything that its sheet states. */
export interface PlanSheet {
  platform: Platform;
  plan: PlatformPlan;
  fileName: string;
  /** What the conversion action counts. */
  action: ConversionAction;
  /** The base conversion value to enter. */
  baseValue: number;
  /** Whether that is another one than now, because it makes up for the rules. */
  isRescaled: boolean;
  date: Date;
}

/** One step: the place in the menus of the platform, and what to do there. */
export interface PlanStep {
  where: string;
  what: string;
}

/**
 * A name for a rule that says its conditions: 'Lead value 2: CA + Smartphones'. Names of data may be long, so it is cut to
 * what platforms take.
 */
export function nameRule({ conditions }: PlannedRule, index: number): string {
  const name = `Lead value ${index + 1}: ${conditions.map((condition) => condition.name).join(' + ')}`;
  return [...name].slice(0, MAX_NAME_CHARACTERS).join('');
}

const MAX_NAME_CHARACTERS = 100;

/** A multiplier as it is typed: two decimals, with a point. */
function typeMultiplier({ multiplier }: PlannedRule): string {
  return multiplier.toFixed(2);
}

/** The numbered steps that enter a plan, with the names and figures to type. */
export function listSteps(sheet: PlanSheet): PlanStep[] {
  const { platform, plan } = sheet;
  if (plan.rules.length === 0) return [];
  switch (platform) {
    case 'google':
      return googleSteps(sheet);
    case 'meta':
      return metaSteps(sheet);
    case 'microsoft':
      return microsoftSteps(sheet);
  }
}

const GOOGLE_RULES = 'Goals > Conversions > Value rules';

function googleSteps({ plan, ...base }: PlanSheet): PlanStep[] {
  return [
    {
      where: 'Goals > Conversions > Summary',
      what: `Open the conversion action that counts ${COUNTED[base.action]}, then Edit settings > Value > Use the same value for each conversion. ${wordBase(base)} Save.`,
    },
    ...plan.rules.map((rule) => ({
      where: `${GOOGLE_RULES} > Create conversion value rule`,
      what: `${wordConditions(rule)} Value adjustment: Multiply, type ${typeMultiplier(rule)}. Save.`,
    })),
    {
      where: GOOGLE_RULES,
      what: `Check that the account has these ${plan.rules.length} rules and no others. Remove the rules of single campaigns: they would override these.`,
    },
  ];
}

const META_RULES = 'Ads Manager > All tools > Advertising settings > Value rules';

function metaSteps({ plan, date }: PlanSheet): PlanStep[] {
  const set = `Lead values ${stampDate(date)}`;
  return [
    ...labelAudiences(plan),
    { where: META_RULES, what: `Create rule set. Name: ${set}` },
    ...plan.rules.map((rule, index) => ({
      where: `${set} > Add rule`,
      what: `Rule name: ${nameRule(rule, index)}. ${rule.conditions
        .map(wordCriteria)
        .join(' ')} ${typeBid(rule)}`,
    })),
    { where: set, what: 'Check that the rules are in this order: the first one that matches applies. Save.' },
    { where: 'Ads Manager > your ad set > Value rules', what: `Select ${set}. Publish.` },
  ];
}

/** Meta's rules know audiences by labels from a list of its own, which Ads Manager gives to custom audiences. */
function labelAudiences({ rules }: PlatformPlan): PlanStep[] {
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

function wordCriteria({ kind, name }: RuleCondition): string {
  if (kind === 'audience') return `Criteria: Audience label, select the label that you gave ${name}.`;
  return `Criteria: ${CONDITION_NAMES[kind]}, select ${name}.`;
}

/** 'Increase bid by 24%.' */
function typeBid({ multiplier }: PlannedRule): string {
  const percent = Math.round((multiplier - 1) * 100);
  return `${percent > 0 ? 'Increase' : 'Decrease'} bid by ${Math.abs(percent)}%.`;
}

const MICROSOFT_RULES = 'Tools > Conversion tracking > Conversion value rules';

function microsoftSteps({ plan, ...base }: PlanSheet): PlanStep[] {
  return [
    {
      where: 'Tools > Conversion tracking > Conversion goals',
      what: `Open the goal that counts ${COUNTED[base.action]}. Revenue value: the same value for each conversion. ${wordBase(base)} Save.`,
    },
    ...plan.rules.map((rule, index) => ({
      where: `${MICROSOFT_RULES} > Create`,
      what: `Rule name: ${nameRule(rule, index)}. ${wordConditions(rule)} Adjustment: Multiply, type ${typeMultiplier(rule)}. Save.`,
    })),
    {
      where: MICROSOFT_RULES,
      what: `Check that the account has these ${plan.rules.length} rules and no others.`,
    },
  ];
}

/** 'Primary condition: Location, select CA. Secondary condition: Device, select Smartphones.' */
function wordConditions({ conditions }: PlannedRule): string {
  const sentences = conditions.map(
    ({ kind, name }, index) =>
      `${index === 0 ? 'Primary' : 'Secondary'} condition: ${CONDITION_NAMES[kind]}, select ${name}.`,
  );
  return sentences.join(' ');
}

const COUNTED: Readonly<Record<ConversionAction, string>> = {
  'every-lead': 'every lead',
  'converted-leads': 'only converted leads',
};

const WORTH: Readonly<Record<ConversionAction, string>> = {
  'every-lead': 'what an average lead is worth',
  'converted-leads': 'what a converted lead is worth',
};

function wordBase({ action, baseValue, isRescaled }: Pick<PlanSheet, 'action' | 'baseValue' | 'isRescaled'>) {
  const typed = baseValue.toFixed(2);
  return isRescaled
    ? `Type ${typed}: with it the total stays as it is without rules.`
    : `Type ${typed}, ${WORTH[action]}.`;
}

/** The steps as text: '1. Goals > Conversions: ...', with the note on limits at the end. */
export function writeSteps(sheet: PlanSheet): string {
  const steps = listSteps(sheet).map(({ where, what }, index) => `${index + 1}. ${where}: ${what}`);
  return [...steps, noteLimits(sheet.platform)].join('\n');
}

/** Where and when the limits were looked up, and what the platform itself does not say. */
export function noteLimits(platform: Platform): string {
  const { name, sources, reach, doubts } = LIMITS[platform];
  const addresses = sources.map(({ address }) => address).join(' ');
  return `${[reach, CHECK_NOTE, ...doubts].filter(Boolean).join(' ')} Limits of ${name} as of ${LIMITS_DATE}: ${addresses}`;
}

/** 'Download Steps': the steps with a number each. */
export function exportSteps(sheet: PlanSheet): ExportFile {
  const steps = listSteps(sheet).map(({ where, what }, index): Cell[] => [index + 1, where, what]);
  return {
    fileName: `${sheet.platform}_value_rules_${stampDate(sheet.date)}.csv`,
    rows: [['Step', 'Where', 'What to Do'], ...steps, [], [noteLimits(sheet.platform)]],
  };
}

/** The columns of the record ConversionValueRule: https://learn.microsoft.com/en-us/advertising/bulk-service/conversion-value-rule. */
const HEADERS = [
  'Type',
  'Id',
  'Name',
  'Status',
  'ConversionValueRuleValue',
  'ConversionValueRuleOperator',
  'CurrencyCode',
  'PrimaryConditionType',
  'IncludedLocations',
  'ExcludedLocations',
  'IncludedLocationIntent',
  'ExcludedLocationIntent',
  'DeviceType',
  'Audiences',
  'LCID',
] as const;

const FORMAT_VERSION = '6.0';

/**
 * The rules for Microsoft's bulk upload. Microsoft knows places and audiences by ids, which no file of leads has: their names
 * stand in those columns, so the file is to be checked before it is uploaded.
 */
export function exportMicrosoftBulk({ plan, date }: Pick<PlanSheet, 'plan' | 'date'>): ExportFile {
  return {
    fileName: `microsoft_value_rules_check_before_upload_${stampDate(date)}.csv`,
    rows: [
      [...HEADERS],
      toRow({ Type: 'Format Version', Name: FORMAT_VERSION }),
      ...plan.rules.map((rule, index) => toRow(toRecord(rule, index))),
    ],
  };
}

type BulkRecord = Partial<Record<(typeof HEADERS)[number], string>>;

function toRow(record: BulkRecord): string[] {
  return HEADERS.map((header) => record[header] ?? '');
}

const TYPE_NAMES: Readonly<Partial<Record<ConditionKind, string>>> = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
};

function toRecord(rule: PlannedRule, index: number): BulkRecord {
  const nameOf = (wanted: ConditionKind) => rule.conditions.find(({ kind }) => kind === wanted)?.name;
  const location = nameOf('location');
  return {
    Type: 'ConversionValueRule',
    Name: nameRule(rule, index),
    Status: 'Active',
    ConversionValueRuleValue: typeMultiplier(rule),
    ConversionValueRuleOperator: 'Multiply',
    PrimaryConditionType: TYPE_NAMES[rule.conditions[0]?.kind ?? 'none'],
    IncludedLocations: location,
    IncludedLocationIntent: location === undefined ? undefined : 'PeopleIn',
    DeviceType: nameOf('device'),
    Audiences: nameOf('audience'),
  };
}
