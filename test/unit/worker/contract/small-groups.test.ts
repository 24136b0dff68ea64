import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropRevealingPairs, findRevealingPairs } from '#contract/small-groups.ts';
import type { ShownCounts } from '#contract/pair-tables.ts';
import { listSmallGroups, shownCounts, type Cell } from '#test/support/small-group-attacker.ts';

/** Leads and conversions of 'Source' and 'Device' alone: all other leads are of 'Rest' and 'Desktop'. */
function twoFields(...cells: [source: string, device: string, leads: number, conversions: number][]) {
  return shownCounts(
    cells.map(([source, device, leads, conversions]): Cell => ({
      values: [source, device],
      leads,
      conversions,
    })),
  );
}

const pairsOf = ({ correlationTests }: Pick<ShownCounts, 'correlationTests'>) =>
  correlationTests.map(({ attributes }) => attributes.map(({ value }) => value).join(' '));
const kept = (counts: ShownCounts) => pairsOf({ correlationTests: dropRevealingPairs(counts) });
const showing = (counts: ShownCounts, ...names: string[]): ShownCounts => ({
  ...counts,
  correlationTests: counts.correlationTests.filter((_, at) => names.includes(pairsOf(counts)[at] ?? '')),
});

describe('what is left of a value', () => {
  // 'Berlin outside Web and Ads: 2 leads, 1 converted.'
  const berlin = (left: number) =>
    showing(
      twoFields(
        ['Web', 'Berlin', 35, 9],
        ['Ads', 'Berlin', 25, 5],
        ['Fair', 'Berlin', left, 1],
        ['Web', 'Bonn', 100, 20],
        ['Ads', 'Bonn', 100, 20],
        ['Fair', 'Bonn', 100, 20],
      ),
      'Web Berlin',
      'Ads Berlin',
    );

  test.each([
    [1, ['Web Berlin']],
    [4, ['Web Berlin']],
    [5, ['Web Berlin', 'Ads Berlin']],
  ])('of %i leads is told or not', (left, pairs) => {
    expect(kept(berlin(left))).toEqual(pairs);
    expect(findRevealingPairs(berlin(left)) === null).toBe(pairs.length === 2);
  });

  test('may be nothing', () => {
    const counts = showing(
      twoFields(
        ['Web', 'Berlin', 35, 9],
        ['Ads', 'Berlin', 25, 5],
        ['Web', 'Bonn', 100, 20],
        ['Ads', 'Bonn', 90, 9],
      ),
      'Web Berlin',
      'Ads Berlin',
    );
    expect(kept(counts)).toEqual(['Web Berlin', 'Ads Berlin']);
  });

  test('may have any conversions, as a value may', () => {
    const counts = showing(
      twoFields(
        ['Web', 'Berlin', 35, 9],
        ['Ads', 'Berlin', 25, 1],
        ['Web', 'Bonn', 100, 20],
        ['Ads', 'Bonn', 90, 9],
      ),
      'Web Berlin',
    );
    expect(kept(counts)).toEqual(['Web Berlin']);
  });
});

test('leads with neither value of a pair are a group too', () => {
  const neither = (leads: number) =>
    showing(
      twoFields(
        ['Web', 'Phone', 50, 9],
        ['Web', 'Desktop', 40, 9],
        ['Ads', 'Phone', 30, 9],
        ['Ads', 'Desktop', leads, 1],
      ),
      'Web Phone',
    );
  expect([kept(neither(4)), kept(neither(5))]).toEqual([[], ['Web Phone']]);
});

test('leads with all of three values or with none of them are a group too', () => {
  // 3 + 1 leads: 200 - 103 - 103 - 103 + 53 + 53 + 53 = 4, although of no value 1 to 4 leads are left.
  const cells: Cell[] = [];
  for (const a of ['a', 'A'])
    for (const b of ['b', 'B'])
      for (const c of ['c', 'C']) {
        const same = [a === 'a', b === 'b', c === 'c'].filter(Boolean).length;
        cells.push({ values: [a, b, c], leads: same === 3 ? 3 : same === 0 ? 1 : 50, conversions: 1 });
      }
  const counts = showing(shownCounts(cells), 'a b', 'a c', 'b c');
  expect(counts.correlationTests).toHaveLength(3);
  expect(kept(counts)).toHaveLength(2);
});

test('a city lies in one country, so a third field has pairs with one of them only', () => {
  const cells: Cell[] = [
    { values: ['Web', 'Berlin', 'Germany'], leads: 60, conversions: 9 },
    { values: ['Ads', 'Berlin', 'Germany'], leads: 40, conversions: 9 },
    { values: ['Web', 'Bonn', 'Germany'], leads: 3, conversions: 1 }, // 63 less 60
    { values: ['Ads', 'Bonn', 'Germany'], leads: 70, conversions: 9 },
    { values: ['Web', 'Paris', 'France'], leads: 80, conversions: 9 },
    { values: ['Ads', 'Paris', 'France'], leads: 90, conversions: 9 },
  ];
  const counts = showing(shownCounts(cells), 'Web Berlin', 'Web Germany', 'Berlin Germany');
  expect(counts.correlationTests).toHaveLength(3);
  expect(kept(counts)).toHaveLength(2);
});

describe('an attacker who tries every sum and difference', () => {
  const some = fc.constantFrom(0, 0, 1, 2, 3, 4, 5, 6, 9, 20, 40);
  const converted = fc.constantFrom(0, 0, 0.1, 0.5, 1);
  const sizes = fc.constantFrom<readonly number[]>([2, 2], [2, 3], [3, 3], [2, 4], [2, 2, 2]);
  const files = sizes.chain((list) =>
    fc.record({
      sizes: fc.constant(list),
      cells: fc.array(fc.tuple(some, converted), {
        minLength: list.reduce((all, size) => all * size, 1),
        maxLength: list.reduce((all, size) => all * size, 1),
      }),
      isShown: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
    }),
  );

  /** All values of at least 5 leads, and some of the pairs of at least 5. */
  function toCounts({
    sizes: list,
    cells,
    isShown,
  }: {
    sizes: readonly number[];
    cells: readonly (readonly [number, number])[];
    isShown: boolean[];
  }) {
    const all = cells.map(([leads, share], at): Cell => {
      let rest = at;
      const values = list.map((size, field) => {
        const value = `${'abc'[field]}${rest % size}`;
        rest = Math.floor(rest / size);
        return value;
      });
      return { values, leads, conversions: Math.floor(leads * share) };
    });
    const counts = shownCounts(all);
    const correlationTests = counts.correlationTests.filter(
      ({ leads }, at) => leads >= 5 && isShown[at % 16],
    );
    return { all, counts: { ...counts, correlationTests } };
  }

  test('finds no group of 1 to 4 leads among what is left', () => {
    let [shown, dropped] = [0, 0];
    fc.assert(
      fc.property(files, (file) => {
        const { all, counts } = toCounts(file);
        fc.pre(counts.metrics.every(({ totalLeads }) => totalLeads >= 5));
        const left = { ...counts, correlationTests: dropRevealingPairs(counts) };
        // Values are shown whatever they tell: a value of conversions only beside one without any tells much.
        const isAllConverted = counts.metrics.some((value) => value.totalLeads === value.qualifiedLeads);
        fc.pre(!isAllConverted || file.sizes.length === 2);
        const byValues = new Set(listSmallGroups(all, { ...counts, correlationTests: [] }).map(String));
        expect(listSmallGroups(all, left).filter((group) => !byValues.has(String(group)))).toEqual([]);
        shown += left.correlationTests.length;
        dropped += counts.correlationTests.length - left.correlationTests.length;
      }),
      { numRuns: 250 },
    );
    // The rule is no excuse for showing nothing.
    expect(shown).toBeGreaterThan(dropped / 3);
    expect(dropped).toBeGreaterThan(100);
  });
});

test('some of many pairs stay', () => {
  const cells = Array.from({ length: 40 * 40 }, (_, at): Cell => {
    const [a, b] = [at % 40, Math.floor(at / 40)];
    return { values: [`a${a}`, `b${b}`], leads: 30 + ((a * 7 + b * 13) % 40), conversions: (a * b) % 20 };
  });
  const all = shownCounts(cells);
  const counts = { ...all, correlationTests: all.correlationTests.filter((_, at) => (at * 7919) % 11 < 3) };
  const pairs = dropRevealingPairs(counts);
  expect(pairs.length).toBeGreaterThan(0);
});
