import type { MethodCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { FinishedCheck } from '#frontend/features/check/check-columns.tsx';

/** A method whose tenths each predict `predicted` and saw `actual` conversions of 10 leads. */
export function methodCheck(part: Partial<MethodCheck> = {}): MethodCheck {
  return {
    predicted: 43,
    bias: -0.14,
    band: { low: -0.2, high: -0.08 },
    isChance: false,
    calibrationError: 0.2,
    chanceError: 0.04,
    chanceLimit: 0.06,
    tenths: Array.from({ length: 10 }, (_, at) => ({ leads: 10, predicted: at * 0.9, actual: at })),
    ...part,
  };
}

/** A check of 100 unseen leads with 50 conversions: the rules predict 14% too few, Balanced 1% too many. */
export function finishedCheck(part: Partial<FinishedCheck> = {}): FinishedCheck {
  return {
    kind: 'checked',
    basis: 'conversions',
    part: 'random',
    families: null,
    chosenAnew: [],
    seed: 2026,
    repeats: 20,
    learningShare: 0.7,
    leads: 100,
    actual: 50,
    methods: {
      rules: methodCheck(),
      product: methodCheck({ bias: -0.1 }),
      balanced: methodCheck({
        predicted: 50.6,
        bias: 0.012,
        band: { low: -0.1, high: 0.12 },
        isChance: true,
      }),
      best: methodCheck({ bias: 0, calibrationError: 0.05 }),
    },
    ...part,
  };
}
