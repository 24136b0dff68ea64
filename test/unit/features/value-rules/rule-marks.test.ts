import { expect, test } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/judge/expected-to-hold.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { findCaveats } from '#frontend/features/value-rules/rule-marks.tsx';
import { measurementOfCounts } from '#test/support/analysis-builders.ts';

test.each([
  ['a', 'Its leads are younger', [0.5, 60]],
  ['b', 'Its leads are older', [60, 0.5]],
])('rule %s, which age may explain, says in its row: %s', (value, word, statistics) => {
  const measured = measurementOfCounts([
    {
      name: 'Source',
      values: [
        ['a', 500, 50],
        ['b', 500, 150],
      ],
    },
  ]);
  const { valueRules } = judge(
    widenDiscoveries(measured, {
      conversions: new Float64Array(),
      value: null,
      priors: { conversions: EQUAL_WEIGHTS, value: null },
      sameAge: Float64Array.from(statistics),
    }),
    { conversionValue: 100, thresholdPercent: 10 },
  );
  const options = { isTested: true, thresholdPercent: 10, explanation: null, largeDeals: null };
  const words = valueRules.map((rule) => [
    rule.segment.value,
    findCaveats(rule, options).map(({ word }) => word),
  ]);
  expect(Object.fromEntries(words)).toEqual({ a: [], b: [], [value]: [word] });
});
