import { expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { findExplanation } from '#frontend/analysis/judge/mostly-explained.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

/*
 * Paid leads convert at 10% and search leads at 30%, on either device. Three of four mobile leads are paid, so that mobile leads
 * convert at 15% and desktop leads at 25%, of 20% in all.
 */
const CONFOUNDED: Cell[] = [
  [['mobile', 'paid', 'x'], 300, 30],
  [['mobile', 'search', 'x'], 100, 30],
  [['desktop', 'paid', 'x'], 100, 10],
  [['desktop', 'search', 'x'], 300, 90],
];

const explanations = (cells: readonly Cell[], fields: readonly string[], settings = SETTINGS) => {
  const analysis = analyse(tallyOfCells(fields, cells), settings);
  return new Map(
    analysis.segments.map((segment) => [
      segment.value,
      segment.label === 'Use' ? (findExplanation(segment, analysis)?.field ?? 'nothing') : segment.label,
    ]),
  );
};

test('a difference that comes with another attribute is mostly explained by it, the cause is not', () => {
  expect(explanations(CONFOUNDED, ['Device', 'Source', 'Page'])).toEqual(
    new Map([
      ['search', 'nothing'],
      ['desktop', 'Source'],
      ['x', 'No difference'],
      ['mobile', 'Source'],
      ['paid', 'nothing'],
    ]),
  );
});

test('with one attribute, or without combinations, nothing is explained', () => {
  const alone = CONFOUNDED.map(([[device], ...counts]): Cell => [[device!], ...counts]); // three values each
  expect(explanations(alone, ['Device'])).toEqual(
    new Map([
      ['desktop', 'nothing'],
      ['mobile', 'nothing'],
    ]),
  );
  const analysis = analyse(tallyOfCells(['Device', 'Source', 'Page'], CONFOUNDED), SETTINGS);
  const [, desktop] = analysis.segments;
  expect(findExplanation(desktop!, { ...analysis, estimates: null })).toBeNull();
});

test('a balanced multiplier within the threshold is explained, one beyond it on the same side is not', () => {
  const analysis = analyse(tallyOfCells(['Device', 'Source', 'Page'], CONFOUNDED), SETTINGS);
  const mobile = analysis.segments.find(({ value }) => value === 'mobile')!; // see above
  const left = Math.abs(analysis.estimates!.multiplierOf(0, 'mobile') - 1) * 100; // made from the tally
  const at = (thresholdPercent: number) =>
    findExplanation(mobile, { ...analysis, settings: { ...SETTINGS, thresholdPercent } });
  expect(left).toBeGreaterThan(0.1);
  expect(at(left + 0.01)?.field).toBe('Source');
  expect(at(left - 0.01)).toBeNull();
});

test('a balanced multiplier on the other side of 1 is explained whatever the threshold', () => {
  // On either source mobile leads convert better: 12% against 10%, and 40% against 30%.
  const reversed: Cell[] = [
    [['mobile', 'paid'], 600, 72],
    [['mobile', 'search'], 60, 24],
    [['desktop', 'paid'], 200, 20],
    [['desktop', 'search'], 600, 180],
  ];
  const settings = { ...SETTINGS, thresholdPercent: 5 };
  const analysis = analyse(tallyOfCells(['Device', 'Source'], reversed), settings);
  const mobile = analysis.segments.find(({ value }) => value === 'mobile')!; // see above
  expect(mobile).toMatchObject({ label: 'Use' });
  expect(mobile.adjustedLift).toBeLessThan(1);
  const explained = findExplanation(mobile, analysis);
  expect(explained?.field).toBe('Source');
  expect(explained?.balanced).toBeGreaterThan(1.05);
});
