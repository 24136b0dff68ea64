import { describe, expect, it } from 'vitest';
import { isSettled, settle } from '#frontend/ui/stepper.tsx';

describe('settling a number', () => {
  const cents = { min: 0, step: 0.01 };

  it.each([
    [0.1 + 0.2, 0.3],
    [19.994, 19.99],
    [19.995, 20],
    [-4, 0],
    [1e9 + 0.01, 1e9 + 0.01],
  ])('takes %d to the step of a cent: %d', (value, expected) => {
    expect(settle(value, cents)).toBe(expected);
  });

  it('counts steps from the minimum', () => {
    expect(settle(7, { min: 1, max: 9, step: 3 })).toBe(7);
    expect(settle(8.6, { min: 1, max: 9, step: 3 })).toBe(9);
  });

  it.each(['', ' ', '-', '1e', 'abc', '-1', '0.001'])('does not take %j as it stands', (text) => {
    expect(isSettled(text, cents)).toBe(false);
  });

  it.each(['0', '0.01', '100', '1e3'])('takes %j as it stands', (text) => {
    expect(isSettled(text, cents)).toBe(true);
  });
});
