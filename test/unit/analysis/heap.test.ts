import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHeap } from '#frontend/analysis/heap.ts';

const compare = (a: number, b: number) => a - b;

describe('createHeap', () => {
  test('pops in order, with pushes in between', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer(), { freq: 3 })), (steps) => {
        const heap = createHeap(compare);
        let held: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(heap.pop()).toBe(held[0]);
            held = held.slice(1);
          } else {
            heap.push(step);
            held = [...held, step].toSorted(compare);
          }
        }
        expect(held.map(() => heap.pop())).toEqual(held);
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});
