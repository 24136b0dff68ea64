import { afterEach, describe, expect, test } from 'vitest';
import { KnownPairs } from '#contract/known-pairs.ts';
import { MAX_SHARE_BYTES } from '#contract/limits.ts';
import { KnownCounts } from '#contract/three-fields.ts';
import { MAX_OPERATIONS, SearchBudget } from '#contract/search-budget.ts';
import { dropRevealingPairs, findRevealingPairs } from '#contract/small-groups.ts';
import type { ShownCounts } from '#contract/pair-tables.ts';

/** The values of a field are its letter and a number. */
interface Edge {
  fields: readonly [string, string];
  values: readonly [number, number];
}

/** Figures of which no group is small: each value has far more leads than all of its pairs. */
function makeCounts(edges: readonly Edge[]): ShownCounts {
  const named = edges.map(({ fields, values }) =>
    fields.map((field, at) => ({ field, value: `${field}${values[at]}` })),
  );
  const values = new Map(named.flat().map(({ field, value }) => [value, field]));
  const leads = 100 * edges.length;
  return {
    totalLeads: leads * values.size,
    totalQualified: 100 * values.size,
    metrics: [...values].map(([fieldValue, fieldName]) => ({
      fieldName,
      fieldValue,
      totalLeads: leads,
      qualifiedLeads: 100,
    })),
    correlationTests: named.map((attributes, at) => ({
      attributes: attributes as ShownCounts['correlationTests'][number]['attributes'], // of two fields
      leads: 40 + (at % 30),
      qualifiedLeads: 1,
    })),
  };
}

const inTable = (
  values: readonly (readonly [number, number])[],
  fields: Edge['fields'] = ['A', 'B'],
): Edge[] => values.map((pair) => ({ fields, values: pair }));

/** The edges of a graph of two fields at random, by the generator of Park and Miller. */
function atRandom(rows: number, columns: number, edges: number): [number, number][] {
  let seed = 7;
  const below = (end: number) => Math.floor(((seed = (seed * 48271) % 2147483647) / 2147483647) * end);
  const found = new Map<string, [number, number]>();
  while (found.size < edges) {
    const edge: [number, number] = [below(rows), below(columns)];
    found.set(edge.join(), edge);
  }
  return [...found.values()];
}

const ring = (size: number): [number, number][] =>
  Array.from({ length: 2 * size }, (_, at) => [at >> 1, ((at + 1) >> 1) % size]);
const grid = (rows: number, columns: number): [number, number][] =>
  Array.from({ length: rows * columns }, (_, at) => [at % rows, Math.floor(at / rows)]);
const withoutDiagonal = (size: number) => grid(size, size).filter(([row, column]) => row !== column);
const inThreeFields = (values: readonly (readonly [number, number])[]): Edge[] => [
  ...inTable(values, ['A', 'B']),
  ...inTable(values, ['A', 'C']),
  ...inTable(values, ['B', 'C']),
];
const FIELDS = Array.from({ length: 40 }, (_, at) => `F${at}-`);
const ofManyFields = FIELDS.flatMap((field, at) =>
  FIELDS.slice(at + 1).map((other): Edge => ({ fields: [field, other], values: [0, 0] })),
);

const restored: (() => void)[] = [];
afterEach(() => {
  for (const restore of restored.splice(0)) restore();
});

/** Counts the looks at pairs, whatever the budget says of them. */
function countLooks(): () => number {
  let looks = 0;
  const count = (prototype: object, name: string) => {
    const original = Reflect.get(prototype, name) as (...values: unknown[]) => unknown; // a method
    const counting = function (this: object, ...values: unknown[]) {
      looks++;
      return original.apply(this, values);
    };
    Reflect.set(prototype, name, counting);
    restored.push(() => Reflect.set(prototype, name, original));
  };
  count(KnownPairs.prototype, 'has');
  count(KnownCounts.prototype, 'get');
  return () => looks;
}

describe('a search at the limits of a link takes a bounded number of operations', () => {
  test.each<[string, Edge[], 'exact' | 'too long']>([
    ['a ring', inTable(ring(850)), 'exact'],
    ['a clique', inTable(grid(41, 41)), 'exact'],
    ['400 x 300 values with 1,592 pairs at random', inTable(atRandom(400, 300, 1592)), 'exact'],
    ['1,000 x 1,000 values with 1,592 pairs at random', inTable(atRandom(1000, 1000, 1592)), 'exact'],
    ['60 x 60 values with 1,592 pairs at random', inTable(atRandom(60, 60, 1592)), 'too long'],
    ['all pairs but a diagonal', inTable(withoutDiagonal(40)), 'too long'],
    ['a ring in three fields', inThreeFields(ring(280)), 'exact'],
    ['a clique in three fields', inThreeFields(grid(23, 23)), 'too long'],
    ['a random graph in three fields', inThreeFields(atRandom(25, 25, 500)), 'too long'],
    ['many fields', ofManyFields, 'too long'],
  ])('%s', (_, edges, end) => {
    const counts = makeCounts(edges);
    expect(JSON.stringify(counts).length).toBeLessThan(MAX_SHARE_BYTES);
    const [looks, budget] = [countLooks(), new SearchBudget()];
    const telling = findRevealingPairs(counts, budget);
    expect(budget.isSpent).toBe(end === 'too long');
    expect(telling === null).toBe(end === 'exact');
    // No loop is left out: each look at a pair is an operation, and the last ones were taken together.
    expect(looks()).toBeLessThan(1.1 * MAX_OPERATIONS);
    expect(looks()).toBeLessThan(2 * budget.used + 10_000);
  });

  test('400 x 300 values with 1,592 pairs take a tenth of it at most', () => {
    const budget = new SearchBudget();
    expect(findRevealingPairs(makeCounts(inTable(atRandom(400, 300, 1592))), budget)).toBeNull();
    expect(budget.used).toBeLessThan(MAX_OPERATIONS / 10);
  });

  test('the operations of a ring grow with its size, not with its square', () => {
    const [small, large] = [200, 800].map((size) => {
      const budget = new SearchBudget();
      findRevealingPairs(makeCounts(inTable(ring(size))), budget);
      return budget.used;
    });
    expect(large).toBeLessThan(5 * (small ?? 0));
  });
});

describe('beyond the budget', () => {
  const counts = makeCounts(inTable(withoutDiagonal(8)));
  const needed = new SearchBudget();
  findRevealingPairs(counts, needed);

  test('all pairs tell, and with just enough of it none does', () => {
    expect(findRevealingPairs(counts, new SearchBudget(needed.used))).toBeNull();
    expect(findRevealingPairs(counts, new SearchBudget(needed.used - 1))).toHaveLength(56);
    expect(findRevealingPairs(counts, new SearchBudget(0))).toHaveLength(56);
  });

  test.each([
    ['two', inTable(atRandom(60, 60, 1592))],
    ['three', inThreeFields(grid(23, 23))],
  ])('of %s fields pairs are left out by halves until the search of the rest is finished', (_, edges) => {
    const all = makeCounts(edges);
    const looks = countLooks();
    const kept = dropRevealingPairs(all);
    expect(looks()).toBeLessThan(8 * MAX_OPERATIONS);
    expect(findRevealingPairs({ ...all, correlationTests: kept })).toBeNull();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(all.correlationTests.length);
    const leadsOf = (pairs: ShownCounts['correlationTests']) =>
      pairs.reduce((sum, { leads }) => sum + leads, 0) / pairs.length;
    expect(leadsOf(kept)).toBeGreaterThan(leadsOf(all.correlationTests));
  });
});
