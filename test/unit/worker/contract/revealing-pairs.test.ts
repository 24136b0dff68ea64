import { describe, expect, test } from 'vitest';
import { dropRevealingPairs, findRevealingPairs } from '#contract/small-groups.ts';
import type { ShownCounts } from '#contract/pair-tables.ts';
import { shownCounts, type Cell } from '#test/support/small-group-attacker.ts';

// Each value has one letter, and a pair is written as its two letters: 'ab' is a together with b.

const nameOf = ({ attributes }: ShownCounts['correlationTests'][number]) =>
  attributes.map(({ value }) => value).join('');

/** Only these pairs of the counts. */
const showing = (counts: ShownCounts, names: string): ShownCounts => ({
  ...counts,
  correlationTests: counts.correlationTests.filter((pair) => names.split(' ').includes(nameOf(pair))),
});

/** The pairs of which one has to go; null where none has to. */
function telling(counts: ShownCounts): string | null {
  const names = counts.correlationTests.map(nameOf);
  return (
    findRevealingPairs(counts)
      ?.map((at) => names[at])
      .join(' ') ?? null
  );
}

const kept = (counts: ShownCounts): string => dropRevealingPairs(counts).map(nameOf).join(' ');

type Converted = (values: string, leads: number) => number;
const aQuarter: Converted = (_, leads) => Math.floor(leads / 4);

/** Two fields: the leads of each value of the first with each one of the second. */
function table(rows: string, columns: string, leads: readonly number[][], converted = aQuarter): ShownCounts {
  const cells = [...rows].flatMap((row, r) =>
    [...columns].map((column, c): Cell => {
      const count = leads[r]?.[c] ?? 0;
      return { values: [row, column], leads: count, conversions: converted(row + column, count) };
    }),
  );
  return shownCounts(cells);
}

/** Three fields, by default with 40 leads for each three values. */
function cube(
  fields: readonly [string, string, string],
  leadsOf = (_values: string) => 40,
  converted = aQuarter,
) {
  const cells = [...fields[0]].flatMap((a) =>
    [...fields[1]].flatMap((b) =>
      [...fields[2]].map((c): Cell => {
        const leads = leadsOf(a + b + c);
        return { values: [a, b, c], leads, conversions: converted(a + b + c, leads) };
      }),
    ),
  );
  return shownCounts(cells);
}

describe('in two fields', () => {
  test('the pairs of a value that has 2 leads left tell of them, as row and as column, and no other pair', () => {
    const leads = [
      [35, 25, 2],
      [90, 90, 90],
      [90, 90, 90],
    ];
    expect(telling(showing(table('BPT', 'WAF', leads), 'BW BA PW'))).toBe('BW BA');
    const turned = leads.map((_, at) => leads.map((row) => row[at] ?? 0));
    expect(telling(showing(table('WAF', 'BPT', turned), 'WB AB WP'))).toBe('WB AB');
  });

  test('a pair may name its values in either order', () => {
    const counts = showing(
      table('BP', 'WAF', [
        [35, 25, 2],
        [90, 90, 90],
      ]),
      'BW BA',
    );
    const correlationTests = counts.correlationTests.map((pair, at) => ({
      ...pair,
      attributes: (at === 0 ? pair.attributes : pair.attributes.toReversed()) as typeof pair.attributes,
    }));
    expect(telling({ ...counts, correlationTests })).toBe('BW AB');
  });

  test('all pairs tell of the leads that the values leave where none of them has a pair', () => {
    // 60 + 37 of 100 leads: 3 are left.
    const counts = table('WA', 'PD', [
      [30, 30],
      [20, 17],
    ]);
    const left = { ...counts, totalLeads: 100, totalQualified: 26 };
    expect(telling(showing(left, 'WP AD'))).toBe('WP AD');
  });

  test.each([
    [4, 'WP'],
    [5, null],
  ])('leads with neither value of one pair, nor of other pairs, are a group: %d of them', (left, pairs) => {
    const leads = [
      [50, 40, 40],
      [40, left - 2, 1],
      [40, 1, 50],
    ];
    expect(telling(showing(table('WAF', 'PDT', leads), 'WP FT'))).toBe(pairs);
  });

  test.each([
    [4, 'WP WD AP AD', null],
    [5, null, null],
  ])('and so are those with none of several values: %d of them', (left, pairs, ofThree) => {
    const leads = [
      [50, 40, 40],
      [40, 40, 40],
      [40, 40, left],
    ];
    expect(telling(showing(table('WAF', 'PDT', leads), 'WP WD AP AD'))).toBe(pairs);
    expect(telling(showing(table('WAF', 'PDT', leads), 'WP WD AP'))).toBe(ofThree);
  });

  test('conversions only in one place and none in another tell more than the leads do, either alone does not', () => {
    const leads = Array.from({ length: 3 }, () => [40, 40, 40]);
    const isLeftOf = (value: string, values: string) => values[0] === value && values[1] !== 'P';
    const of = (none: string, all: string) =>
      telling(
        showing(
          table('WAF', 'PDT', leads, (values, count) => {
            if (isLeftOf(none, values)) return 0;
            return isLeftOf(all, values) ? count : 10;
          }),
          'WP AP',
        ),
      );
    expect([of('W', 'A'), of('W', ''), of('', 'A')]).toEqual(['WP AP', null, null]);
  });

  test('of the pairs that tell the one with the fewest leads goes, and of equal ones the last', () => {
    const of = (...leads: number[]) => showing(table('BP', 'WAF', [leads, [90, 90, 90]]), 'BW BA');
    expect(kept(of(25, 35, 2))).toBe('BA');
    expect(kept(of(35, 25, 2))).toBe('BW');
    expect(kept(of(30, 30, 2))).toBe('BW');
  });

  // Each set of values that leave out the same diagonal is a block of its own: 2^12 of them are searched, 2^13 are not.
  test.each([
    [12, null],
    [13, 156],
  ])('a table of too many blocks shows fewer pairs instead of being searched: %d values', (size, told) => {
    const names = 'abcdefghijklm'.slice(0, size);
    const counts = table(
      names,
      names.toUpperCase(),
      Array.from({ length: size }, () => Array(size).fill(20)),
    );
    const correlationTests = counts.correlationTests.filter((pair) => {
      const [row, column] = nameOf(pair);
      return row?.toUpperCase() !== column;
    });
    expect(findRevealingPairs({ ...counts, correlationTests })?.length ?? null).toBe(told);
  });
});

describe('in three fields', () => {
  const FIELDS = ['axo', 'byp', 'czq'] as const;
  // Of all other values some pair is not known, so that only a, b and c, and x, y and z, can be added up.
  const PAIRS = 'ab ac bc xy xz yz';
  const count = (values: string) => [...'abc'].filter((letter) => values.includes(letter)).length;
  const GROUPS: Record<string, (values: string) => boolean> = {
    'all of a, b and c, and with none': (values) => [0, 3].includes(count(values)),
    'a and b but not c, and c alone': (values) => isEither(values, 'ab', 'c'),
    'a and c but not b, and b alone': (values) => isEither(values, 'ac', 'b'),
    'b and c but not a, and a alone': (values) => isEither(values, 'bc', 'a'),
  };
  const isEither = (values: string, pair: string, single: string) => {
    const found = [...'abc'].filter((letter) => values.includes(letter)).join('');
    return found === pair || found === single;
  };

  describe.each(Object.entries(GROUPS))('leads with %s are a group', (_, isIn) => {
    test.each([
      [4, 'ab ac bc'],
      [5, null],
    ])('of %d', (size, pairs) => {
      let left = size;
      const leadsOf = (values: string) => {
        if (!isIn(values)) return 40;
        const leads = Math.min(left, 1);
        left -= leads;
        return leads;
      };
      expect(telling(showing(cube(FIELDS, leadsOf), PAIRS))).toBe(pairs);
    });

    test.each([
      [0, 'ab ac bc'],
      [1, null],
    ])('of which %d did not convert', (size, pairs) => {
      let left = size;
      const converted = (values: string, leads: number) => {
        if (!isIn(values)) return 10;
        const others = Math.min(left, 1);
        left -= others;
        return leads - others;
      };
      expect(telling(showing(cube(FIELDS, undefined, converted), PAIRS))).toBe(pairs);
    });
  });

  test('all pairs of large groups may be shown', () => {
    expect(telling(cube(['aA', 'bB', 'cC']))).toBeNull();
    expect(telling(cube(['axo', 'byp', 'czq']))).toBeNull();
    expect(kept(showing(cube(FIELDS), PAIRS))).toBe('ab xy ac xz bc yz');
  });

  describe('a pair of which all leads converted', () => {
    const convertedWhere = (isIn: (values: string) => boolean) =>
      cube(['aA', 'bB', 'cC'], undefined, (values, leads) => (isIn(values) ? leads : 10));

    test('tells where the others are, shown or computed', () => {
      expect(telling(convertedWhere((values) => values.startsWith('ab')))).toBe('ab');
      const hidden = convertedWhere((values) => values.startsWith('aB'));
      expect(telling(showing(hidden, 'ab ac bc'))).toBe('ab');
    });

    test('tells nothing new where all leads of one of its values did, of either field', () => {
      for (const value of ['a', 'b', 'c']) {
        const counts = convertedWhere((values) => values.includes(value));
        expect([telling(counts), telling(showing(counts, 'ab ac bc'))]).toEqual([null, null]);
      }
    });

    test('tells nothing in two fields', () => {
      const leads = Array.from({ length: 2 }, () => [40, 40]);
      const converted: Converted = (values, all) => (values === 'ab' ? all : 10);
      expect(telling(showing(table('aA', 'bB', leads, converted), 'ab'))).toBeNull();
    });
  });

  test('of a city and its country the third field has pairs with one, and those of the table with the fewest go', () => {
    const leads: Record<string, number> = { WBG: 60, ABG: 40, WbG: 3, AbG: 70, WPF: 80, APF: 90 };
    const counts = cube(
      ['WA', 'BbP', 'GF'],
      (values) => leads[values] ?? 0,
      (_, all) => Math.min(all, all > 5 ? 9 : 1),
    );
    expect(telling(showing(counts, 'WB WG BG'))).toBe('WG');
    expect(telling(showing(counts, 'WB WG AG BG'))).toBe('WB');
    expect([telling(showing(counts, 'WB AB BG')), telling(showing(counts, 'WG AG BG'))]).toEqual([
      null,
      null,
    ]);
    expect(kept(showing(counts, 'WB WG BG'))).toBe('WB BG');
  });

  test.each([
    ['ab', 'aA', 'bB', 'cdefghijklmnopqr'],
    ['ac', 'aA', 'cdefghijklmnopqr', 'bB'],
    ['bc', 'cdefghijklmnopqr', 'aA', 'bB'],
  ])('too many sets of values are not searched: the pairs of the smallest table tell, %#', (_, ...fields) => {
    const counts = cube(fields as [string, string, string]);
    const small = telling(counts)?.split(' ') ?? [];
    expect(small).toHaveLength(4);
    expect([...new Set(small.join('').toLowerCase())].toSorted()).toEqual(['a', 'b']);
  });
});
