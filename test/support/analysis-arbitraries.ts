import fc from 'fast-check';
import { expandCells, type Cell, type Lead } from './analysis-builders.ts';

/** Few names, so that values repeat. Some break code that uses names as object keys. */
const names = fc.constantFrom('(Blank)', 'a', 'b', 'A', '10', '9', '__proto__', 'constructor', 'ä');

function cellOf(fields: number): fc.Arbitrary<Cell> {
  return fc
    .tuple(fc.array(names, { minLength: fields, maxLength: fields }), fc.nat(120), fc.nat(100))
    .map(([values, leads, percent]) => [values, leads, Math.round((leads * percent) / 100)]);
}

/** Datasets of 1 to 3 fields with up to a few hundred leads, and pairs large enough to be tested. */
export const datasets: fc.Arbitrary<{ fields: string[]; leads: Lead[] }> = fc
  .integer({ min: 1, max: 3 })
  .chain((size) =>
    fc.record({
      fields: fc.constant(['Source', '__proto__', 'Device'].slice(0, size)),
      leads: fc.array(cellOf(size), { maxLength: 12 }).map(expandCells),
    }),
  );

/** Settings within their limits and outside them. */
export const anySettings = fc.record({
  conversionValue: fc.oneof(fc.double(), fc.integer({ min: 0, max: 1000 })),
  thresholdPercent: fc.oneof(fc.double(), fc.integer({ min: 1, max: 100 })),
});
