import { describe, expect, test } from 'vitest';
import {
  findAlwaysConverting,
  findOutcomeMark,
  measureInformation,
  measureSeparation,
} from '#frontend/analysis/finder/outcome-marks.ts';

const countsOf = (...values: [leads: number, conversions: number][]) =>
  values.map(([leads, conversions]) => ({ leads, conversions }));

describe('a column knows the outcome', () => {
  test('where its values separate converted leads from others', () => {
    // By hand: (98 x (98 + 1) + 2 x 49) / 10,000 = 0.98.
    expect(findOutcomeMark(countsOf([100, 2], [100, 98]))).toEqual({ why: 'separates', auc: 0.98 });
  });

  test('where values that all but always convert hold 15% of the conversions', () => {
    // b 0.2: above 1 - 0.08 = 0.92. Wilson's lower bound of 300 of 300 is 0.9874; 300 of 2,000 conversions are 15%.
    expect(findOutcomeMark(countsOf([300, 300], [9700, 1700]))).toEqual({ why: 'converts', share: 0.15 });
    expect(findOutcomeMark(countsOf([299, 299], [9701, 1701]))).toBeNull();
    // The lower bound of 29 of 29 is 0.883, and that of 40 of 40 is 0.912: too few leads to be sure.
    expect(findOutcomeMark(countsOf([40, 40], [960, 160]))).toBeNull();
  });

  test('where values that all but never convert hold half of the other leads', () => {
    // b 0.2: below 0.02. The upper bound of 40 of 4,000 is 0.0136; they hold 3,960 of 7,920 other leads, by 80 more than that.
    const values = countsOf([4000, 40], [5900, 1940]);
    expect(findOutcomeMark(values)).toEqual({ why: 'never-converts', share: 0.5 });
    expect(findOutcomeMark(countsOf([3998, 40], [5902, 1940]))).toBeNull();
    // Without one conversion of 100 leads the upper bound is 0.037, of 200 it is 0.0188.
    expect(findOutcomeMark(countsOf([100, 0], [100, 40]))).toMatchObject({ why: 'informs' });
    expect(findOutcomeMark(countsOf([200, 0], [200, 80]))).toMatchObject({ why: 'never-converts' });
  });

  test('where it takes away a quarter of the uncertainty', () => {
    // By hand, b 0.5: H log 2; 80% and 20%: 0.500402 + 1/4000: 1 - 0.500652/0.693147 = 0.2777.
    const mark = findOutcomeMark(countsOf([1000, 800], [1000, 200]));
    expect(mark).toMatchObject({ why: 'informs' });
    expect(mark?.why === 'informs' ? mark.share : 0).toBeCloseTo(0.2777, 4);
    expect(findOutcomeMark(countsOf([1000, 780], [1000, 220]))).toBeNull();
  });

  test('but not where no lead or each lead converted, nor without leads', () => {
    expect([countsOf([50, 0], [50, 0]), countsOf([50, 50]), []].map(findOutcomeMark)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a value always converts', () => {
  test('where each of its at least 100 leads did, however few of the conversions these are', () => {
    // A real file of 64,000 people: all 578 with the value visited, 6% of 9,394 visits. Wilson's lower bound is 578/(578 + 3.84) = 0.9934.
    expect(findAlwaysConverting(countsOf([63422, 8816], [578, 578]))).toBe(1);
    expect(findOutcomeMark(countsOf([63422, 8816], [578, 578]))).toBeNull();
    expect(findAlwaysConverting(countsOf([9900, 1900], [100, 100]))).toBe(1);
    expect(findAlwaysConverting(countsOf([9901, 1901], [99, 99]))).toBeNull();
  });

  test('but not where one lead did not: 140 of 142 leads of an honest source of the real lead file converted', () => {
    expect(findAlwaysConverting(countsOf([9098, 3421], [142, 140]))).toBeNull();
    expect(findAlwaysConverting(countsOf([9098, 3421], [142, 141]))).toBeNull();
    expect(findAlwaysConverting(countsOf([9098, 3421], [142, 142]))).toBe(1);
  });

  test('only where the usual rate is so low that chance does not explain it', () => {
    // 100 of 100: the lower bound 100/103.84 = 0.96300 is above 1 - (1 - b)/10 where b is below 0.63005.
    expect(findAlwaysConverting(countsOf([9900, 6200], [100, 100]))).toBe(1);
    expect(findAlwaysConverting(countsOf([9900, 6201], [100, 100]))).toBeNull();
  });

  test('the one of the most leads of several, and none where each lead converted', () => {
    expect(findAlwaysConverting(countsOf([120, 120], [300, 300], [200, 200], [9000, 500]))).toBe(1);
    expect(findAlwaysConverting(countsOf([300, 300]))).toBeNull();
    expect(findAlwaysConverting(countsOf([300, 300], [200, 200]))).toBeNull();
    expect(findAlwaysConverting([])).toBeNull();
  });
});

test('the area takes values with under 30 leads as one, whatever the order of equal rates', () => {
  expect(measureSeparation(countsOf([100, 50], [100, 10]))).toBeCloseTo(6200 / 8400, 12);
  // 29 leads of 100% and 29 of 0% are one group of 29 in 58: with a rate of 0.5 its place is that of the first value.
  expect(measureSeparation(countsOf([29, 29], [29, 0], [100, 50]))).toBe(0.5);
  expect(measureSeparation(countsOf([100, 20], [50, 10], [40, 40]))).toBeCloseTo(
    measureSeparation(countsOf([50, 10], [40, 40], [100, 20])),
    12,
  );
});

test('the information of a column is that of the worked example, without values it is 0', () => {
  expect(measureInformation(countsOf([100, 30], [100, 10]))).toBeCloseTo(0.059809, 6);
  expect(measureInformation(countsOf([100, 30], [100, 10], [0, 0]))).toBeCloseTo(0.059809, 6);
  expect(measureInformation([])).toBe(0);
});
