import { expect, test } from 'vitest';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { findPairs } from '#frontend/analysis/platforms/pairs.ts';
import { planLeadsOf } from '#frontend/analysis/platforms/planned-leads.ts';
import type { ValuedTally } from '#frontend/analysis/counts/tally.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';

const FIELDS = ['State', 'Device', 'Source'];

function found(cells: readonly Cell[], used = [0, 1]) {
  return foundIn(tallyOfCells(FIELDS.slice(0, cells[0]?.[0].length), cells), used);
}

function foundIn(counted: ValuedTally, used = [0, 1]) {
  const tally = { ...fitTally(counted), valued: counted.valued };
  return findPairs(tally, planLeadsOf(tally), used).map(({ fields, codes, counts, q, valueSum }) => ({
    names: fields.map((field, at) => tally.fields[field]?.values[codes[at] ?? -1]).join(' + '),
    counts,
    q,
    valueSum,
  }));
}

const ONE_DIFFERS: Cell[] = [
  [['CA', 'Mobile'], 100, 60],
  [['CA', 'Desktop'], 100, 30],
  [['TX', 'Mobile'], 100, 30],
  [['TX', 'Desktop'], 100, 30],
];

test('a pair is found that differs from the other leads of both of its values', () => {
  // scipy 1.17, fisher_exact([[60, 40], [30, 70]]).pvalue, for both values; the other pairs have a p of 1 for one of theirs.
  const p = 3.304592989272319e-5;
  const [pair, ...others] = found(ONE_DIFFERS);
  expect(others).toEqual([]);
  expect(pair).toMatchObject({ names: 'CA + Mobile', counts: { leads: 100, conversions: 60 } });
  // Benjamini-Hochberg: the smallest of four.
  expect((pair?.q ?? NaN) / (4 * p)).toBeCloseTo(1, 9);
});

test('a pair that differs from one of its values only is not found', () => {
  const cells: Cell[] = [
    [['CA', 'Mobile'], 100, 60],
    [['CA', 'Desktop'], 100, 60],
    [['TX', 'Mobile'], 100, 30],
    [['TX', 'Desktop'], 100, 30],
  ];
  expect(found(cells)).toEqual([]);
});

test('only the fields that may be conditions are paired', () => {
  const cells = ONE_DIFFERS.map(([values, ...counts]): Cell => [[...values, values[1] ?? ''], ...counts]);
  expect(found(cells, [0, 2]).map(({ names }) => names)).toEqual(['CA + Mobile']);
  expect(found(cells, [0])).toEqual([]);
});

test('a pair knows what its leads are worth together', () => {
  const tally = fitTally(tallyOfCells(['State', 'Device'], ONE_DIFFERS));
  const { values, leads } = planLeadsOf(tally);
  const [pair] = found(ONE_DIFFERS);
  // The first combination is CA + Mobile.
  expect(pair?.valueSum).toBeCloseTo((values[0] ?? NaN) * (leads[0] ?? NaN), 9);
});

/** Of the converted leads the first ones are large deals of 1,000, the others are worth 10. */
function deals(values: string[], leads: number, { converted, large = 0 }: Record<string, number>): Deal[] {
  return Array.from({ length: leads }, (_, lead) => ({
    values,
    converted: lead < (converted ?? 0),
    amount: lead < large ? 1000 : lead < (converted ?? 0) ? 10 : 0,
  }));
}

test('by value a pair that rests on a few large deals is not found', () => {
  const rest = [
    ...deals(['CA', 'Desktop'], 100, { converted: 30 }),
    ...deals(['TX', 'Mobile'], 1000, { converted: 300 }),
    ...deals(['TX', 'Desktop'], 1000, { converted: 300 }),
  ];
  const few = tallyOfDeals(
    ['State', 'Device'],
    [...deals(['CA', 'Mobile'], 100, { converted: 30, large: 20 }), ...rest],
  );
  expect(foundIn(few)).toEqual([]);
  // The amounts as they are differ enough.
  expect(foundIn({ ...few, valued: null }).map(({ names }) => names)).toEqual(['CA + Mobile']);
  const many = tallyOfDeals(
    ['State', 'Device'],
    [...deals(['CA', 'Mobile'], 100, { converted: 60 }), ...rest],
  );
  expect(foundIn(many).map(({ names }) => names)).toEqual(['CA + Mobile']);
});
