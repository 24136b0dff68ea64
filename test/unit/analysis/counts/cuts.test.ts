import { describe, expect, test } from 'vitest';
import { countByRange, type Range } from '#frontend/analysis/counts/binning.ts';
import { countPerNumber } from '#frontend/analysis/measure/best-split.ts';
import { summariseNumeric } from '#frontend/analysis/columns/columns.ts';
import { cutStep, listCuts, moveCut, snap } from '#frontend/analysis/counts/histogram.ts';

const summary = summariseNumeric(['0', '2', '4', '10'], Uint32Array.of(8, 6, 6, 4));
if (!summary) throw new Error('not numeric');
const low: Range = { min: 0, max: 2, label: 'Low' };
const middle: Range = { min: 2.01, max: 8, label: 'Middle' };
const high: Range = { min: 8.01, max: null, label: 'High' };

describe('cuts', () => {
  test('each closed end can be moved between its own beginning and the next end', () => {
    expect(listCuts([low, middle, high], summary)).toEqual([
      // 8 less the gap of 0.01; the last range is open, so up to the maximum.
      { range: 0, value: 2, lowest: 0, highest: 8 - (2.01 - 2) },
      { range: 1, value: 8, lowest: 2.01, highest: 10 },
    ]);
  });

  test('a moved end takes the beginning above it along, at its distance', () => {
    const [cut] = listCuts([low, middle], summary);
    if (!cut) throw new Error('no cut');
    const [first, second] = moveCut([low, middle], cut, 3);
    expect(first).toEqual({ ...low, max: 3 });
    expect(second?.min).toBeCloseTo(3.01, 12);
    expect(second?.max).toBe(8);
  });

  test('a beginning at the end itself moves with it', () => {
    const ranges = [low, { ...middle, min: 2 }];
    const [cut] = listCuts(ranges, summary);
    expect(cut).toEqual({ range: 0, value: 2, lowest: 0, highest: 8 });
    if (!cut) throw new Error('no cut');
    expect(moveCut(ranges, cut, 3)).toEqual([
      { ...low, max: 3 },
      { ...middle, min: 3 },
    ]);
  });

  test('an end does not pass its limits', () => {
    const [cut] = listCuts([low, high], summary);
    if (!cut) throw new Error('no cut');
    expect(moveCut([low, high], cut, -5)[0]?.max).toBe(0);
    expect(moveCut([low, high], cut, 99)[0]?.max).toBe(10);
  });

  test('a range that begins below the end is left alone', () => {
    const overlapping: Range = { min: 1, max: 6, label: 'Other' };
    const [cut] = listCuts([low, overlapping], summary);
    if (!cut) throw new Error('no cut');
    expect(cut.highest).toBe(10);
    expect(moveCut([low, overlapping], cut, 5)).toEqual([{ ...low, max: 5 }, overlapping]);
  });

  test('ranges beyond the next one stay where they are', () => {
    const ranges: Range[] = [
      { min: 0, max: 2, label: '' },
      { min: 2, max: 4, label: '' },
      { min: 4, max: 6, label: '' },
      { min: 6, max: 8, label: '' },
    ];
    const cut = listCuts(ranges, summary)[1];
    if (!cut) throw new Error('no cut');
    const moved = moveCut(ranges, cut, 5).map(({ min, max }) => [min, max]);
    expect(moved).toEqual([[0, 2], [2, 5], [5, 6], [6, 8]]); // oxfmt-ignore
  });

  test('steps are whole among whole numbers, and decimal elsewhere', () => {
    expect(cutStep(summary, 10)).toBe(1);
    // 50 / 200 = 0.25.
    expect(cutStep({ ...summary, values: Float64Array.of(0.5, 50.5) }, 50)).toBeCloseTo(0.1, 12);
    // One number that is not whole is enough.
    expect(cutStep({ ...summary, values: Float64Array.of(0, 7.5, 50) }, 50)).toBeCloseTo(0.1, 12);
    // A 200th of 200 is 1, one of less is nearest to 0.1.
    const decimals = { ...summary, values: Float64Array.of(0.5) };
    expect([cutStep(decimals, 200), cutStep(decimals, 199)]).toEqual([1, 0.1]);
  });

  test('a step takes the nearest multiple, without the noise of floating point', () => {
    expect(snap(0.1 + 0.2, 0.1)).toBe(0.3);
    expect([snap(0.24, 0.1), snap(0.26, 0.1)]).toEqual([0.2, 0.3]);
    expect([snap(7.4, 1), snap(7.6, 1)]).toEqual([7, 8]);
    expect([snap(14, 10), snap(16, 10)]).toEqual([10, 20]);
    // Digits beyond the hundredth cannot be written.
    expect(snap(1, 1e-101)).toBe(1);
  });
});

test('conversions per cell become conversions per number and per range', () => {
  // '2' and '2.0' are one number, 'x' is none.
  const perNumber = countPerNumber(
    ['0', '2', '2.0', '4', '10', 'x'],
    Uint32Array.of(1, 2, 3, 4, 2, 9),
    summary,
  );
  expect([...perNumber]).toEqual([1, 5, 4, 2]);
  expect(countByRange({ ...summary, leads: perNumber }, [low, middle])).toEqual({
    leads: [6, 4],
    outOfRange: 2,
  });
});

test('countPerNumber leaves out cells that are no number, and numbers that are not asked for', () => {
  const counts = Uint32Array.of(2, 3, 4, 5, 6);
  expect(countPerNumber(['1', '1.0', 'x', '7', '2'], counts, { values: Float64Array.of(1, 2) })).toEqual(
    Uint32Array.of(5, 6),
  );
});
