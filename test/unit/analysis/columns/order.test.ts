import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSorted, orderDescending } from '#frontend/analysis/columns/order.ts';

const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })));
const byValue = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);

describe('orderDescending', () => {
  test('gives positions from the highest value on, equal ones in their given order', () => {
    expect([...orderDescending(Float64Array.of(1, 3, 2), Uint32Array.of(0, 1, 0, 2))]).toEqual([1, 3, 0, 2]);
    expect([...orderDescending(new Float64Array(), new Uint32Array())]).toEqual([]);
  });

  test('equals a stable sort', () => {
    fc.assert(
      fc.property(numbers, fc.array(fc.nat()), (values, places) => {
        const valueOf = values.length === 0 ? [] : places.map((place) => place % values.length);
        const valueAt = (item: number) => values[valueOf[item] ?? 0] ?? 0;
        const sorted = [...valueOf.keys()].toSorted((a, b) => byValue(valueAt(b), valueAt(a)));
        expect([...orderDescending(Float64Array.from(values), Uint32Array.from(valueOf))]).toEqual(sorted);
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
