import { expect, test } from 'vitest';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';

const { conversions, value } = OUTCOME_WORDS;
const analysis = { settings: { conversionValue: 250, currency: 'EUR' }, baselineRate: 0.119 } as Analysis; // only what is read

test('leads convert, or are worth something', () => {
  expect([1, 2, 0].map(conversions.verb)).toEqual(['converts', 'convert', 'convert']);
  expect([1, 2, 0].map(value.verb)).toEqual(['is worth', 'are worth', 'are worth']);
  expect((['worse', 'better'] as const).map(conversions.compare)).toEqual(['worse', 'better']);
  expect((['worse', 'better'] as const).map(value.compare)).toEqual(['less', 'more']);
  expect(`2 pairs ${conversions.contradict} the two lifts predict`).toBe(
    "2 pairs don't convert as the two lifts predict",
  );
  expect(`2 pairs ${value.contradict} the two lifts predict`).toBe(
    '2 pairs are not worth what the two lifts predict',
  );
});

test('the rate stands beside its money, and by value it is the money', () => {
  expect(conversions.rateBeside(0.2)).toBe(0.2);
  expect(value.rateBeside(0.2)).toBeNull();
  expect(conversions.describeBaseline(analysis)).toBe('€250.00 × 11.9% baseline rate.');
  expect(value.describeBaseline(analysis)).toBe('the value per lead overall.');
});

test('lifts, figures and their meanings have names of their own for each basis', () => {
  const names = [
    'lift',
    'chartedLift',
    'actual',
    'conversionRate',
    'actualLeadValue',
    'baselineLeadValue',
  ] as const;
  for (const name of names) {
    expect(conversions[name]).toMatch(/^\w{4}/);
    expect(value[name]).toMatch(/^\w{4}/);
    expect(conversions[name]).not.toBe(value[name]);
  }
});
