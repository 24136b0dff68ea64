import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { countNames, foldValues } from '#frontend/analysis/counts/fold-values.ts';
import { labelOf, replaceName } from '#frontend/analysis/counts/mapping.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import { codeCells } from '#test/support/analysis-builders.ts';

const ranges: readonly Range[] = [
  { min: 0, max: 10, label: 'Low' },
  { min: 10.01, max: 20, label: '' },
];

function fold(categories: readonly string[], mapping = new Map<string, string>(), withRanges = false) {
  const { names, codeOf } = foldValues(categories, { ranges: withRanges ? ranges : null, mapping });
  return { names, codes: [...codeOf] };
}

describe('foldValues', () => {
  test('puts values in the order of names, blanks last', () => {
    expect(fold(['b', '', 'é', 'a', '10', 'B', '9'])).toEqual({
      names: ['10', '9', 'B', 'a', 'b', 'é', '(Blank)'],
      codes: [4, 6, 5, 3, 0, 2, 1],
    });
    expect(fold([])).toEqual({ names: [], codes: [] });
  });

  test('puts new names in their place, and makes equal ones one', () => {
    const values = ['b', '', 'a', 'c', 'd'];
    expect(fold(values, new Map([['a', 'bb']])).names).toEqual(['b', 'bb', 'c', 'd', '(Blank)']);
    expect(fold(values, new Map([['a', ' c ']]))).toEqual({
      names: ['b', 'c', 'd', '(Blank)'],
      codes: [0, 3, 1, 1, 2],
    });
    const blanks = new Map([
      ['(Blank)', 'none'],
      ['d', '(Blank)'],
    ]);
    expect(fold(values, blanks)).toEqual({
      names: ['a', 'b', 'c', 'none', '(Blank)'],
      codes: [1, 3, 0, 2, 4],
    });
  });

  test('names what ranges make of numbers, and what lies in none, only where it occurs', () => {
    expect(fold(['5', 'x', '15', ''], new Map([['x', 'Low']]), true)).toEqual({
      names: ['10.01 to 20', 'Low', '(Blank)'],
      codes: [1, 1, 0, 2],
    });
    expect(fold(['99', '1'], new Map([['(Out of range)', 'a lot']]), true).names).toEqual(['Low', 'a lot']);
  });

  test('is the same object where no name changes', () => {
    const categories = ['b', 'a'];
    const unchanged = foldValues(categories, { ranges: null, mapping: new Map() });
    const mapping = new Map([
      ['a', ' '],
      ['b', ' b'],
      ['gone', 'x'],
    ]);
    expect(foldValues(categories, { ranges: [], mapping })).toBe(unchanged);
  });

  test('names each cell as labelling and mapping it alone does, for any names', () => {
    const name = fc.constantFrom('', ' ', 'a', 'b', ' b', 'c', '5', '05', '15', '99', '(Blank)', '__proto__');
    const plans = fc.record({
      ranges: fc.constantFrom(null, [], ranges, [ranges[1]!, ranges[0]!]),
      mapping: fc
        .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '5', '(Blank)', 'Low', '(Out of range)'), name))
        .map((entries) => new Map(entries)),
    });
    fc.assert(
      fc.property(fc.array(name), fc.array(plans, { minLength: 1 }), (cells, turns) => {
        const column = codeCells(cells);
        for (const plan of turns) {
          const expected = cells.map((cell) => replaceName(labelOf(cell, plan.ranges), plan.mapping));
          const { names, codeOf } = foldValues(column.categories, plan);
          expect(Array.from(column.codes, (code) => names[codeOf[code]!])).toEqual(expected);
          expect(names).toEqual(sortNames(expected));
          expect(countNames(column.categories, plan)).toBe(names.length);
        }
      }),
    );
  });
});
