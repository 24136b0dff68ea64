import { expect, test } from 'vitest';
import { countAtMix, joinSmallCells } from '#frontend/analysis/over-time/at-mix.ts';

const cell = (leads: number, conversions: number, all: number, allConversions: number) => ({
  part: { leads, conversions },
  total: { leads: all, conversions: allConversions },
});

test('each cell weighs as much as its share among the leads of the reference, of the segment and of the others', () => {
  // By hand. Segment: shares .6 and .4, rates 12/20 and 16/80: rate .44 on 1/(.36/20 + .16/80) = 50 leads.
  // Others: shares .25 and .75, rates 10/50 and 20/50: rate .35 on 1/(.0625/50 + .5625/50) = 80 leads.
  const { part, total } = countAtMix(
    [cell(60, 9, 160, 20), cell(40, 3, 340, 60)],
    [cell(20, 12, 70, 22), cell(80, 16, 130, 36)],
  );
  expect(part.leads).toBeCloseTo(50, 9);
  expect(part.conversions).toBeCloseTo(22, 9);
  expect(total.leads).toBeCloseTo(130, 9);
  expect(total.conversions).toBeCloseTo(22 + 28, 9);
});

test('counts at the same mix stay as they are, as do those of one cell', () => {
  const { part, total } = countAtMix(
    [cell(60, 9, 180, 20), cell(40, 3, 120, 60)],
    [cell(30, 12, 90, 22), cell(20, 2, 60, 12)],
  );
  expect(part.leads).toBeCloseTo(50, 9);
  expect(part.conversions).toBeCloseTo(14, 9);
  expect(total.leads).toBeCloseTo(150, 9);
  expect(total.conversions).toBeCloseTo(34, 9);
  const one = countAtMix([cell(60, 9, 180, 20)], [cell(30, 12, 90, 22)]);
  expect(one.part.conversions).toBeCloseTo(12, 9);
  expect(one.total.leads).toBeCloseTo(90, 9);
});

test('a cell without later leads is left to the others; none at all leave no lead', () => {
  const reference = [cell(60, 9, 160, 20), cell(40, 3, 340, 60)];
  const { part } = countAtMix(reference, [cell(20, 12, 70, 22), cell(0, 0, 50, 20)]);
  expect(part.leads).toBeCloseTo(20, 9);
  expect(part.conversions).toBeCloseTo(12, 9);
  const none = countAtMix(reference, [cell(0, 0, 0, 0), cell(0, 0, 0, 0)]);
  expect(none).toEqual({ part: { leads: 0, conversions: 0 }, total: { leads: 0, conversions: 0 } });
});

test('a cell that the reference lacks has no weight', () => {
  const { part } = countAtMix(
    [cell(60, 9, 160, 20), cell(0, 0, 340, 60)],
    [cell(20, 12, 70, 22), cell(80, 80, 130, 110)],
  );
  expect([part.leads, part.conversions]).toEqual([20, 12]);
});

test('cells with fewer than 30 reference leads are one, behind the others', () => {
  expect(joinSmallCells([30, 29, 500, 1])).toEqual([0, 2, 1, 2]);
  expect(joinSmallCells([29, 3])).toEqual([0, 0]);
  expect(joinSmallCells([30, 31])).toEqual([0, 1]);
});
