import { expect, test } from 'vitest';
import type { SegmentLabel } from '#frontend/analysis/measure/measurement.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { groupRules, headUnclear, describeNoSupported } from '#frontend/features/value-rules/group-rules.ts';

const rule = (value: string, label: SegmentLabel, isCutIntoBand = false) =>
  ({ segment: { value, label }, isCutIntoBand, isSignificant: label !== 'Unclear' }) as unknown as ValueRule; // only what is read
const valuesOf = (rules: readonly ValueRule[]) => rules.map(({ segment }) => segment.value);
const group = (...rules: ValueRule[]) => groupRules(rules);

test('rules come first that are solid, then those to test; those that the cut brought near the average stand apart', () => {
  const { outside, inside, unclear } = group(
    rule('a', 'Test'),
    rule('b', 'Use'),
    rule('c', 'Unclear'),
    rule('d', 'Test', true),
    rule('e', 'Use', true),
    rule('f', 'Use'),
    rule('g', 'Test'),
  );
  expect([outside, inside, unclear].map(valuesOf)).toEqual([['b', 'f', 'a', 'g'], ['e', 'd'], ['c']]);
});

test('unclear rules are counted beside others, or alone', () => {
  const unclear = (count: number) => Array.from({ length: count }, (_, at) => rule(`u${at}`, 'Unclear'));
  expect(headUnclear(group(...unclear(11), rule('a', 'Use')), 10)).toBe(
    '11 more lie outside ±10% but are unclear',
  );
  expect(headUnclear(group(...unclear(1), rule('a', 'Use', true)), 5)).toBe(
    '1 more lies outside ±5% but is unclear',
  );
  expect(headUnclear(group(...unclear(2)), 10)).toBe('2 lie outside ±10% but are unclear');
});

test('without a rule to use or to test the reason is the cut, or chance', () => {
  expect(describeNoSupported(group(rule('a', 'Use', true)), 10)).toBe(
    'After the cut no rule exceeds the ±10% threshold.',
  );
  expect(describeNoSupported(group(rule('a', 'Unclear')), 12)).toBe(
    'No segment outside ±12% is significant.',
  );
});
