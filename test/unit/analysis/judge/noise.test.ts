import { describe, expect, test } from 'vitest';
import { judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { measurementOfCounts, type CountedValues } from '#test/support/analysis-builders.ts';
import { drawBinomial, drawMultinomial, seedRandom } from '#test/support/random-leads.ts';

/**
 * Files with counts that are drawn: where a value has nothing to do with the outcome, the leads that converted and the
 * others fall on the values of an attribute with the same chances, and on each attribute anew.
 */
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const FILES = 200;

/** A whole number from least to most, each with the same chance. */
const drawWhole = (random: () => number, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));

/** From 500 to 10,000, as many of each order of magnitude. */
const drawSize = (random: () => number) => Math.round(500 * 20 ** random());

interface Drawn {
  leads: number;
  conversions: number;
}

/** An attribute of 8 to 20 values that says nothing, even or Zipf-sized (the k-th value weighs 1 / k). */
function drawAttribute(random: () => number, name: string, { leads, conversions }: Drawn): CountedValues {
  const isEven = random() < 0.5;
  const weights = Array.from({ length: drawWhole(random, 8, 20) }, (_, k) => (isEven ? 1 : 1 / (k + 1)));
  const converted = drawMultinomial(random, conversions, weights);
  const others = drawMultinomial(random, leads - conversions, weights);
  const values = weights.map((_, k) => {
    const won = converted[k] ?? 0;
    return [`v${k}`, won + (others[k] ?? 0), won] as const;
  });
  return { name, values };
}

function judgeFile(fields: readonly CountedValues[]): Analysis {
  return judge(measurementOfCounts(fields), SETTINGS);
}

describe('files in which nothing is to be found', () => {
  test.each([0.01, 0.02, 0.05, 0.2, 0.4])('hardly ever show a Use, at a baseline of %d', (baseline) => {
    const random = seedRandom(Math.round(1000 * baseline));
    let shown = 0;
    let specified = 0;
    for (let file = 0; file < FILES; file++) {
      const leads = drawSize(random);
      const drawn = { leads, conversions: drawBinomial(random, leads, baseline) };
      const { segments, significantSegments } = judgeFile(
        ['One', 'Two', 'Three'].map((name) => drawAttribute(random, name, drawn)),
      );
      if (segments.some(({ label }) => label === 'Use')) shown++;
      if (significantSegments.length > 0) specified++;
    }
    expect(shown / FILES).toBeLessThanOrEqual(0.1);
    // The files are hard enough: by the specified p-value alone most of them show something.
    expect(specified / FILES).toBeGreaterThan(0.6);
  });
});

describe('a segment that really differs', () => {
  test('is Use: 200 leads at 40% among others at 20%', () => {
    const random = seedRandom(7);
    let used = 0;
    for (let file = 0; file < FILES; file++) {
      const leads = drawSize(random);
      const planted = { leads: 200, conversions: drawBinomial(random, 200, 0.4) };
      const others = { leads: leads - 200, conversions: drawBinomial(random, leads - 200, 0.2) };
      const first = drawAttribute(random, 'One', others);
      const drawn = { leads, conversions: planted.conversions + others.conversions };
      const { segments } = judgeFile([
        { ...first, values: [...first.values, ['planted', planted.leads, planted.conversions]] },
        drawAttribute(random, 'Two', drawn),
        drawAttribute(random, 'Three', drawn),
      ]);
      if (segments.find(({ value }) => value === 'planted')?.label === 'Use') used++;
    }
    expect(used / FILES).toBeGreaterThanOrEqual(0.9);
  });
});
