import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHeap } from '#frontend/analysis/heap.ts';
import { mergeSorted, orderDescending } from '#frontend/analysis/order.ts';
import { sortRows, type SortOrder } from '#frontend/analysis/sort-rows.ts';
import { exceedsThreshold } from '#frontend/analysis/threshold.ts';

const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })));
const byValue = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

describe('orderDescending', () => {
  test('gives positions from the highest value on, equal ones in their given order', () => {
    expect([...orderDescending(Float64Array.of(1, 3, 1, 2))]).toEqual([1, 3, 0, 2]);
    expect([...orderDescending(new Float64Array())]).toEqual([]);
  });

  test('equals a stable sort', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const sorted = [...values.keys()].toSorted((a, b) => byValue(values[b] ?? 0, values[a] ?? 0));
        expect([...orderDescending(Float64Array.from(values))]).toEqual(sorted);
      }),
    );
  });
});

describe('mergeSorted', () => {
  test('equals sorting both lists together, the first list first where equal', () => {
    const lists = fc.array(fc.record({ key: fc.integer({ min: 0, max: 5 }), id: fc.nat() }));
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const compare = (x: { key: number }, y: { key: number }) => x.key - y.key;
        const [first, second] = [a.toSorted(compare), b.toSorted(compare)];
        expect(mergeSorted(first, second, compare)).toEqual([...first, ...second].toSorted(compare));
      }),
    );
  });
});

describe('createHeap', () => {
  test('pops in order, with pushes in between', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer(), { freq: 3 })), (steps) => {
        const heap = createHeap(byValue);
        let held: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(heap.pop()).toBe(held[0]);
            held = held.slice(1);
          } else {
            heap.push(step);
            held = [...held, step].toSorted(byValue);
          }
        }
        expect(held.map(() => heap.pop())).toEqual(held);
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});

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
  });
});

describe('exceedsThreshold', () => {
  test('is strict, with a tolerance of 1e-9', () => {
    expect(exceedsThreshold(1.1 - 1, 10)).toBe(false);
    expect(exceedsThreshold(0.9 - 1, 10)).toBe(false);
    expect(exceedsThreshold(0.1 + 0.9e-9, 10)).toBe(false);
    expect(exceedsThreshold(0.1 + 1.1e-9, 10)).toBe(true);
    expect(exceedsThreshold(-0.2, 10)).toBe(true);
  });
});
