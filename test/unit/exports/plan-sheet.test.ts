import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { nameOnPlatform, type PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { writeUpload } from '#frontend/csv/write.ts';
import {
  exportBulk,
  exportSteps,
  listSteps,
  type PlanSheet,
  writeSteps,
} from '#frontend/exports/plan-sheet.ts';
import { nameRule } from '#frontend/analysis/platforms/rule-words.ts';
import { planLeads, plannedLeads } from '../analysis/platforms/platform-room.ts';

const DATE = new Date(2026, 10, 22);

const CALIFORNIA = { field: 0, code: 0, value: 'CA', kind: 'location', name: 'CA' } as const;
const MOBILE = { field: 1, code: 0, value: 'mobile', kind: 'device', name: 'Mobile' } as const;
const rule = (multiplier: number, ...conditions: PlannedRule['conditions']): PlannedRule => ({
  conditions,
  multiplier,
  computed: multiplier,
  limitedBy: null,
  alone: multiplier,
  leads: 10,
  takenBy: [],
});

const planOf = (...rules: PlannedRule[]): PlatformPlan => ({
  rules,
  leftOut: [],
  leftOutCount: 0,
  leadsWithoutRule: 0,
  tiedLeads: 0,
  meanMultiplier: 1.25,
  share: 0.5,
  shareRescaled: 0.6,
});

const sheet = (platform: PlanSheet['platform'], ...rules: PlannedRule[]): PlanSheet => ({
  platform,
  plan: planOf(...rules),
  fileName: 'leads.csv',
  action: 'every-lead',
  baseValue: 80,
  isRescaled: true,
  date: DATE,
});

function microsoftBulk(made: PlanSheet) {
  const { bulkFile } = PLATFORMS.microsoft;
  if (!bulkFile) throw new Error('Microsoft has a file of its own');
  return exportBulk(bulkFile, made);
}

test('the steps for Google name the place, the conditions and the figure of each rule', () => {
  expect(
    listSteps(
      sheet('google', rule(1.2, CALIFORNIA, { ...MOBILE, name: 'Mobile phones' }), rule(0.5, CALIFORNIA)),
    ),
  ).toEqual([
    {
      where: 'Goals > Conversions > Summary',
      what: 'Open the conversion action that counts every lead, then Edit settings > Value > Use the same value for each conversion. Type 80.00: with it the total stays as it is without rules. Save.',
    },
    {
      where: 'Goals > Conversions > Value rules > Create conversion value rule',
      what: 'Primary condition: Location, select CA. Secondary condition: Device, select Mobile phones. Match people who are in the location, without those who only show interest in it. Value adjustment: Multiply, type 1.20. Save.',
    },
    {
      where: 'Goals > Conversions > Value rules > Create conversion value rule',
      what: 'Primary condition: Location, select CA. Match people who are in the location, without those who only show interest in it. Value adjustment: Multiply, type 0.50. Save.',
    },
    {
      where: 'Goals > Conversions > Value rules',
      what: 'Check that the account has these 2 rules and no others. Remove the rules of single campaigns: they would override these.',
    },
  ]);
});

test('the steps as a text have a numbered line each, and end with the limits', () => {
  const lines = writeSteps(sheet('google', rule(1.2, CALIFORNIA))).split('\n');
  expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual([
    '1. Goals',
    '2. Goals',
    '3. Goals',
    expect.stringMatching(/^\w/),
  ]);
  expect(lines.at(-1)).toContain(' Limits of Google Ads as of ');
});

test('the steps for Meta raise and lower bids by whole percents, in order, and name no base value', () => {
  const steps = writeSteps(sheet('meta', rule(1.15, CALIFORNIA), rule(0.1, MOBILE)));
  expect(steps).toContain(
    '2. Lead values 2026-11-22 > Add rule: Rule name: Lead value 1: CA. Criteria: Location, select CA. Increase bid by 15%.',
  );
  expect(steps).toContain('Decrease bid by 90%.');
  expect(steps).not.toContain('80.00');
  expect(steps).toContain('Limits of Meta as of 2026-11: https://');
});

test('the base value is that of what the conversion action counts, in the steps of Google and Microsoft', () => {
  const firstStep = (platform: 'google' | 'microsoft', action: PlanSheet['action']) =>
    listSteps({ ...sheet(platform, rule(1.2, CALIFORNIA)), action, baseValue: 13.05, isRescaled: false })[0]
      ?.what;
  expect(firstStep('google', 'every-lead')).toBe(
    'Open the conversion action that counts every lead, then Edit settings > Value > Use the same value for each conversion. Type 13.05, what an average lead is worth. Save.',
  );
  expect(firstStep('google', 'converted-leads')).toMatch(
    /counts only customers.*Type 13\.05, what a converted lead is worth\./,
  );
  expect(firstStep('microsoft', 'converted-leads')).toBe(
    'Open the goal that counts only customers. Revenue: Each conversion action has the same value. Type 13.05, what a converted lead is worth. Save.',
  );
});

// The names on Microsoft's help page on conversion value rules, 18 June 2026.
test('the steps for Microsoft name the menus, the conditions and the figure of each rule', () => {
  expect(listSteps(sheet('microsoft', rule(1.2, CALIFORNIA, MOBILE), rule(0.31, CALIFORNIA)))).toEqual([
    {
      where: 'Conversions > Conversion goals',
      what: 'Open the goal that counts every lead. Revenue: Each conversion action has the same value. Type 80.00: with it the total stays as it is without rules. Save.',
    },
    {
      where: 'Conversions > Conversion goals > Conversion value rules > Create conversion value rule',
      what: 'Name: Lead value 1: CA + Mobile. Primary condition: Location, select CA. Secondary condition: Device, select Mobile. Adjust values for people in your targeted locations. Value adjustment: Multiply, type 1.20. Save.',
    },
    {
      where: 'Conversions > Conversion goals > Conversion value rules > Create conversion value rule',
      what: 'Name: Lead value 2: CA. Primary condition: Location, select CA. Adjust values for people in your targeted locations. Value adjustment: Multiply, type 0.31. Save.',
    },
    {
      where: 'Conversions > Conversion goals > Conversion value rules',
      what: 'Check that the account has these 2 rules and no others.',
    },
  ]);
  expect(listSteps(sheet('microsoft', rule(1.2, MOBILE)))[1]?.what).not.toContain('targeted locations');
});

test('the sheet for Microsoft says what its rules touch, and where that is written', () => {
  const steps = writeSteps(sheet('microsoft', rule(1.2, CALIFORNIA)));
  expect(steps).toContain('Rules apply to all conversion goals of the account');
  expect(steps).toContain('msa-help/hlp_BA_CONC_UET_ConversionValueRules.md');
  expect(steps).not.toContain('could not verify');
});

test('a small raise for Meta is a raise, and a small cut a cut', () => {
  const steps = writeSteps(sheet('meta', rule(1.05, CALIFORNIA), rule(0.95, MOBILE)));
  expect(steps).toContain('select CA. Increase bid by 5%.');
  expect(steps).toContain('select Mobile. Decrease bid by 5%.');
});

test('an audience for Meta is entered by its label, which comes first', () => {
  const buyers = { field: 0, code: 0, value: 'Buyers', kind: 'audience', name: 'Buyers' } as const;
  const visitors = { ...buyers, code: 1, value: 'Visitors', name: 'Visitors' };
  const steps = listSteps(
    sheet('meta', rule(1.2, buyers), rule(0.8, visitors, MOBILE), rule(0.9, buyers, MOBILE)),
  );
  expect(steps[0]).toEqual({
    where: 'Ads Manager > Audiences',
    what: 'Give each of these custom audiences an audience label of its own: Buyers; Visitors. A value rule takes labels, not names of audiences. Without a label, leave out the rules of the audience.',
  });
  expect(steps[2]?.what).toContain('Criteria: Audience label, select the label that you gave Buyers.');
  expect(steps.every(({ what }) => !what.includes('select Buyers.'))).toBe(true);
  expect(listSteps(sheet('meta', rule(1.2, CALIFORNIA)))[0]?.what).toMatch(/^Create rule set/);
});

test('the sheet for Google says what its rules touch, and what could not be verified', () => {
  const steps = writeSteps(sheet('google', rule(1.2, CALIFORNIA)));
  for (const part of [
    'all biddable conversion actions of the account',
    'Search, Shopping, Display and Performance Max',
    'Target ROAS and Maximize conversion value',
    'If a manager account tracks your conversions, enter the rules there.',
    'Which of two equally specific rules Google applies, we could not verify.',
  ])
    expect(steps).toContain(part);
  expect(steps).not.toContain('does not publish');
  expect(writeSteps(sheet('meta', rule(1.2, CALIFORNIA)))).toMatch(/The way to value rules [^.]*second-hand/);
});

test('a plan without rules has no steps', () => {
  for (const platform of PLATFORM_IDS) expect(listSteps(sheet(platform))).toEqual([]);
});

test('the file for Microsoft has a record per rule, and cells as they are', () => {
  const dashed = { ...CALIFORNIA, value: '-1, North', name: '-1, North' };
  const { fileName, rows } = microsoftBulk(
    sheet('microsoft', rule(1.2, dashed, MOBILE), rule(0.31, CALIFORNIA)),
  );
  expect(fileName).toBe('microsoft_value_rules_check_before_upload_2026-11-22.csv');
  expect(writeUpload(rows)).toBe(
    [
      'Type,Id,Name,Status,ConversionValueRuleValue,ConversionValueRuleOperator,CurrencyCode,PrimaryConditionType,IncludedLocations,ExcludedLocations,IncludedLocationIntent,ExcludedLocationIntent,DeviceType,Audiences,LCID',
      'Format Version,,6.0,,,,,,,,,,,,',
      'ConversionValueRule,,"Lead value 1: -1, North + Mobile",Active,1.20,Multiply,,Location,"-1, North",,PeopleIn,,Smartphones,,',
      'ConversionValueRule,,Lead value 2: CA,Active,0.31,Multiply,,Location,CA,,PeopleIn,,,,',
      '',
    ].join('\r\n'),
  );
});

test('all records for Microsoft have one type of primary condition, whatever the leads', () => {
  fc.assert(
    fc.property(plannedLeads, ({ fields, leads, choices }) => {
      const { plans } = planLeads(fields, leads, choices);
      const [headings = [], , ...records] = microsoftBulk({
        ...sheet('microsoft'),
        plan: plans.microsoft,
      }).rows;
      const at = headings.indexOf('PrimaryConditionType');
      expect(new Set(records.map((record) => record[at])).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: 60 },
  );
});

test('every device of a record has a type', () => {
  for (const value of ['Phone', 'iPad', 'Laptop']) {
    const name = nameOnPlatform(PLATFORMS.microsoft, 'device', value) ?? '';
    const { rows } = microsoftBulk(sheet('microsoft', rule(1.2, { ...MOBILE, value, name })));
    expect(['Smartphones', 'Tablets', 'Computers']).toContain(rows[2]?.[12]);
  }
});

test('a name of any length fits', () => {
  const long = { ...CALIFORNIA, name: '😀'.repeat(150) };
  expect([...nameRule(rule(2, long), 0)]).toHaveLength(100);
  expect(nameRule(rule(2, long), 0).isWellFormed()).toBe(true);
});

test('every figure that is exported lies within the limits of its platform, whatever the leads', () => {
  fc.assert(
    fc.property(
      plannedLeads,
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      ({ fields, leads, choices }, baseValue) => {
        const { plans } = planLeads(fields, leads, choices);
        for (const platform of PLATFORM_IDS) {
          const { leastMultiplier, mostMultiplier, maxRules } = PLATFORMS[platform];
          const made: PlanSheet = { ...sheet(platform), plan: plans[platform], baseValue };
          const text = exportSteps(made).rows.flat().join('\n');
          const typed = [...text.matchAll(/Multiply, type (\S+)\. Save/g)].map(([, figure]) =>
            Number(figure),
          );
          const bids = [...text.matchAll(/(Increase|Decrease) bid by (\S+)%\./g)].map(
            ([, sign, percent]) => (sign === 'Increase' ? 1 : -1) * Number(percent),
          );
          const records =
            platform === 'microsoft'
              ? microsoftBulk(made)
                  .rows.slice(2)
                  .map((row) => Number(row[4]))
              : [];
          expect(platform === 'meta' ? bids.length : typed.length).toBe(plans[platform].rules.length);
          expect(typed.length).toBeLessThanOrEqual(maxRules ?? Infinity);
          expect(bids.length).toBeLessThanOrEqual(10);
          for (const figure of [...typed, ...records]) {
            expect(figure).toBeGreaterThanOrEqual(leastMultiplier);
            expect(figure).toBeLessThanOrEqual(mostMultiplier ?? Infinity);
          }
          for (const bid of bids) {
            expect(Number.isInteger(bid) && bid !== 0).toBe(true);
            expect(bid).toBeGreaterThanOrEqual(-90);
            expect(bid).toBeLessThanOrEqual(1000);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
