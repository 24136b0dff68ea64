import { expect, test } from 'vitest';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { chooseMark, findCaveats } from '#frontend/features/value-rules/rule-marks.tsx';
import { measurementOfCounts } from '#test/support/analysis-builders.ts';

const OPTIONS = {
  isTested: true,
  thresholdPercent: 10,
  explanation: null,
  largeDeals: null,
  hasToEnter: true,
};

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
  const words = valueRules.map((rule) => [
    rule.segment.value,
    findCaveats(rule, OPTIONS).map(({ word }) => word),
  ]);
  expect(Object.fromEntries(words)).toEqual({ a: [], b: [], [value]: [word] });
});

test.each([
  [true, 'Within ±10% of average after the cut. To Enter has the figure to type.'],
  [false, 'Within ±10% of average after the cut.'],
])('a rule cut into the band names the column To Enter only where it stands: %s', (hasToEnter, sentence) => {
  const measured = measurementOfCounts([{ name: 'Source', values: [['a', 500, 50], ['b', 500, 150]] }]); // oxfmt-ignore
  const [rule] = judge(measured, { conversionValue: 100, thresholdPercent: 10 }).valueRules;
  const caveats = findCaveats({ ...rule!, isCutIntoBand: true }, { ...OPTIONS, hasToEnter });
  expect(caveats.map((caveat) => caveat.sentence)).toEqual([sentence]);
  const word = hasToEnter ? 'Cut into the band: see To Enter' : 'Cut into the band';
  expect(chooseMark(caveats)).toBe(word);
  // Its row says so whatever else is true of it.
  const explained = findCaveats(
    { ...rule!, isCutIntoBand: true },
    { ...OPTIONS, hasToEnter, explanation: { field: 'Device', balanced: 1.02 } },
  );
  expect(explained[0]?.word).toBe('Much of this comes from Device');
  expect(chooseMark(explained)).toBe(word);
  expect(chooseMark(explained.slice(0, 1))).toBe('Much of this comes from Device');
  expect(chooseMark([])).toBeUndefined();
});
