import { describe, expect, test } from 'vitest';
import { sortRows, type SortOrder } from '#frontend/analysis/columns/order.ts';

describe('sortRows', () => {
  type Row = { name: string; figure: number };
  const rows: readonly Row[] = Object.freeze([
    { name: 'b', figure: 10 },
    { name: '(Blank)', figure: 9 },
    { name: 'ä', figure: 9 },
    { name: 'a', figure: 100 },
  ]);
  const sorted = (valueOf: SortOrder<Row>['valueOf'], direction: SortOrder<Row>['direction']) =>
    sortRows(rows, {
      valueOf,
      direction,
      compareText: new Intl.Collator('de').compare,
      compareTies: (a, b) => (a.name < b.name ? -1 : 1),
    }).map(({ name }) => name);
  const nameOf = ({ name }: Row) => name;
  const figureOf = ({ figure }: Row) => figure;

  test('orders text as the reader does, (Blank) last in both directions', () => {
    expect(sorted(nameOf, 'ascending')).toEqual(['a', 'ä', 'b', '(Blank)']);
    expect(sorted(nameOf, 'descending')).toEqual(['b', 'ä', 'a', '(Blank)']);
  });

  test('orders numbers by value, ties the same way in both directions', () => {
    expect(sorted(figureOf, 'ascending')).toEqual(['(Blank)', 'ä', 'b', 'a']);
    expect(sorted(figureOf, 'descending')).toEqual(['a', 'b', '(Blank)', 'ä']);
  });

  test('puts numbers before text', () => {
    expect(sorted(({ name, figure }) => (figure === 10 ? figure : name), 'ascending')[0]).toBe('b');
    const mixed = (values: (number | string)[]) =>
      sortRows(values, {
        valueOf: (value) => value,
        direction: 'ascending',
        compareText: new Intl.Collator('en').compare,
        compareTies: () => 0,
      });
    expect(mixed([10, '1', 5, '2'])).toEqual([5, 10, '1', '2']);
    expect(mixed(['1', 10, '2', 5])).toEqual([5, 10, '1', '2']);
  });
});
