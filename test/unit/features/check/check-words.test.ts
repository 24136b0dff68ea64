import { describe, expect, test } from 'vitest';
import { chooseTicks } from '#frontend/features/check/calibration-chart.tsx';
import { describeChanceLimit, describeVerdict } from '#frontend/features/check/check-columns.tsx';
import { finishedCheck, methodCheck } from '#test/support/finished-check.ts';

describe('the verdict', () => {
  test('says by how much values per lead and rules were off, beside chance', () =>
    expect(describeVerdict(finishedCheck())).toBe(
      'On unseen leads, values per lead were 5% off (chance alone: 4%); the suggested rules, multiplied, 20%.',
    ));

  test.each([
    [0.05, 'Chance alone gives 4% on average and up to 6% in 95 of 100 cases, so it can explain the 5%.'],
    [0.06, 'Chance alone gives 4% on average and up to 6% in 95 of 100 cases, so it can explain the 6%.'],
    [0.04, null], // no more than chance gives on average
    [0.0601, null], // more than chance gives
  ])('%f off where chance alone is 4% off, and at most 6%: %s', (calibrationError, words) => {
    const { methods } = finishedCheck();
    const best = methodCheck({ calibrationError });
    expect(describeChanceLimit(finishedCheck({ methods: { ...methods, best } }))).toBe(words);
  });

  test('names no figure that rounds to nothing', () => {
    const { methods } = finishedCheck();
    const best = methodCheck({ calibrationError: 0.0049, chanceError: 0.005 });
    expect(describeVerdict(finishedCheck({ methods: { ...methods, best } }))).toContain(
      'were less than 1% off (chance alone: 1%);',
    );
  });
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
