import { describe, expect, it } from 'vitest';
import { listValueSteps } from '#frontend/features/calculator/lead-value.tsx';

const factor = (field: string, value: string, lift: number) => ({
  field,
  value,
  lift,
  liftBeforeCut: lift,
  isCut: false,
});

describe('the steps from the baseline value to the lead value', () => {
  it('each begin where the last one ended', () => {
    const steps = listValueSteps(20, {
      value: 21,
      scale: null,
      totalLift: 1.05,
      breakdown: [factor('Source', 'Referral', 1.5), factor('Device', 'Mobile', 0.7)],
      predictedRate: 0.21,
    });
    expect(steps.map(({ name }) => name)).toEqual([
      'Baseline lead value',
      'Source: Referral',
      'Device: Mobile',
      'Lead value',
    ]);
    expect(steps.map(({ factor }) => factor?.lift ?? null)).toEqual([null, 1.5, 0.7, null]);
    expect(steps.map(({ from }) => from)).toEqual([0, 20, 30, 0]);
    // 20 x 1.5 = 30, 30 x 0.7 = 21.
    steps.forEach(({ to }, i) => expect(to).toBeCloseTo([20, 30, 21, 21][i] ?? NaN, 9));
  });

  it('begin with the constant of balanced multipliers', () => {
    const steps = listValueSteps(20, {
      value: 27,
      scale: 0.9,
      totalLift: 1.5,
      breakdown: [factor('Source', 'Referral', 1.5)],
      predictedRate: 0.27,
    });
    expect(steps.map(({ name, to }) => [name, to])).toEqual([
      ['Base × 0.9', 18],
      ['Source: Referral', 27],
      ['Lead value', 27],
    ]);
  });
});
