import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHeap } from '#frontend/analysis/judge/lead-values.ts';

const byItem = (a: number, b: number) => a - b;

describe('createHeap', () => {
  test('pops the highest value first and ties in their order, with pushes in between', () => {
    const entry = fc.record({ value: fc.integer({ min: -3, max: 3 }), item: fc.integer() });
    fc.assert(
      fc.property(fc.array(fc.option(entry, { freq: 3 })), (steps) => {
        const heap = createHeap(byItem);
        let held: { value: number; item: number }[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(heap.pop()).toEqual(held[0]);
            held = held.slice(1);
          } else {
            heap.push(step.value, step.item);
            held = [...held, step].toSorted((a, b) => b.value - a.value || byItem(a.item, b.item));
          }
        }
        expect(held.map(() => heap.pop())).toEqual(held);
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});
