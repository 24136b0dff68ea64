import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS, PLATFORMS } from '#frontend/analysis/platforms/limits.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
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

const reasons = (leftOut: readonly { value: string; reason: string }[]) =>
  leftOut.map(({ value, reason }) => [value, reason]);

describe('the plan for Google', () => {
  test('has one primary condition, and pairs where a secondary one differs from both of its values', () => {
    const { google } = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS));
    // The baseline is 20%. CA + Desktop has 40%, adjusted 1.95; CA + Mobile 20%, TX + Desktop 20%, TX + Mobile 10%.
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
    // Desktop alone looks average per state, and CA is above only because of it: its own rule would harm TX.
    const { google } = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS));
    for (const { reason } of google.leftOut) expect(['no-gain', 'primary']).toContain(reason);
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

describe('the plan for Microsoft', () => {
  test('adds values of another attribute where no lead then has two rules of one condition', () => {
    // CA differs on desktops only, so CA + Mobile is a pair that differs from CA; all other leads of Mobile are free.
    const cells: Cell[] = [
      [['CA', 'Mobile'], 2000, 200],
      [['CA', 'Desktop'], 2000, 1600],
      [['TX', 'Mobile'], 2000, 100],
      [['TX', 'Desktop'], 2000, 800],
      [['NY', 'Mobile'], 2000, 100],
      [['NY', 'Desktop'], 2000, 800],
    ];
    const { google, microsoft } = planCells(FIELDS, cells, choose(KINDS));
    expect(microsoft.tiedLeads).toBe(0);
    expect(microsoft.share ?? 0).toBeGreaterThanOrEqual(google.share ?? 0);
  });

  test('has no limit of 0.5', () => {
    const cells: Cell[] = [
      [['CA'], 2000, 100],
      [['TX'], 2000, 1000],
    ];
    const { microsoft } = planCells(['State'], cells, choose(['location']));
    expect(brief(microsoft.rules)).toContainEqual(['CA', 0.2]);
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
    const cells: Cell[] = [
      [['CA', 'Mobile'], 1000, 50],
      [['CA', 'Desktop'], 1000, 600],
      [['TX', 'Mobile'], 2000, 200],
      [['TX', 'Desktop'], 2000, 400],
    ];
    const { meta } = planCells(FIELDS, cells, choose(KINDS));
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

describe('evidence', () => {
  /** Many values, of which one is significant alone but not among so many. */
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

  test('balanced multipliers are used by choice', () => {
    const suggested = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS));
    const balanced = planCells(FIELDS, STATES_AND_DEVICES, choose(KINDS, { multipliers: 'balanced' }));
    expect(balanced.google.rules.map(({ computed }) => computed)).not.toEqual(
      suggested.google.rules.map(({ computed }) => computed),
    );
  });
});

test('no plan leaves the limits of its platform, whatever the leads and the choices', () => {
  fc.assert(
    fc.property(plannedLeads, ({ fields, leads, choices }) => {
      const { analysis, plans } = planLeads(fields, leads, choices);
      const labelOf = new Map(
        analysis.significantSegments.map(({ field, value, label }) => [`${field} ${value}`, label]),
      );
      for (const platform of PLATFORMS) {
        const limits = LIMITS[platform];
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
            expect(limits.conditions).toContain(kind);
            if (choices.isSpecialOffer !== false) expect(limits.barredForSpecialOffers).not.toContain(kind);
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
        if (limits.needsSameConditions) {
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
