import { expect, test } from 'vitest';
import { countConverted } from '#frontend/features/name-values/status-values.tsx';
import { listColumnValues } from '#frontend/features/name-values/value-list.tsx';
import { shortText } from '#frontend/lib/format.ts';
import { columnDetail, repeat } from '#test/support/column-detail.ts';

test('values come most leads first, blanks last', () => {
  const detail = columnDetail(0, repeat({ '': 9, Lost: 2, Won: 3 }));
  expect(listColumnValues(detail, null)).toEqual([
    { value: 'Won', leads: 3 },
    { value: 'Lost', leads: 2 },
    { value: '(Blank)', leads: 9 },
  ]);
});

test('ranges come in their own order, whatever their counts; the rest follows', () => {
  const detail = columnDetail(0, repeat({ '': 9, 1: 1, 5: 4, 20: 2, 99: 3, 'n/a': 1 }));
  const ranges = [
    { min: 1, max: 4, label: 'Low' },
    { min: 4.01, max: 10, label: 'High' },
    { min: 15, max: 30, label: 'Low' },
  ];
  expect(listColumnValues(detail, ranges)).toEqual([
    { value: 'Low', leads: 3 },
    { value: 'High', leads: 4 },
    { value: 'n/a', leads: 1 },
    { value: '(Blank)', leads: 9 },
    { value: '(Out of range)', leads: 3 },
  ]);
});

test('converted leads are those of ticked values that occur', () => {
  const values = listColumnValues(columnDetail(0, repeat({ Won: 3, Lost: 2, '': 1 })), null);
  expect(countConverted(values, new Set(['Won', '(Blank)', 'Qualified']))).toEqual({ values: 2, leads: 4 });
  expect(countConverted(values, new Set(['Qualified']))).toEqual({ values: 0, leads: 0 });
});

test('long and broken text is shown on one line of limited length', () => {
  expect(shortText('Google', 6)).toBe('Google');
  expect(shortText('Google', 5)).toBe('Goo…e');
  expect(shortText(`${'x'.repeat(1_000_000)} 1`, 6)).toBe('xxx… 1');
  expect(shortText('a\r\n\r\n b', 20)).toBe('a ⏎ b');
  expect(shortText('a \r b\nc', 20)).toBe('a ⏎ b ⏎ c');
  // Characters of two units are counted once, and not cut in two.
  expect(shortText('😀😀😀😀', 4)).toBe('😀😀😀😀');
  expect(shortText('😀😀😀😀😀', 4)).toBe('😀😀…😀');
  expect(shortText('abcdefghijkl', 6)).toBe('abc…kl');
  expect(shortText('abcdefghijklm', 6)).toBe('abc…lm');
});
