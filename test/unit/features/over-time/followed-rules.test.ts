import { describe, expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { Change } from '#frontend/analysis/over-time/changed.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import { keyOfRule } from '#frontend/features/over-time/count-rules.tsx';
import {
  followRules,
  listCharted,
  describeFollowedChange,
  describeRuleChanges,
  describeChangeTest,
  type FollowedRule,
} from '#frontend/features/over-time/followed-rules.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const [JANUARY, FEBRUARY, MARCH] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) =>
  Date.parse(day),
) as [number, number, number];
const CHANGED: Change = {
  kind: 'changed',
  periods: 6,
  p: 0.002,
  q: 0.004,
  since: FEBRUARY,
  before: 1.62,
  after: 1.05,
};
const STEADY: Change = { ...CHANGED, kind: 'no-change', p: 0.41, q: 0.41 };
const FEW: Change = { kind: 'too-few' };

/** 1,200 of 6,000 leads convert. Ads and Mail are rules. */
const analysis = analyse(
  tallyOfCells(
    ['Source'],
    [
      [['Ads'], 1500, 600],
      [['Mail'], 1500, 150],
      [['Web'], 3000, 450],
    ],
  ),
  { conversionValue: 100, thresholdPercent: 10 },
);
const [first, second] = analysis.valueRules;
if (!first || !second) throw new Error('There are rules');
const part = (leads: number, conversions: number) => ({ leads, conversions, sum: 0, sumOfSquares: 0 });

const overTime = (fields: Partial<OverTime> = {}): OverTime => ({
  unit: 'month',
  units: ['week', 'month'],
  testedUnit: 'month',
  cut: null,
  periods: [
    { start: JANUARY, isRipe: true },
    { start: FEBRUARY, isRipe: true },
    { start: MARCH, isRipe: false },
  ],
  totals: [part(1000, 200), part(0, 0), part(100, 10)],
  parts: [[part(100, 40), part(0, 0), part(29, 2)]],
  changes: [CHANGED],
  undated: 0,
  ...fields,
});

describe('a rule that was counted', () => {
  test('has the figures of each period in which it has leads', () => {
    const [rule, ...others] = followRules(analysis, { overTime: overTime(), keys: [keyOfRule(second)] });
    expect(others).toEqual([]);
    expect(rule).toMatchObject({
      rule: second,
      key: keyOfRule(second),
      name: `Source: ${second.segment.value}`,
      change: CHANGED,
    });
    expect(rule?.periods).toMatchObject([
      {
        rule: second,
        start: JANUARY,
        name: '2026-01',
        isRipe: true,
        hasFew: false,
        baselineRate: 0.2,
        leads: 100,
        lift: 2,
      },
      {
        rule: second,
        start: MARCH,
        name: '2026-03',
        isRipe: false,
        hasFew: true,
        baselineRate: 0.1,
        leads: 29,
      },
    ]);
  });

  test('has few leads under 30 of them or under 5 expected conversions', () => {
    const fewOf = (leads: number, total: ReturnType<typeof part>) => {
      const counts = overTime({ parts: [[part(leads, 1)]], totals: [total] });
      return followRules(analysis, { overTime: counts, keys: [keyOfRule(first)] })[0]?.periods[0]?.hasFew;
    };
    expect(fewOf(30, part(1000, 200))).toBe(false);
    expect(fewOf(29, part(1000, 200))).toBe(true);
    expect(fewOf(30, part(1000, 100))).toBe(true);
  });

  test('is left out where the count knows nothing of it', () => {
    const keysOf = (keys: string[], changes: Change[] = [CHANGED]) =>
      followRules(analysis, { overTime: overTime({ changes, parts: [] }), keys }).map(({ key, periods }) => [
        key,
        periods.length,
      ]);
    expect(keysOf(['[0,"Gone"]'])).toEqual([]);
    expect(keysOf([keyOfRule(first)], [])).toEqual([]);
    expect(keysOf([keyOfRule(first)])).toEqual([[keyOfRule(first), 0]]);
    expect(keysOf([keyOfRule(second), keyOfRule(first)], [CHANGED, STEADY]).map(([key]) => key)).toEqual([
      keyOfRule(first),
      keyOfRule(second),
    ]);
  });
});

const followed = (name: string, change: Change): FollowedRule => ({
  rule: first,
  key: name,
  name,
  change,
  periods: [],
});
const [ads, mail, web, few] = [
  followed('Ads', CHANGED),
  followed('Mail', STEADY),
  followed('Web', STEADY),
  followed('Few', FEW),
] as const;

test('the chart prefers rules that have changed, then those with enough leads, and keeps their order', () => {
  const rules = [few, mail, web, ads];
  expect(listCharted(rules, 4)).toBe(rules);
  expect(listCharted(rules, 3)).toEqual([mail, web, ads]);
  expect(listCharted(rules, 2)).toEqual([mail, ads]);
  expect(listCharted(rules, 1)).toEqual([ads]);
});

test.each<[readonly FollowedRule[], string]>([
  [[], 'Too few leads to tell whether a rule has changed.'],
  [[few], 'Too few leads to tell whether a rule has changed.'],
  [[mail, few], 'The one rule with enough leads has not clearly changed.'],
  [[mail, web, few], 'None of 2 rules with enough leads has clearly changed.'],
  [[ads, mail], 'Ads has changed: 1.62x before 2026-02, 1.05x since.'],
  [[ads, followed('Fair', CHANGED), mail, few], '2 of 3 rules have changed: Ads, Fair.'],
])('what has changed: %#', (rules, words) => {
  expect(describeRuleChanges(rules, overTime())).toBe(words);
});

test('a week is named by its first day', () => {
  expect(describeRuleChanges([ads], overTime({ testedUnit: 'week' }))).toBe(
    'Ads has changed: 1.62x before the week of 2026-02-01, 1.05x since.',
  );
  expect(describeFollowedChange(ads, 'week')).toMatch(
    /^Changed: 1\.62x before the week of 2026-02-01, .*; 6 weeks compared/,
  );
});

test('a change is said with its test', () => {
  expect(describeFollowedChange(few, 'month')).toBe('Too few leads to tell');
  expect(describeFollowedChange(mail, 'month')).toBe('No clear change: 6 months compared, p 0.410');
  expect(describeFollowedChange(ads, 'month')).toBe(
    'Changed: 1.62x before 2026-02, 1.05x since; 6 months compared, p 0.002 (0.4% by chance)',
  );
  expect(describeFollowedChange(ads, 'quarter')).toContain(
    'before 2026 Q1, 1.05x since; 6 quarters compared',
  );
});

describe('how rules are compared', () => {
  test('is said with the leads that are in no period', () => {
    expect(describeChangeTest(overTime())).toEqual(['Tested by month, whatever is shown.']);
    expect(describeChangeTest(overTime({ testedUnit: 'week', undated: 1 }))).toEqual([
      'Tested by week, whatever is shown.',
      '1 lead without a date is in no week.',
    ]);
    expect(describeChangeTest(overTime({ undated: 1200 }))[1]).toBe(
      '1,200 leads without a date are in no month.',
    );
  });

  test('is said with the periods that are too young', () => {
    const said = (days: number, isChosen: boolean) =>
      describeChangeTest(overTime({ cut: { days, isChosen } }))[1];
    expect(said(28, true)).toBe(
      'Grey months have leads younger than 28 days, which count in no other figure; they are not tested.',
    );
    expect(said(1, false)).toBe(
      'Grey months have leads younger than 1 day, many of which may still be open; they are not tested.',
    );
  });
});
