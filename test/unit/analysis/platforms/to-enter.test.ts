import { describe, expect, test } from 'vitest';
import type { PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { describeToEnter } from '#frontend/features/platforms/to-enter-words.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { choose, planCells } from './platform-room.ts';

/** Attributes: 0 is the state, 1 the device. */
type Rule = [multiplier: number, ...values: string[]];
const STATES = ['CA', 'TX'];

/** Plans with these rules, as far as the figures to enter are read from them. */
const plansOf = (rules: Partial<Record<keyof PlatformPlans, Rule[]>>) =>
  Object.fromEntries(
    PLATFORM_IDS.map((id) => [
      id,
      {
        rules: (rules[id] ?? []).map(([multiplier, ...values]) => ({
          multiplier,
          conditions: values.map((value) => ({ field: STATES.includes(value) ? 0 : 1, value })),
        })),
      },
    ]),
  ) as unknown as PlatformPlans;

const word = (plans: PlatformPlans, value: string, field = STATES.includes(value) ? 0 : 1) =>
  describeToEnter(findToEnter(plans)({ field, value }));

describe('the figure to enter', () => {
  const plans = plansOf({
    google: [
      [0.67, 'Mobile'],
      [0.9, 'CA', 'Mobile'],
      [1.2, 'CA', 'Desktop'],
    ],
    meta: [
      [0.7, 'Mobile'],
      [1.3, 'TX'],
      [0.8, 'CA', 'Mobile'],
    ],
    microsoft: [[1.3, 'TX']],
  });

  test('is that of the rules with one condition, platform by platform', () => {
    expect(word(plans, 'Mobile')).toBe('0.67x Google · 0.70x Meta');
  });

  test('joins platforms with the same figure', () => {
    expect(word(plans, 'TX')).toBe('1.30x Meta, Microsoft');
  });

  test('is none where the value is only in pairs: their number on the platform with the most', () => {
    expect(word(plans, 'CA')).toBe('in 2 rules');
    expect(word(plans, 'Desktop')).toBe('in 1 rule');
  });

  test('is a dash where no plan enters the value, and a value of another attribute is another value', () => {
    expect(word(plans, 'Tablet')).toBe('–');
    expect(word(plans, 'Mobile', 0)).toBe('–');
  });
});

test('is the figure of the plan, as the platform accepts it', () => {
  const cells: Cell[] = [
    [['CA'], 2000, 100],
    [['TX'], 2000, 1000],
  ];
  const plans = planCells(['State'], cells, choose(['location']));
  const entered = findToEnter(plans)({ field: 0, value: 'CA' });
  expect(entered.figures).toEqual(
    PLATFORM_IDS.map((platform) => ({
      platform,
      multiplier: plans[platform].rules.find(({ conditions }) => conditions[0]?.value === 'CA')?.multiplier,
    })),
  );
  // Google takes no less than half.
  expect(entered.figures[0]).toEqual({ platform: 'google', multiplier: 0.5 });
});
