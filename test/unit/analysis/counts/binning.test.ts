import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addRange,
  countByRange,
  customRanges,
  describeRange,
  rangeLabel,
  indexOfRange,
  type Range,
  showBound,
} from '#frontend/analysis/counts/binning.ts';
import { presetRanges, RANGE_PRESETS, type RangePreset } from '#frontend/analysis/counts/range-presets.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';

/** A column with these numbers, each as often as it is listed. */
function summaryOf(numbers: readonly number[]): NumericSummary {
  const values = [...new Set(numbers)].toSorted((a, b) => a - b);
  return {
    min: values[0] ?? 0,
    max: values.at(-1) ?? 0,
    values: Float64Array.from(values),
    leads: Uint32Array.from(values, (value) => numbers.filter((number) => number === value).length),
  };
}

test('there are three presets, in the order of their buttons', () => {
  const buttons = Object.values(RANGE_PRESETS).map(({ name, offer }) => [name, offer]);
  expect(buttons).toEqual([
    ['Quartiles', 'Quartiles (4 groups)'],
    ['Thirds', 'Thirds (3 groups)'],
    ['Equal Intervals', 'Equal Intervals'],
  ]);
});

const presets: RangePreset[] = ['quartiles', 'thirds', 'equal-intervals'];

describe('presetRanges', () => {
  test('cuts quartiles at the 25th, 50th and 75th percentile', () => {
    // 0 to 8: h = 8 x 1/4 = 2, 4, 6.
    expect(presetRanges('quartiles', summaryOf([0, 1, 2, 3, 4, 5, 6, 7, 8]))).toEqual({
      ranges: [
        { min: 0, max: 2, label: 'Q1 (Low)' },
        { min: 2.01, max: 4, label: 'Q2 (Medium-Low)' },
        { min: 4.01, max: 6, label: 'Q3 (Medium-High)' },
        { min: 6.01, max: null, label: 'Q4 (High)' },
      ],
      leftOut: [],
    });
  });

  test('cuts thirds at the percentiles 1/3 and 2/3', () => {
    // 0, 0, 3, 9: h = 3 x 1/3 = 1 and 2.
    expect(presetRanges('thirds', summaryOf([0, 0, 3, 9])).ranges).toEqual([
      { min: 0, max: 0, label: 'Low' },
      { min: 0.01, max: 3, label: 'Medium' },
      { min: 3.01, max: null, label: 'High' },
    ]);
  });

  test('cuts equal intervals at thirds of the span, however the leads lie', () => {
    expect(presetRanges('equal-intervals', summaryOf([1, 1, 1, 2, 10])).ranges).toEqual([
      { min: 1, max: 4, label: 'Low' },
      { min: 4.01, max: 7, label: 'Medium' },
      { min: 7.01, max: null, label: 'High' },
    ]);
  });

  test('does not round cut points', () => {
    expect(presetRanges('equal-intervals', summaryOf([0, 251])).ranges[0]?.max).toBe(251 / 3);
  });

  test('leaves out ranges that tied cut points make empty, and says which', () => {
    // 0, 0, 0, 4, 8: cut points 0, 0, 4.
    expect(presetRanges('quartiles', summaryOf([0, 0, 0, 4, 8]))).toEqual({
      ranges: [
        { min: 0, max: 0, label: 'Q1 (Low)' },
        { min: 0.01, max: 4, label: 'Q3 (Medium-High)' },
        { min: 4.01, max: null, label: 'Q4 (High)' },
      ],
      leftOut: ['Q2 (Medium-Low)'],
    });
  });

  test('leaves out the range above a cut point at the maximum; the last one kept is open-ended', () => {
    // 0, 1, 2, 2, 2: cut points 1, 2, 2, and nothing lies above 2.
    expect(presetRanges('quartiles', summaryOf([0, 1, 2, 2, 2]))).toEqual({
      ranges: [
        { min: 0, max: 1, label: 'Q1 (Low)' },
        { min: 1.01, max: null, label: 'Q2 (Medium-Low)' },
      ],
      leftOut: ['Q3 (Medium-High)', 'Q4 (High)'],
    });
  });

  test.each(presets)('gives one range for %s of a single number', (preset) => {
    const { ranges, leftOut } = presetRanges(preset, summaryOf([5, 5, 5]));
    expect(ranges).toMatchObject([{ min: 5, max: null }]);
    expect(leftOut).toHaveLength(preset === 'quartiles' ? 3 : 2);
  });

  test('puts every number of the column into exactly one range', () => {
    const numbers = fc.array(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 0, max: 4 }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
      ),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(numbers, fc.constantFrom(...presets), (column, preset) => {
        const summary = summaryOf(column.map((value) => value + 0));
        const { ranges } = presetRanges(preset, summary);
        const counted = countByRange(summary, ranges);
        expect(counted.outOfRange).toBe(0);
        expect(counted.leads.reduce((sum, leads) => sum + leads, 0)).toBe(column.length);
        expect(ranges.flatMap(({ min, max }) => [min, max ?? 0]).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  test('starts a range at its first number where 0.01 above the range before is beyond its own end', () => {
    // Thousandths from 0 to 0.008: cut points 0.002, 0.004, 0.006; 0.016 is beyond the largest number.
    const summary = summaryOf(Array.from({ length: 9 }, (_, step) => step / 1000));
    const { ranges } = presetRanges('quartiles', summary);
    expect(ranges.map(({ min, max }) => [min, max])).toEqual([
      [0, 0.002],
      [0.003, 0.004],
      [0.005, 0.006],
      [0.007, null],
    ]);
    expect(countByRange(summary, ranges)).toEqual({ leads: [3, 2, 2, 2], outOfRange: 0 });
    // Cut points 0.00025, 0.0005 and 0.00075, with no number between them.
    const [, second] = presetRanges('quartiles', summaryOf([0, 0.001])).ranges;
    expect(second).toMatchObject({ min: 0.0005, max: 0.0005 });
  });

  test('loses nothing of a column that runs from 0 to 0.2', () => {
    const summary = summaryOf(Array.from({ length: 201 }, (_, step) => step / 1000));
    const { ranges } = presetRanges('quartiles', summary);
    // Cut points 0.05, 0.1, 0.15: 0 to 0.05 are 51 numbers, then 50 each, those up to 0.01 above a cut included.
    expect(countByRange(summary, ranges)).toEqual({ leads: [51, 50, 50, 50], outOfRange: 0 });
  });
});

describe('customRanges and addRange', () => {
  test('start with one range from the minimum, open-ended', () => {
    expect(customRanges(summaryOf([3, 9]))).toEqual([{ min: 3, max: null, label: '' }]);
  });

  test('add a range 1 above the previous maximum', () => {
    const ranges: Range[] = [{ min: 3, max: 5.5, label: 'x' }];
    expect(addRange(ranges, summaryOf([3, 9]))).toEqual([...ranges, { min: 6.5, max: null, label: '' }]);
  });

  test('add a range at the minimum where there is no previous maximum', () => {
    expect(addRange([], summaryOf([3, 9]))).toEqual([{ min: 3, max: null, label: '' }]);
    expect(addRange(customRanges(summaryOf([3, 9])), summaryOf([3, 9])).at(-1)?.min).toBe(3);
  });
});

describe('indexOfRange', () => {
  const ranges: Range[] = Object.freeze([
    { min: 0, max: 1, label: '' },
    { min: 1.01, max: 2, label: '' },
    { min: 3, max: 4, label: '' },
    { min: 10, max: null, label: '' },
  ]) as Range[];

  test.each([
    [0, 0],
    [1, 0],
    [1.01, 1],
    [2, 1],
    [3, 2],
    [10, 3],
    [1e9, 3],
  ])('both ends belong to a range: %d', (value, index) => {
    expect(indexOfRange(value, ranges)).toBe(index);
  });

  test('a gap of 0.01 belongs to the range above it', () => {
    expect(indexOfRange(1.005, ranges)).toBe(1);
    expect(indexOfRange(1.0000001, ranges)).toBe(1);
  });

  test('a gap may be wider than 0.01 by 1e-9 and no more', () => {
    const indexAbove = (gap: number) =>
      indexOfRange(0.005, [
        { min: -1, max: 0, label: '' },
        { min: gap, max: 1, label: '' },
      ]);
    expect([0.01 + 1e-9, 0.01 + 1.1e-9].map(indexAbove)).toEqual([1, -1]);
  });

  test('the gap does not hold the end of the range below it, not even of one that is turned around', () => {
    const turned = [
      { min: 5, max: 2, label: '' },
      { min: 2.01, max: 8, label: '' },
    ];
    expect([2, 2.005].map((value) => indexOfRange(value, turned))).toEqual([-1, 1]);
  });

  test('below the first range there is no gap that belongs to it', () => {
    expect(indexOfRange(0.002, [{ min: 0.005, max: 1, label: '' }])).toBe(-1);
  });

  test('the gap of a preset keeps its numbers where 0.01 cannot be added exactly', () => {
    // 1e8 + 0.25 + 0.01 is 0.0100000054 above 1e8 + 0.25 in floating point, more than the tolerance of 1e-9.
    const cents = summaryOf([0, 0.125, 0.25, 0.255, 0.375, 0.5].map((part) => 1e8 + part));
    const cut = { min: 1e8, max: 1e8 + 0.25, label: '' };
    const next = { min: cut.max + 0.01, max: null, label: '' };
    expect(countByRange(cents, [cut, next])).toEqual({ leads: [3, 3], outOfRange: 0 });
  });

  test('a wider gap belongs to no range', () => {
    expect([-0.001, 2.5, 4.001, 9.99].map((value) => indexOfRange(value, ranges))).toEqual([-1, -1, -1, -1]);
  });

  test('of overlapping or unordered ranges the first that holds the value takes it', () => {
    const unordered = [
      { min: 10, max: 20, label: '' },
      { min: 0, max: 15, label: '' },
    ];
    expect([5, 12, 20, 21].map((value) => indexOfRange(value, unordered))).toEqual([1, 0, 0, -1]);
  });

  test('nothing belongs to no ranges', () => {
    expect(indexOfRange(1, [])).toBe(-1);
  });
});

describe('countByRange', () => {
  test('counts leads, not distinct numbers, and those in no range', () => {
    const summary = summaryOf([1, 1, 1, 2, 5, 5]);
    expect(countByRange(summary, [{ min: 1, max: 2, label: '' }])).toEqual({ leads: [4], outOfRange: 2 });
  });
});

describe('rangeLabel', () => {
  test('is the label, or a description where that is empty', () => {
    expect(rangeLabel({ min: 0, max: 5, label: ' Low ' })).toBe('Low');
    expect(rangeLabel({ min: 0, max: 83.66666666666667, label: ' ' })).toBe('0 to 83.6667');
    expect(rangeLabel({ min: 83.67666666666668, max: null, label: '' })).toBe('83.6767 and above');
  });
});

describe('describeRange', () => {
  test('is the label with the bounds, and the bounds once where there is no label', () => {
    expect(describeRange({ min: 11.01, max: null, label: 'Q4 (High)' })).toBe('Q4 (High): 11.01 and above');
    expect(describeRange({ min: 0, max: 5, label: ' Low ' })).toBe('Low: 0 to 5');
    expect(describeRange({ min: 0, max: 5, label: '' })).toBe('0 to 5');
    expect(describeRange({ min: 0, max: 5, label: '0 to 5' })).toBe('0 to 5');
  });
});

describe('showBound', () => {
  test.each([
    [5, '5'],
    [0, '0'],
    [-0.5, '-0.5'],
    [1.00004, '1'],
    [0.000123456, '0.0001235'],
    [-0.000123456, '-0.0001235'],
    [-83.66666666666667, '-83.6667'],
    [1e15 + 0.25, '1000000000000000.2'], // as every number of that size is written
    [123456789, '123456789'],
    [1e300, '1e+300'],
  ])('shows %d as %s', (value, shown) => {
    expect(showBound(value)).toBe(shown);
  });
});
