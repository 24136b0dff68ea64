import { expect, test } from 'vitest';
import { seedRandom } from '#test/support/random-leads.ts';
import {
  countCells,
  fitShift,
  growModel,
  measureGain,
  shiftRates,
  smoothRate,
  startModel,
} from '#frontend/analysis/finder/cell-rates.ts';
import { foldOutcomes } from '#frontend/analysis/finder/fold-outcomes.ts';

// The worked example of the definition ("smoothed rates"): cells (model cell, value) (0, 0), (0, 1), (1, 0), (1, 1).
const MODEL_ODDS = Float64Array.of(0.25 / 0.75, 0.15 / 0.85);
const learn = (leads: [number, number], conversions: [number, number]) => ({
  leads: Float64Array.from(leads),
  conversions: Float64Array.from(conversions),
  odds: MODEL_ODDS,
  size: 2,
});
const FIRST = learn([50, 40], [10, 2]);
const SECOND = learn([30, 20], [12, 6]);

test('the cells of the worked example have its smoothed rates', () => {
  const rates = [FIRST, SECOND].flatMap((value) => {
    const factor = Math.exp(fitShift(value, 0.2));
    return [0, 1].map((cell) => {
      const odds = MODEL_ODDS[cell]! * factor;
      const prior = { rate: odds / (1 + odds), strength: 30 };
      return smoothRate(value.leads[cell]!, value.conversions[cell]!, prior);
    });
  });
  for (const [at, rate] of [0.198888, 0.077845, 0.370197, 0.248749].entries())
    expect(rates[at]).toBeCloseTo(rate, 6);
});

test('a value without leads shifts nothing, and no step is longer than 2', () => {
  expect(fitShift({ ...FIRST, size: 0 }, 0.2)).toBe(0);
  // 10^9 leads that all convert: 4 steps of 2.
  expect(fitShift({ ...learn([1e9, 1], [1e9, 1]), odds: Float64Array.of(1e-4), size: 1 }, 1e-4)).toBe(8);
});

test('a smoothed rate stays within 1e-4 and 1 - 1e-4, and without leads is the shifted one', () => {
  expect(smoothRate(1e9, 0, { rate: 0.5, strength: 10 })).toBe(1e-4);
  expect(smoothRate(1e9, 1e9, { rate: 0.5, strength: 10 })).toBe(1 - 1e-4);
  expect(smoothRate(0, 0, { rate: 0.3, strength: 10 })).toBeCloseTo(0.3, 12);
});

const LEADS = 500;
const isConverted = Uint8Array.from({ length: LEADS }, (_, lead) => Number(lead % 7 < 2));
const codes = Uint8Array.from({ length: LEADS }, (_, lead) => lead % 3);

test('the leads are dealt into five parts of equal size, whose rates are those of the others', () => {
  const { outcomes, learningRates } = foldOutcomes(isConverted);
  const sizes = new Map<number, number>();
  for (const [lead, outcome] of outcomes.entries()) {
    sizes.set(outcome >> 1, (sizes.get(outcome >> 1) ?? 0) + 1);
    expect(outcome & 1).toBe(isConverted[lead]);
  }
  expect([...sizes].sort()).toEqual([0, 1, 2, 3, 4].map((part) => [part, 100]));
  for (const part of [0, 1, 2, 3, 4]) {
    const others = [...outcomes].filter((outcome) => outcome >> 1 !== part);
    expect(learningRates[part]).toBeCloseTo(others.filter((outcome) => outcome & 1).length / 400, 12);
  }
  expect(foldOutcomes(isConverted)).toEqual({ outcomes, learningRates, families: null });
  expect(foldOutcomes(isConverted, 1).outcomes).not.toEqual(outcomes);
});

test('rates of parts stay away from 0 and 1, also without leads', () => {
  const empty = foldOutcomes(new Uint8Array(0));
  expect([...empty.learningRates]).toEqual(Array<number>(5).fill(1e-4));
  expect([...foldOutcomes(new Uint8Array(10)).learningRates]).toEqual(Array<number>(5).fill(1e-4));
  expect([...foldOutcomes(new Uint8Array(10).fill(1)).learningRates]).toEqual(
    Array<number>(5).fill(1 - 1e-4),
  );
});

test('a grown model has a cell for each value that occurs in a cell, and nothing is gained by the same column again', () => {
  const outcomes = foldOutcomes(isConverted);
  const start = startModel(outcomes);
  const table = countCells(start, { codes, values: 4 }, outcomes);
  expect([...table.leads]).toEqual([167, 167, 166, 0]);
  expect(table.conversions.reduce((sum, count) => sum + count, 0)).toBe(144); // 2 x 71 + 2 of the last 3 leads
  const tried = { codes, table, shifted: shiftRates(start, table, outcomes.learningRates) };
  const grown = growModel(start, tried, 1e6);
  expect(grown.cells).toBe(3);
  expect([...grown.cellOf]).toEqual([...codes]);
  const again = countCells(grown, { codes, values: 4 }, outcomes);
  const { gain } = measureGain(
    grown,
    { codes, table: again, shifted: shiftRates(grown, again, outcomes.learningRates) },
    { strengths: [1e6], folded: outcomes },
  );
  expect(Math.abs(gain)).toBeLessThan(1);
});

test('z adds the gains of a family before it squares them', () => {
  const random = seedRandom(3);
  // Each lead stands twice in the file.
  const twice = Uint8Array.from({ length: LEADS }, (_, lead) => (lead >> 1) % 3);
  const flags = Uint8Array.from({ length: LEADS / 2 }, () => Number(random() < 0.3));
  const converted = Uint8Array.from({ length: LEADS }, (_, lead) => flags[lead >> 1]!);
  const families = Uint32Array.from({ length: LEADS }, (_, lead) => lead >> 1);
  const folded = foldOutcomes(converted, 1, families);
  const zOf = (own: typeof folded) => {
    const start = startModel(own);
    const table = countCells(start, { codes: twice, values: 3 }, own);
    const tried = { codes: twice, table, shifted: shiftRates(start, table, own.learningRates) };
    return measureGain(start, tried, { strengths: [10, 1e6], folded: own });
  };
  const alone = zOf({ ...folded, families: null });
  const ofFamilies = zOf(folded);
  expect(ofFamilies).toEqual({ ...alone, z: expect.closeTo(alone.z / Math.SQRT2, 12) });
  const strangers = Uint32Array.from({ length: LEADS }, (_, lead) => lead);
  expect(zOf({ ...folded, families: strangers }).z).toBeCloseTo(alone.z, 12);
});

test('a column of one value gains nothing', () => {
  const outcomes = foldOutcomes(isConverted);
  const start = startModel(outcomes);
  const same = new Uint8Array(LEADS);
  const table = countCells(start, { codes: same, values: 1 }, outcomes);
  const tried = { codes: same, table, shifted: shiftRates(start, table, outcomes.learningRates) };
  expect(measureGain(start, tried, { strengths: [1e6], folded: outcomes }).gain).toBeCloseTo(0, 9);
});
