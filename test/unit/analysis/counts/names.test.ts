import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareNames, sortNames } from '#frontend/analysis/columns/order.ts';

describe('compareNames', () => {
  test('orders by code units, (Blank) last', () => {
    expect(['z', '(Blank)', 'ä', 'Z', '10', '9', '(Ads)'].toSorted(compareNames)).toEqual([
      '(Ads)',
      '10',
      '9',
      'Z',
      'z',
      'ä',
      '(Blank)',
    ]);
    expect(compareNames('(Blank)', '(Blank)')).toBe(0);
  });
});

describe('sortNames', () => {
  test('orders as compareNames does, each name once', () => {
    const names = fc.array(fc.oneof(fc.string(), fc.constantFrom('(Blank)', 'a', '😀', '\uFFFF')));
    fc.assert(
      fc.property(names, (list) => {
        expect(sortNames(list)).toEqual([...new Set(list)].toSorted(compareNames));
      }),
    );
  });
});
