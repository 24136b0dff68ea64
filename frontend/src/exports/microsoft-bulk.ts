import type { ConditionKind } from '#frontend/analysis/platforms/conditions.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/plan.ts';
import { stampDate, type ExportFile } from './file-name.ts';
import { nameRule, typeMultiplier, type PlanSheet } from './plan-sheet.ts';

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
