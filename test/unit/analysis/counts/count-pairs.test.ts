import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countPairs } from '#frontend/analysis/counts/count-pairs.ts';
import type { CrosstabSide } from '#frontend/analysis/counts/valued-leads.ts';

/** Every third code counts. */
function sideOf(codes: readonly number[], values: number): CrosstabSide {
  const positionOf = Uint32Array.from({ length: values }, (_, code) => (code % 3 === 0 ? code / 3 : values));
  return { codes: Uint32Array.from(codes), positionOf, count: Math.ceil(values / 3) };
}

function countNaively(a: CrosstabSide, b: CrosstabSide, leads: Uint32Array, conversions: Uint8Array) {
  const counts = new Map<string, [number, number]>();
  leads.forEach((size, item) => {
    const positions = [a, b].map(({ codes, positionOf }) => positionOf[codes[item] ?? -1] ?? -1);
    if (positions.some((position, side) => position >= [a, b][side]!.count)) return; // two sides
    const [before, converted] = counts.get(positions.join()) ?? [0, 0];
    counts.set(positions.join(), [before + size, converted + (conversions[item] ?? 0)]);
  });
  return counts;
}

describe('countPairs', () => {
  // With 6,000 values each, 2,000 of them count: 4 million pairs, which take more than one look at the items.
  test.each([
    [3, 3],
    [7, 6000],
    [6000, 6000],
  ])('counts what a Map counts, with %d and %d values', (valuesA, valuesB) => {
    const items = fc.array(
      fc.record({
        codeA: fc.nat(valuesA - 1),
        codeB: fc.nat(valuesB - 1),
        leads: fc.integer({ min: 1, max: 40 }),
        isConverted: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 30 }), (list, minLeads) => {
        const [a, b] = [
          sideOf(
            list.map(({ codeA }) => codeA),
            valuesA,
          ),
          sideOf(
            list.map(({ codeB }) => codeB),
            valuesB,
          ),
        ];
        const leads = Uint32Array.from(list, (item) => item.leads);
        const conversions = Uint8Array.from(list, ({ isConverted }) => Number(isConverted));
        const total = { leads: 0, conversions: 0 };
        const found = countPairs(a, b, { leads, conversions, total }, minLeads).map(
          ({ positions, counts }) => [positions.join(), [counts.leads, counts.conversions]] as const,
        );
        const expected = [...countNaively(a, b, leads, conversions)].filter(([, [size]]) => size >= minLeads);
        expect(new Map(found)).toEqual(new Map(expected));
        expect(found).toHaveLength(expected.length);
      }),
      { numRuns: 15 },
    );
  });

  test('leaves out pairs of fewer leads than asked for', () => {
    const sources: CrosstabSide = {
      codes: Uint32Array.of(0, 0, 1),
      positionOf: Uint32Array.of(0, 1),
      count: 2,
    };
    const devices: CrosstabSide = { codes: Uint32Array.of(0, 0, 0), positionOf: Uint32Array.of(0), count: 1 };
    const items = {
      leads: Uint8Array.of(1, 1, 1),
      conversions: Uint8Array.of(0, 1, 1),
      total: { leads: 3, conversions: 2 },
    };
    expect(countPairs(sources, devices, items, 2)).toMatchObject([
      { positions: [0, 0], counts: { leads: 2, conversions: 1 } },
    ]);
  });

  test('finds none where no value of a side counts', () => {
    const items = {
      leads: Uint8Array.of(50),
      conversions: Uint8Array.of(1),
      total: { leads: 50, conversions: 1 },
    };
    const none: CrosstabSide = { codes: Uint32Array.of(0), positionOf: Uint32Array.of(0), count: 0 };
    expect(countPairs(none, sideOf([0], 1), items, 1)).toEqual([]);
    expect(countPairs(sideOf([0], 1), none, items, 1)).toEqual([]);
  });

  test('counts on where a side has more values than fit in one pass', () => {
    const many = 2 ** 20 + 1;
    const a: CrosstabSide = { codes: Uint32Array.of(0, 1, 1), positionOf: Uint32Array.of(0, 1), count: 2 };
    const positionOf = Uint32Array.from({ length: many }, (_, code) => code);
    const b: CrosstabSide = { codes: Uint32Array.of(many - 1, 0, 0), positionOf, count: many };
    const items = {
      leads: Uint8Array.of(3, 2, 1),
      conversions: Uint8Array.of(2, 1, 0),
      total: { leads: 6, conversions: 3 },
    };
    expect(countPairs(a, b, items, 1)).toMatchObject([
      { positions: [0, many - 1], counts: { leads: 3, conversions: 2 } },
      { positions: [1, 0], counts: { leads: 3, conversions: 1 } },
    ]);
  });
});
