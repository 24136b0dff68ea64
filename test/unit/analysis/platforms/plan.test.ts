import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import { takesCondition } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { brief, choose, planCells, plannedLeads, planLeads } from './platform-room.ts';

/** Mobile halves the rate, CA doubles it; by the millions, so that nothing is left to chance. */
const STATES_AND_DEVICES: Cell[] = [
  [['CA', 'Mobile'], 1000, 200],
  [['CA', 'Desktop'], 1000, 400],
  [['TX', 'Mobile'], 2000, 200],
  [['TX', 'Desktop'], 2000, 400],
];
const FIELDS = ['State', 'Device'];
const KINDS = ['location', 'device'] as const;

/** CA converts far worse than others on mobiles, and far better on desktops. */
const PAIR_FIRST: Cell[] = [
  [['CA', 'Mobile'], 1000, 50],
  [['CA', 'Desktop'], 1000, 600],
  [['TX', 'Mobile'], 2000, 200],
  [['TX', 'Desktop'], 2000, 400],
];

const reasons = (leftOut: readonly { value: string; reason: string }[]) =>
  leftOut.map(({ value, reason }) => [value, reason]);

describe('the plan for Google', () => {
  test('has one primary condition, and pairs where a secondary one differs from both of its values', () => {
    const { google } = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS));
    // The baseline is 20%. CA + Desktop has 40%, CA + Mobile and TX + Desktop 20%, TX + Mobile 10%: the estimates are near that, between
    // these and the sums of log odds.
    const [first] = google.rules;
    expect(first?.conditions).toHaveLength(2);
    const kinds = google.rules.map(({ conditions }) => conditions.map(({ kind }) => kind).join(' + '));
    expect(new Set(kinds.map((kind) => kind.split(' + ')[0])).size).toBe(1);
    expect(google.tiedLeads).toBe(0);
    expect(google.share).toBeGreaterThan(0.95);
    expect(brief(google.rules)).toContainEqual([expect.stringMatching(/CA.*Computers|Computers.*CA/), 1.95]);
  });

  test('cuts a figure to its range and keeps the one that was computed', () => {
    const { google } = planCells(
      ['State'],
      [
        [['CA'], 2000, 100],
        [['TX'], 2000, 1000],
      ],
      choose(['location']),
    );
    const low = google.rules.find(({ conditions }) => conditions[0]?.name === 'CA');
    expect(low).toMatchObject({ multiplier: 0.5, limitedBy: 'least', leads: 2000 });
    expect(low?.computed).toBeLessThan(0.25);
  });

  test('names values that cannot be a condition, and says why', () => {
    const cells: Cell[] = [
      [['CA', 'Referral'], 1000, 500],
      [['TX', 'Ads'], 1000, 100],
      [['(Blank)', 'Ads'], 1000, 100],
    ];
    const { google } = planCells(['State', 'Source'], cells, choose(['location', 'none']));
    expect(brief(google.rules).map(([name]) => name)).toEqual(['CA', 'TX']);
    expect(reasons(google.leftOut)).toEqual(
      expect.arrayContaining([
        ['(Blank)', 'no-value'],
        ['Referral', 'no-condition'],
        ['Ads', 'no-condition'],
      ]),
    );
    expect(google.leftOutCount).toBe(3);
  });

  test('two values of one device are one condition: the one with more leads stands for it', () => {
    const cells: Cell[] = [
      [['Mobile'], 900, 90],
      [['Smartphone'], 800, 80],
      [['Desktop'], 1000, 500],
    ];
    const { google } = planCells(['Device'], cells, choose(['device']));
    expect(brief(google.rules).map(([name]) => name)).toEqual(['Computers', 'Mobile phones']);
    expect(reasons(google.leftOut)).toEqual([['Smartphone', 'same-value']]);
  });

  test('of two attributes of one kind one is used', () => {
    const cells: Cell[] = [
      [['CA', 'US'], 1000, 500],
      [['TX', 'US'], 1000, 200],
      [['Bavaria', 'DE'], 1000, 50],
    ];
    const { google } = planCells(['State', 'Country'], cells, choose(['location', 'location']));
    const fields = new Set(google.rules.flatMap(({ conditions }) => conditions.map(({ field }) => field)));
    expect([...fields]).toEqual([0]);
    expect(reasons(google.leftOut)).toContainEqual(['DE', 'same-condition']);
  });

  test('a rule that would make the plan worse is left out', () => {
    // Desktop alone looks average per state, and CA is above only because of it: its own rule would harm TX. What TX + Mobile leaves of TX
    // is average.
    const { google } = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS));
    for (const { reason } of google.leftOut) expect(['no-gain', 'primary', 'turned']).toContain(reason);
    expect(google.rules.length + google.leftOut.length).toBeGreaterThanOrEqual(4);
  });

  test('has at most 500 rules', () => {
    const cells = Array.from({ length: 520 }, (_, at): Cell => {
      const converted = at % 2 === 0 ? 190 - (at % 40) : 10 + (at % 40);
      return [[`Town ${at}`], 200, converted];
    });
    const { google, microsoft } = planCells(['City'], cells, choose(['location']));
    expect(google.rules).toHaveLength(500);
    expect(google.leftOut.filter(({ reason }) => reason === 'too-many')).toHaveLength(20);
    expect(microsoft.rules).toHaveLength(520);
  });
});

describe('the plan for Google and for Microsoft', () => {
  test('has no rule for a value all of whose leads have pairs', () => {
    // All of CA is in two pairs, of which one is average: it differs from the rule of CA alone.
    const cells: Cell[] = [
      [['CA', 'Mobile'], 3000, 150],
      [['CA', 'Desktop'], 3000, 615],
      [['TX', 'Mobile'], 6000, 1800],
      [['TX', 'Desktop'], 6000, 1035],
    ];
    const plans = planCells(FIELDS, cells, choose(['location', 'audience']));
    for (const platform of ['google', 'microsoft'] as const) {
      for (const { leads } of plans[platform].rules) expect(leads).toBeGreaterThan(0);
    }
  });
});

// Microsoft's help page on conversion value rules, 18 June 2026: all rules of an account have the same types of conditions.
describe('the plan for Microsoft', () => {
  /** Places differ a little, and devices of TX and NY much. */
  const cells: Cell[] = [
    [['CA', 'Mobile'], 2000, 200],
    [['CA', 'Desktop'], 2000, 1600],
    [['TX', 'Mobile'], 2000, 100],
    [['TX', 'Desktop'], 2000, 800],
    [['NY', 'Mobile'], 2000, 100],
    [['NY', 'Desktop'], 2000, 800],
  ];

  test('has the same primary and the same secondary condition in all rules', () => {
    const { microsoft } = planCells(FIELDS, cells, choose(KINDS));
    const [first, ...others] = microsoft.rules.map(({ conditions }) => conditions.map(({ kind }) => kind));
    expect(first).toHaveLength(2);
    expect(others.length).toBeGreaterThan(0);
    for (const kinds of others) expect(kinds).toEqual(first?.slice(0, kinds.length));
  });

  test('leaves out what would need another primary condition, and says so', () => {
    // Visitors convert half as often, in every place. Places differ more.
    const places: Cell[] = [
      [['CA', 'Visitors'], 2000, 800],
      [['CA', 'Buyers'], 2000, 1600],
      [['TX', 'Visitors'], 2000, 100],
      [['TX', 'Buyers'], 2000, 200],
      [['(Blank)', 'Visitors'], 3000, 300],
      [['(Blank)', 'Buyers'], 3000, 600],
    ];
    const { microsoft } = planCells(['State', 'List'], places, choose(['location', 'audience']));
    const [primary] = microsoft.rules.map(({ conditions }) => conditions[0]?.kind);
    const others = microsoft.leftOut.filter(({ field }) =>
      primary === 'location' ? field === 1 : field === 0,
    );
    expect(microsoft.rules.every(({ conditions }) => conditions[0]?.kind === primary)).toBe(true);
    expect(others.map(({ reason }) => reason)).toContain('primary');
  });

  test('is that for Google where no figure and no number of rules meets a limit', () => {
    const { google, microsoft } = planCells(
      FIELDS,
      cells.map(([values, leads, converted]) => [values, leads, Math.round(300 + converted / 4)]),
      choose(KINDS),
    );
    expect(google.rules.every(({ limitedBy }) => limitedBy === null)).toBe(true);
    expect(microsoft.rules.map(({ multiplier }) => multiplier)).toEqual(
      google.rules.map(({ multiplier }) => multiplier),
    );
    expect(microsoft.leftOut).toEqual(google.leftOut);
  });

  test('has no limit of 0.5', () => {
    const { microsoft } = planCells(
      ['State'],
      [
        [['CA'], 2000, 100],
        [['TX'], 2000, 1000],
      ],
      choose(['location']),
    );
    expect(brief(microsoft.rules)).toContainEqual(['CA', 0.18]);
  });
});

describe('the plan for Meta', () => {
  test('is an ordered list of at most 10 rules', () => {
    const cells = Array.from({ length: 14 }, (_, at): Cell => [
      [`Town ${at}`],
      1000,
      at % 2 ? 20 * at : 700 - 10 * at,
    ]);
    const { meta } = planCells(['City'], cells, choose(['location']));
    expect(meta.rules).toHaveLength(10);
    expect(meta.leftOut.map(({ reason }) => reason)).toContain('too-many');
  });

  test('puts a pair before the rules of its values', () => {
    const { meta } = planCells(FIELDS, PAIR_FIRST, choose(KINDS));
    expect(meta.share).toBeGreaterThan(0.9);
    for (const { leads } of meta.rules) expect(leads).toBeGreaterThan(0);
  });

  test.each([
    [null, 'unanswered'],
    [true, 'special-offer'],
  ])('leaves out age where offers of housing, employment and credit are %s', (isSpecialOffer, reason) => {
    const cells: Cell[] = [
      [['18-24', 'iOS'], 1000, 100],
      [['65+', 'Android'], 1000, 500],
    ];
    const { meta } = planCells(['Age', 'OS'], cells, choose(['age', 'operating-system'], { isSpecialOffer }));
    expect(
      brief(meta.rules)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['Android', 'iOS']);
    expect(reasons(meta.leftOut)).toEqual(
      expect.arrayContaining([
        ['18-24', reason],
        ['65+', reason],
      ]),
    );
  });

  test('lists ages that Ads Manager does not offer, with the reason', () => {
    const cells: Cell[] = [
      [['18-24'], 1000, 100],
      [['25-44'], 1000, 300],
      [['45-65'], 1000, 500],
      [['under 18'], 1000, 20],
      [['(Blank)'], 1000, 900],
    ];
    const { meta } = planCells(['Age'], cells, choose(['age']));
    expect(meta.rules.map(({ conditions }) => conditions[0]?.name)).not.toContain('45-65');
    expect(reasons(meta.leftOut)).toEqual(
      expect.arrayContaining([
        ['45-65', 'no-age'],
        ['under 18', 'no-age'],
        ['(Blank)', 'no-value'],
      ]),
    );
  });

  test('takes age for all other offers', () => {
    const cells: Cell[] = [
      [['18-24'], 1000, 100],
      [['65+'], 1000, 500],
    ];
    const { meta } = planCells(['Age'], cells, choose(['age']));
    expect(
      brief(meta.rules)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['18-24', '65+']);
  });
});

describe('the figures of a plan', () => {
  /** Mobile converts worse, but far better for referrals: the two overlap, and no platform takes a source. */
  const overlapping: Cell[] = [
    [['Mobile', 'Referral'], 1000, 500],
    [['Mobile', 'Ads'], 3000, 150],
    [['Desktop', 'Referral'], 1000, 500],
    [['Desktop', 'Ads'], 3000, 900],
  ];

  test('are the mean best estimates of the leads that get the rule, over the mean of all: no cut for a partner', () => {
    const tally = fitTally(tallyOfCells(['Device', 'Source'], overlapping));
    const analysis = judge(measure(tally), { conversionValue: 100, thresholdPercent: 10 });
    const mobile = analysis.significantSegments.find(({ value }) => value === 'Mobile');
    expect(mobile?.partners.length).toBeGreaterThan(0);
    const { estimate } = estimateCombinations(tally);
    const worth = (cells: readonly Cell[]) =>
      cells.reduce((sum, [values, leads]) => sum + leads * estimate(values).bestRate, 0);
    const [mobiles, mean] = [worth(overlapping.slice(0, 2)) / 4000, worth(overlapping) / 8000];
    const plans = planPlatforms(analysis, tally, choose(['device', 'none']));
    for (const platform of PLATFORM_IDS) {
      const rule = plans[platform].rules.find(({ conditions }) => conditions[0]?.value === 'Mobile');
      // 650 of 4,000 against 2,050 of 8,000 is 0.6341. A program of the formulas gives 0.6327; the cut would make it 0.54.
      expect(rule).toMatchObject({
        computed: expect.closeTo(mobiles / mean, 12),
        multiplier: 0.63,
        takenBy: [],
      });
      expect(rule?.alone).toBe(rule?.computed);
    }
    const { google } = planPlatforms(analysis, tally, choose(['none', 'none']));
    expect(google.leftOut.find(({ value }) => value === 'Mobile')?.computed).toBe(mobile?.adjustedLift);
  });

  test('say which other rules take leads, and what the rule would be alone', () => {
    const { meta } = planCells(FIELDS, PAIR_FIRST, choose(KINDS));
    const taken = meta.rules.filter(({ takenBy }) => takenBy.length > 0);
    expect(taken.length).toBeGreaterThan(0);
    for (const { leads, takenBy, alone, computed, conditions } of taken) {
      expect(alone).not.toBeCloseTo(computed, 2);
      // Every lead of a value is under its rule or under another one.
      const all = { CA: 2000, TX: 4000, Mobile: 3000, Desktop: 3000 }[conditions[0]?.value ?? ''] ?? NaN;
      expect(takenBy.reduce((sum, other) => sum + other.leads, leads)).toBe(all);
      for (const { rule } of takenBy)
        expect(rule).toBeLessThan(meta.rules.findIndex((one) => one.alone === alone));
    }
  });

  test('a long list of rules that are not entered is cut, and counted', () => {
    const cells = Array.from({ length: 240 }, (_, at): Cell => [
      [`Source ${at}`],
      200,
      at % 2 === 0 ? 190 - (at % 40) : 10 + (at % 40),
    ]);
    const { google } = planCells(['Source'], cells, choose(['none']));
    expect([google.leftOut.length, google.leftOutCount]).toEqual([200, 240]);
  });
});

describe('evidence', () => {
  /** Many values, of which one is significant alone but not among the others. */
  const manyTests: Cell[] = [
    ...Array.from({ length: 30 }, (_, at): Cell => [[`Town ${at}`], 200, 40]),
    [['Testville'], 200, 54],
  ];

  test('a rule labelled Test enters by choice only', () => {
    const without = planCells(['City'], manyTests, choose(['location']));
    expect(without.google.rules).toEqual([]);
    expect(reasons(without.google.leftOut)).toEqual([['Testville', 'test']]);
    const included = planCells(['City'], manyTests, choose(['location'], { includesTests: true }));
    expect(brief(included.google.rules).map(([name]) => name)).toEqual(['Testville']);
  });

  test('values that are unclear or average are in no list', () => {
    const { google } = planCells(
      ['City'],
      [
        [['A'], 100, 20],
        [['B'], 100, 21],
      ],
      choose(['location']),
    );
    expect(google).toMatchObject({ rules: [], leftOut: [], leftOutCount: 0 });
  });

  test.each([
    [29, false],
    [30, true],
  ])('a pair of %i leads enters: %s', (leads, enters) => {
    const cells: Cell[] = [
      [['CA', 'Mobile'], leads, 0],
      [['CA', 'Desktop'], 3000, 1500],
      [['TX', 'Mobile'], 3000, 1500],
      [['TX', 'Desktop'], 3000, 500],
    ];
    const { google } = planCells(FIELDS, cells, choose(KINDS));
    const hasPair = brief(google.rules).some(([name]) =>
      /CA \+ Mobile|Mobile phones \+ CA/.test(String(name)),
    );
    expect(hasPair).toBe(enters);
  });

  test('a pair that does not differ from one of its values is no rule', () => {
    // Devices do not matter at all.
    const cells: Cell[] = [
      [['CA', 'Mobile'], 1000, 400],
      [['CA', 'Desktop'], 1000, 400],
      [['TX', 'Mobile'], 1000, 100],
      [['TX', 'Desktop'], 1000, 100],
    ];
    const { google, meta } = planCells(FIELDS, cells, choose(KINDS));
    for (const { conditions } of [...google.rules, ...meta.rules]) expect(conditions).toHaveLength(1);
    expect(
      brief(google.rules)
        .map(([name]) => name)
        .sort(),
    ).toEqual(['CA', 'TX']);
  });
});

test('no plan leaves the limits of its platform, whatever the leads and the choices', () => {
  fc.assert(
    fc.property(plannedLeads, ({ fields, leads, choices }) => {
      const { analysis, plans } = planLeads(fields, leads, choices);
      const labelOf = new Map(
        analysis.significantSegments.map(({ field, value, label }) => [`${field} ${value}`, label]),
      );
      for (const platform of PLATFORM_IDS) {
        const limits = PLATFORMS[platform];
        const { rules, leftOut, leftOutCount, tiedLeads, share } = plans[platform];
        expect(rules.length).toBeLessThanOrEqual(limits.maxRules ?? Infinity);
        expect(tiedLeads).toBe(0);
        if (share !== null) expect(share).toBeGreaterThanOrEqual(-1e-9);
        for (const { multiplier, conditions, leads: under } of rules) {
          expect(multiplier).toBeGreaterThanOrEqual(limits.leastMultiplier);
          expect(multiplier).toBeLessThanOrEqual(limits.mostMultiplier ?? Infinity);
          expect(Math.abs(multiplier * 100 - Math.round(multiplier * 100))).toBeLessThan(1e-9);
          expect(under).toBeGreaterThan(0);
          if (!limits.takesOne) expect(multiplier).not.toBe(1);
          expect(conditions.length).toBeGreaterThan(0);
          expect(conditions.length).toBeLessThanOrEqual(Math.min(2, limits.maxConditions));
          expect(new Set(conditions.map(({ kind }) => kind)).size).toBe(conditions.length);
          for (const { kind, name, value } of conditions) {
            expect(takesCondition(limits, kind)).toBe(true);
            if (choices.isSpecialOffer !== false)
              expect(limits.specialOffers?.barred ?? []).not.toContain(kind);
            expect(name).not.toBe('');
            expect(value).not.toBe('(Blank)');
          }
          const label =
            conditions.length === 1 && labelOf.get(`${conditions[0]?.field} ${conditions[0]?.value}`);
          if (label === 'Test') expect(choices.includesTests).toBe(true);
          else if (label !== false) expect(label).toBe('Use');
        }
        const named = rules.map(({ conditions }) =>
          conditions
            .map(({ kind, name }) => `${kind} ${name}`)
            .sort()
            .join(' + '),
        );
        expect(new Set(named).size).toBe(named.length);
        if (limits.picks === 'most-specific') {
          expect(new Set(rules.map(({ conditions }) => conditions[0]?.kind)).size).toBeLessThanOrEqual(1);
          const secondary = rules.flatMap(({ conditions }) => conditions[1]?.kind ?? []);
          expect(new Set(secondary).size).toBeLessThanOrEqual(1);
        }
        const singles = rules.filter(({ conditions }) => conditions.length === 1).length;
        expect(leftOutCount).toBe(leftOut.length);
        expect(singles + leftOut.length).toBe(analysis.significantSegments.length);
      }
    }),
    { numRuns: 100 },
  );
});
