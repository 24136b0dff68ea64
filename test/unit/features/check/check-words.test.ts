import { describe, expect, test } from 'vitest';
import { chooseTicks } from '#frontend/features/check/calibration-chart.tsx';
import { wordOutcomes, wordVerdict } from '#frontend/features/check/check-columns.tsx';
import { finishedCheck, methodCheck, ruleCheck } from '#test/support/finished-check.ts';

describe('the verdict', () => {
  const verdict = (rules: number, balanced: number, isChance = false) => {
    const { methods } = finishedCheck();
    return wordVerdict(
      finishedCheck({
        methods: {
          ...methods,
          rules: methodCheck({ bias: rules, isChance }),
          balanced: methodCheck({ bias: balanced }),
        },
      }),
    );
  };

  test('says by how much both were off, and on which side the rules were', () => {
    expect(verdict(-0.14, 0.012)).toBe(
      'With these rules, predicted value was 14% below what happened; Balanced was 1% off.',
    );
    expect(verdict(0.21, -0.03)).toBe(
      'With these rules, predicted value was 21% above what happened; Balanced was 3% off.',
    );
  });

  test('says what chance alone can do', () => {
    expect(verdict(-0.03, 0.01, true)).toBe(
      'With these rules, predicted value was 3% below what happened, which chance alone can do; Balanced was 1% off.',
    );
  });

  test('names no side of a difference that rounds to nothing', () => {
    expect(verdict(-0.0049, 0.0049, true)).toBe(
      'With these rules, predicted value was less than 1% off, which chance alone can do; Balanced was less than 1% off.',
    );
    expect(verdict(0.005, 0.005)).toBe(
      'With these rules, predicted value was 1% above what happened; Balanced was 1% off.',
    );
  });
});

test('the outcomes are counted, those with too few leads only where there are any', () => {
  const held = ruleCheck();
  const few = ruleCheck({ outcome: 'too-few' });
  expect(wordOutcomes([held])).toBe('1 of 1 rule held, 0 faded.');
  expect(wordOutcomes([held, few, few])).toBe('1 of 3 rules held, 0 faded, 2 have too few leads to tell.');
});

test.each([
  [0.53, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]],
  [0.7, [0, 0.2, 0.4, 0.6, 0.8]],
  [0.041, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
  [0, [0, 0.01]],
])('the axis of the chart reaches beyond %f', (highest, ticks) => {
  const chosen = chooseTicks(highest);
  expect(chosen).toHaveLength(ticks.length);
  chosen.forEach((tick, at) => expect(tick).toBeCloseTo(ticks[at] ?? NaN, 12));
});
