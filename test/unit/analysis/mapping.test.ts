import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Range } from '#frontend/analysis/binning.ts';
import { foldColumn } from '#frontend/analysis/fold-values.ts';
import { labelOf, listValues, type ValuesPlan } from '#frontend/analysis/mapping.ts';
import { codeCells } from '#test/support/analysis-builders.ts';

const ranges: readonly Range[] = [
  { min: 0, max: 10, label: 'Low' },
  { min: 10.01, max: 20, label: '' },
];

function planOf(overrides: Partial<ValuesPlan> = {}): ValuesPlan {
  return { ranges: null, mapping: new Map(), ...overrides };
}

/** The folded cells, written out. */
function fold(cells: readonly string[], overrides: Partial<ValuesPlan>): (string | undefined)[] {
  const { codes, categories } = foldColumn(codeCells(cells), planOf(overrides));
  return Array.from(codes, (code) => categories[code]);
}

describe('labelOf', () => {
  test('trims, and names a blank', () => {
    expect(labelOf('  Google ', null)).toBe('Google');
    expect(labelOf('', null)).toBe('(Blank)');
    expect(labelOf('   ', ranges)).toBe('(Blank)');
  });

  test('replaces numbers by their range where the column has ranges', () => {
    expect(labelOf('10', ranges)).toBe('Low');
    expect(labelOf('1e1', ranges)).toBe('Low');
    expect(labelOf('15', ranges)).toBe('10.01 to 20');
    expect(labelOf('21', ranges)).toBe('(Out of range)');
    expect(labelOf('15', null)).toBe('15');
    expect(labelOf('15', [])).toBe('15');
  });

  test('keeps text in a column with ranges', () => {
    expect(labelOf('unknown', ranges)).toBe('unknown');
    expect(labelOf('$5', ranges)).toBe('$5');
  });
});

describe('foldColumn', () => {
  test('gives one category to values of one name, also to another original value', () => {
    const mapping = new Map([
      ['google', 'Google'],
      ['Bing', 'Search'],
    ]);
    expect(fold(['google', 'Google', 'Bing'], { mapping })).toEqual(['Google', 'Google', 'Search']);
    expect(foldColumn(codeCells(['google', 'Google', 'Bing']), planOf({ mapping })).categories).toEqual([
      'Google',
      'Search',
    ]);
  });

  test('replaces once: a replacement is not looked up again', () => {
    const mapping = new Map([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    expect(fold(['a', 'b'], { mapping })).toEqual(['b', 'c']);
  });

  test('takes a replacement of spaces as none, and trims the others', () => {
    const mapping = new Map([
      ['a', '  '],
      ['b', ''],
      ['c', ' C '],
    ]);
    expect(fold(['a', 'b', 'c'], { mapping })).toEqual(['a', 'b', 'C']);
  });

  test('maps what blanks and ranges have become', () => {
    const mapping = new Map([
      ['(Blank)', 'Unknown'],
      ['Low', 'Small'],
      ['(Out of range)', 'Huge'],
      ['5', 'never'],
    ]);
    expect(fold(['', '5', '99', 'n/a'], { ranges, mapping })).toEqual(['Unknown', 'Small', 'Huge', 'n/a']);
  });

  test('joins a value named (Blank) with the blanks', () => {
    expect(foldColumn(codeCells(['', '(Blank)', 'x']), planOf()).categories).toEqual(['x', '(Blank)']);
    expect(fold(['', 'none'], { mapping: new Map([['none', '(Blank)']]) })).toEqual(['(Blank)', '(Blank)']);
  });

  test('treats names of object properties as names', () => {
    const mapping = new Map([['__proto__', 'constructor']]);
    expect(fold(['__proto__', 'constructor', 'toString'], { mapping })).toEqual([
      'constructor',
      'constructor',
      'toString',
    ]);
  });

  test('leaves its input as it was, and folds no rows to none', () => {
    const column = codeCells(['b', 'a', 'b']);
    foldColumn(column, planOf({ mapping: new Map([['b', 'a']]) }));
    expect(column).toEqual(codeCells(['b', 'a', 'b']));
    expect(foldColumn(codeCells([]), planOf())).toEqual({ codes: new Uint32Array(), categories: [] });
  });

  test('follows its ranges when they change over the same column', () => {
    const column = codeCells(['5', 'x', '15', '', '25']);
    const namesBy = (maximum: number) =>
      foldColumn(
        column,
        planOf({ ranges: [{ min: 0, max: maximum, label: 'Low' }], mapping: new Map([['x', 'Low']]) }),
      );
    expect(namesBy(10)).toEqual({
      codes: Uint32Array.of(1, 1, 0, 2, 0),
      categories: ['(Out of range)', 'Low', '(Blank)'],
    });
    expect(namesBy(20)).toEqual({
      codes: Uint32Array.of(1, 1, 1, 2, 0),
      categories: ['(Out of range)', 'Low', '(Blank)'],
    });
  });

  test('names each cell as labelling and mapping it alone does', () => {
    const cells = fc.array(fc.constantFrom('', ' ', 'a', 'b', ' b', '5', '05', '15', '99', '(Blank)'));
    fc.assert(
      fc.property(cells, (column) => {
        const mapping = new Map([
          ['a', 'b'],
          ['(Blank)', 'none'],
        ]);
        const expected = column.map((cell) => mapping.get(labelOf(cell, ranges)) ?? labelOf(cell, ranges));
        expect(fold(column, { ranges, mapping })).toEqual(expected);
      }),
    );
  });
});

describe('listValues', () => {
  test('lists most leads first, equal counts by name, (Blank) and (Out of range) last', () => {
    const categories = ['', 'b', 'a', 'c', '99'];
    const leads = Uint32Array.of(90, 5, 5, 7, 80);
    expect(listValues(categories, leads, { ranges })).toEqual([
      { value: 'c', leads: 7 },
      { value: 'a', leads: 5 },
      { value: 'b', leads: 5 },
      { value: '(Blank)', leads: 90 },
      { value: '(Out of range)', leads: 80 },
    ]);
  });

  test('adds up the leads of a range', () => {
    expect(listValues(['1', '2', '15'], Uint32Array.of(3, 4, 5), { ranges })).toEqual([
      { value: 'Low', leads: 7 },
      { value: '10.01 to 20', leads: 5 },
    ]);
  });
});
