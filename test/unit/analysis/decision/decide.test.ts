import { describe, expect, test } from 'vitest';
import { findNextStep } from '#frontend/analysis/decision/next-step.ts';
import { decide, measureMiss, type Decision } from '#frontend/analysis/decision/decide.ts';
import { worthOfSegment } from '#frontend/analysis/decision/segment-worth.ts';
import { analyse, judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { weighOpenStatuses } from '#frontend/analysis/preflight/result-findings.ts';
import { measurementOfCounts, tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { finishedCheck } from '#test/support/finished-check.ts';

const NOTHING = { reach: null, plans: null };

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const NO_CHOICES = { kinds: [], isSpecialOffer: null };
const analyseCells = (fields: readonly string[], cells: readonly Cell[]) =>
  analyse(tallyOfCells(fields, cells), SETTINGS);
const decideCells = (cells: readonly Cell[], fields: readonly string[] = ['Source']) =>
  decide({ analysis: analyseCells(fields, cells), byValue: null, apply: NO_CHOICES });

function expectPattern<P extends Decision['pattern']>(decision: Decision, pattern: P) {
  if (decision.pattern !== pattern) throw new Error(`${decision.pattern} instead of ${pattern}`);
  return decision as Extract<Decision, { pattern: P }>; // as just checked
}

describe('solid differences on both sides', () => {
  test('are named by the end of the interval that is nearer to 1, and not by the largest lift', () => {
    // 282 of 7,110 convert. Adjusted lifts: Tiny 2.06, Referral 1.99; Few 0.25, Ads 0.41. The intervals of Tiny and Few are wide.
    const decision = decideCells([
      [['Tiny'], 60, 7],
      [['Referral'], 2000, 160],
      [['Ads'], 2500, 40],
      [['Few'], 150, 0],
      [['Rest'], 2400, 75],
    ]);
    const { raise, cut } = expectPattern(decision, 'solid');
    expect(raise?.segment.value).toBe('Referral');
    expect(cut?.segment.value).toBe('Ads');
  });

  test('are counted, with the mean best estimate of their leads in money', () => {
    const decision = decide({ analysis: analyseCells(workedFields, workedCells), byValue: null });
    const { raise, cut, count, takers } = expectPattern(decision, 'solid');
    // The intervals of Referral and Desktop begin at 1.59 and 1.40, those of Ads and Mobile end at 0.94 and 0.60.
    expect(raise?.segment.value).toBe('Referral');
    expect(cut?.segment.value).toBe('Mobile');
    expect(count).toBe(4);
    expect(takers).toBeNull();
  });

  test('are worth in the mean what all leads are worth', () => {
    const analysis = analyseCells(workedFields, workedCells);
    const worthOf = (value: string) => worthOfSegment({ field: 1, value }, analysis) ?? NaN;
    // 500 leads on each of both devices, $20 per lead in all; Desktop converts at 30%, moved a little towards 20%.
    expect((worthOf('Desktop') + worthOf('Mobile')) / 2).toBeCloseTo(20, 9);
    expect(worthOf('Desktop')).toBeGreaterThan(28);
    expect(worthOf('Desktop')).toBeLessThan(30);
  });

  test('have no worth while the combinations are not counted', () => {
    const analysis = judge(measure(tallyOfCells(workedFields, workedCells)), SETTINGS);
    expect(expectPattern(decide({ analysis, byValue: null }), 'solid').raise?.worth).toBeNull();
  });
});

describe('solid differences on one side', () => {
  test('leave the other side empty', () => {
    const above = expectPattern(
      decideCells([
        [['Referral'], 200, 80],
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((value): Cell => [[value], 200, 40]),
      ]),
      'solid',
    );
    expect([above.raise?.segment.value, above.cut]).toEqual(['Referral', null]);
    const below = expectPattern(
      decideCells([
        [['Referral'], 400, 20],
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((value): Cell => [[value], 200, 40]),
      ]),
      'solid',
    );
    expect([below.raise, below.cut?.segment.value]).toEqual([null, 'Referral']);
  });
});

describe('no solid difference', () => {
  test('names the clearest one, and how many more leads would show it', () => {
    // 12 of 40 in 200 of 1,000 are told by 200 leads, 5 times as many: 4,000 more. 100 would be significant, but not likely to hold.
    const measurement = measurementOfCounts([
      {
        name: 'Source',
        values: [
          ['Fair', 40, 12],
          ['A', 480, 94],
          ['B', 480, 94],
        ],
      },
    ]);
    const { clearest, unfit } = expectPattern(
      decide({ analysis: judge(measurement, SETTINGS), byValue: null }),
      'nothing-solid',
    );
    expect(clearest).toMatchObject({ segment: { value: 'Fair' }, moreLeads: 4000, limit: null });
    expect(unfit).toEqual([]);
  });

  test('counts no leads where the outcome chose the ranges: more leads would not make it solid', () => {
    const measurement = {
      ...measure(
        tallyOfCells(
          ['Visits'],
          [
            [['low'], 500, 50],
            [['high'], 500, 150],
          ],
        ),
      ),
      limits: { splitFields: [0], hasManyDuplicates: false },
    };
    const decision = decide({ analysis: judge(measurement, SETTINGS), byValue: null });
    expect(expectPattern(decision, 'nothing-solid').clearest).toMatchObject({
      limit: 'split',
      moreLeads: null,
    });
  });

  test('has nothing to name within the threshold, and says which attributes can show nothing', () => {
    const leads = Array.from({ length: 100 }, (_, i): Cell => [[`lead-${i}@example.com`, 'A'], 1, i % 2]);
    const decision = expectPattern(decideCells(leads, ['E-mail', 'Source']), 'nothing-solid');
    expect(decision.unfit).toEqual([{ field: 'E-mail', unfit: 'mostly-unique' }]);
    const flat = decideCells([
      [['A'], 500, 100],
      [['B'], 500, 101],
    ]);
    expect(expectPattern(flat, 'nothing-solid').clearest).toBeNull();
  });
});

describe('leads that are not decided yet', () => {
  const analysis = analyseCells(workedFields, workedCells); // 1,000 leads, 200 converted
  const openOf = (leads: number) =>
    weighOpenStatuses([{ value: 'New', leads }], { leads: 1000, conversions: 200 });

  test('come first once they are more than half of all', () => {
    const most = decide({ analysis, byValue: null, open: openOf(501) });
    expect(expectPattern(most, 'most-open').open.without).toEqual({ leads: 499, conversions: 200 });
    expect(findNextStep(most, NOTHING)).toEqual({ step: 'leave-out-open' });
    expect(decide({ analysis, byValue: null, open: openOf(500) }).pattern).toBe('solid');
  });
});

describe('a segment at 0% or 100%', () => {
  test('is taken for the outcome if it has much of it, and the other attributes are named', () => {
    // Signed: 150 of 300 conversions, all converted.
    const decision = decideCells(
      [
        [['Signed', 'Referral'], 100, 100],
        [['Signed', 'Ads'], 50, 50],
        [['Called', 'Referral'], 300, 100],
        [['Called', 'Ads'], 1000, 50],
      ],
      ['Step', 'Source'],
    );
    const { segment, others } = expectPattern(decision, 'like-outcome');
    expect(segment.value).toBe('Signed');
    expect([others.raise?.segment.value, others.cut?.segment.value]).toEqual(['Referral', 'Ads']);
    expect(findNextStep(decision, NOTHING)).toEqual({ step: 'choose-columns' });
  });

  test('without a conversion is an ordinary cut unless it holds half of all other leads', () => {
    const rest: Cell[] = [
      [['A'], 1000, 300],
      [['B'], 1000, 200],
    ];
    const small = decideCells([...rest, [['Spam'], 1000, 0]]);
    expect(expectPattern(small, 'solid').cut?.segment.value).toBe('Spam');
    // 1,500 leads without a conversion, and 1,500 others.
    expect(decideCells([...rest, [['Spam'], 1499, 0]]).pattern).toBe('solid');
    expect(decideCells([...rest, [['Spam'], 1500, 0]]).pattern).toBe('like-outcome');
  });
});

describe('leads without anything to compare', () => {
  test('have no other sentence', () => {
    expect(decideCells([[['A'], 50, 0]])).toEqual({ pattern: 'nothing', reason: 'none-converted' });
    expect(decideCells([])).toEqual({ pattern: 'nothing', reason: 'none-converted' });
    expect(decideCells([[['A'], 50, 20]])).toEqual({ pattern: 'nothing', reason: 'one-value' });
    expect(
      decideCells([
        [['A'], 50, 20],
        [['B'], 1, 0],
      ]),
    ).not.toMatchObject({ pattern: 'nothing' });
    const all = decideCells([[['A'], 50, 50]]);
    expect(all).toEqual({ pattern: 'nothing', reason: 'all-converted' });
    expect(findNextStep(all, NOTHING)).toEqual({ step: 'choose-converted' });
  });
});

describe('what platforms take', () => {
  const takersOf = (field: string, apply: Parameters<typeof decide>[0]['apply']) => {
    const analysis = analyseCells(
      [field],
      [
        [['25-34'], 500, 150],
        [['35-44'], 500, 50],
      ],
    );
    return expectPattern(decide({ analysis, byValue: null, apply }), 'solid').takers;
  };
  const takes = (apply: Parameters<typeof decide>[0]['apply']) =>
    takersOf('Segment', apply)?.map(({ takers }) => takers.map(({ takes: count }) => count));

  test('follows the kind that the visitor chose, and what their offer bars', () => {
    expect(takes({ kinds: ['age'], isSpecialOffer: false })).toEqual([[0, 2, 0]]);
    expect(takes({ kinds: ['age'], isSpecialOffer: true })).toEqual([[0, 0, 0]]);
    expect(takes({ kinds: ['none'], isSpecialOffer: false })).toEqual([[0, 0, 0]]);
  });

  test('waits for the offer where that decides what Meta takes', () => {
    expect(takersOf('Age', { kinds: [], isSpecialOffer: null })).toEqual([
      {
        fieldName: 'Age',
        count: 2,
        takers: [
          { id: 'google', takes: 0 },
          { id: 'meta', takes: 0 },
          { id: 'microsoft', takes: 0 },
        ],
        unanswered: ['meta'],
        isOnForms: true,
      },
    ]);
    for (const isSpecialOffer of [true, false])
      expect(takersOf('Age', { kinds: [], isSpecialOffer })?.[0]?.unanswered).toEqual([]);
    expect(takersOf('Segment', { kinds: ['audience'], isSpecialOffer: true })?.[0]?.isOnForms).toBe(false);
  });
});

test('what values were off by is that of the best estimates; nothing without a finished check', () => {
  expect(measureMiss(finishedCheck())).toEqual({ offBy: 0.05, byChance: 0.04, isChance: true });
  expect(measureMiss({ kind: 'too-few-conversions', conversions: 41, needed: 200 })).toBeNull();
});
