import { expect, test } from 'vitest';
import * as constants from '#frontend/analysis/constants.ts';

test('every shared number of the analysis is the specified one', () => {
  expect(constants).toMatchObject({
    // Statistics.
    CONFIDENCE_PRIOR_LEADS: 50,
    MIN_TESTED_LEADS: 10,
    SIGNIFICANT_P_VALUE: 0.05,
    MIN_INTERACTION_LEADS: 30,
    INTERACTION_CONFIDENCE_FACTOR: 3,
    MAX_PREDICTED_RATE: 0.999999999,
    OVERLAP_FACTOR: 0.85,

    DEFAULT_QUALIFIED_VALUE: 'Qualified',
    // Limits.
    MAX_EXPORTED_COMBINATIONS: 5000,
    MAX_LISTED_COMBINATIONS: 10_000,
    FIRST_LISTED_COMBINATIONS: 100,

    MIN_NUMERIC_PERCENT: 80,

    MAX_ORDINARY_VALUES: 20,
    MIN_LEADS_PER_VALUE: 2,
    // Ranges.
    RANGE_GAP: 0.01,
    RANGE_GAP_TOLERANCE: 1e-9,

    // Proposals.
    MIN_PROPOSED_AMOUNTS: 10,
    MIN_PROPOSED_SHARE: 0.5,
    MIN_BASIS_DEALS: 30,

    // Colours.
    HIGH_LIFT: 1.2,
    LOW_LIFT: 0.8,
    HIGH_CONFIDENCE: 0.7,
    LOW_CONFIDENCE: 0.5,
  });
});
