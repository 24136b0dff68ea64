import { describe, expect, test } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { findSharingProblem, sharedFiguresSchema } from '#contract/sharing.ts';
import { roundStages, stageFiguresSchema, type StoredStageFigures } from '#contract/stages.ts';
import { exampleSave } from '#test/contract/analyses.ts';
import { exampleFigures } from '#test/contract/sharing.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';

const [lead, demo, last] = STORED_STAGES.stages;
const at = (stage: object, more: object = {}) => ({
  ...STORED_STAGES,
  stages: [{ ...lead, ...stage }, demo, last],
  ...more,
});

describe('figures of stages', () => {
  test('are kept with an analysis, without what is unknown', () => {
    const stages = { ...STORED_STAGES, advice: [], conversion: { stage: 0, value: 7 } };
    const saved = saveAnalysisSchema.parse({
      ...exampleSave,
      analysisData: { ...exampleSave.analysisData, stages },
    });
    expect(saved.analysisData.stages).toEqual(STORED_STAGES);
  });

  test.each([
    ['fewer names than stages', { ...STORED_STAGES, names: ['Lead', 'Customer'] }],
    ['a conversion that is no stage', { ...STORED_STAGES, conversion: { stage: 3 } }],
    ['a value at no stage', { ...STORED_STAGES, segments: [{ ...STORED_STAGES.segments[0], stage: 3 }] }],
    ['101 stages', { ...STORED_STAGES, names: Array(101).fill('x'), stages: Array(101).fill(lead) }],
    ['501 values', { ...STORED_STAGES, segments: Array(501).fill(STORED_STAGES.segments[0]) }],
    ['a share of 110%', at({ chance: { kind: 'at-least', days: 1, share: 1.1, since: 'lead' } })],
    ['half a lead', at({ reached: 0.5 })],
    ['a value below zero', at({ value: { ...lead?.value, amount: -1 } })],
  ])('are refused with %s', (_, stages) => {
    expect(stageFiguresSchema.safeParse(stages).success).toBe(false);
  });

  test('may be 100 stages, 500 values and the last stage', () => {
    const most: unknown = {
      ...STORED_STAGES,
      names: Array(100).fill('x'),
      stages: Array(100).fill(lead),
      segments: Array(500).fill({ ...STORED_STAGES.segments[0], stage: 99 }),
      conversion: { stage: 99 },
    };
    expect(stageFiguresSchema.safeParse(most).success).toBe(true);
  });
});

describe('behind a read-only link', () => {
  const share = (stages: unknown) =>
    findSharingProblem(
      sharedFiguresSchema.parse({
        ...exampleFigures,
        analysisData: { ...exampleFigures.analysisData, stages },
      }),
    );

  test('they are rounded, and nothing counts leads but those that reached a stage', () => {
    const rounded = roundStages(STORED_STAGES);
    const interval = { low: 0.12, high: 0.29 };
    expect(rounded).toEqual({
      kind: 'columns',
      names: ['Lead', 'Demo date', 'Customer'],
      stages: [
        {
          reached: 160,
          chance: { kind: 'known', share: 0.18, interval, days: 33, since: 'lead', period: null },
          step: { goesOn: { share: 0.5, interval }, medianDays: 5 },
          value: {
            amount: 310,
            isAtLeast: false,
            interval: { low: 200, high: 470 },
            won: { mean: 1800, isOfAllWins: true, isTyped: false },
          },
          volume: { leads: 40, by: 'lead' },
        },
        {
          reached: 80,
          chance: { kind: 'at-least', days: 30, share: 0.25, since: 'stage' },
          step: { goesOn: { share: 0.35, interval }, medianDays: null },
          value: null,
          volume: { leads: 15, by: 'stage' },
        },
        { reached: 20, chance: { kind: 'unknown' }, step: null, value: null, volume: null },
      ],
      segments: [],
      conversion: { stage: 0 },
    });
    expect(roundStages(rounded)).toEqual(rounded);
    expect(share(rounded)).toBeNull();
  });

  test('money of fewer than five deals is left out, and a typed amount stays', () => {
    const { value } = lead!;
    const of = (won: object) =>
      roundStages({
        ...STORED_STAGES,
        stages: [{ ...lead!, value: { ...value!, won: { ...value!.won, ...won } } }, demo!, last!],
      }).stages[0]?.value?.amount;
    expect([of({ deals: 4 }), of({ deals: 5 }), of({ deals: 0, isTyped: true })]).toEqual([
      undefined,
      310,
      310,
    ]);
  });

  test('shares without dates are rounded at both ends', () => {
    const of = (wins: number) => ({ leads: 60, wins, share: wins / 60, interval: { low: 0.111, high: 0.5 } });
    const { stages } = roundStages({
      ...STORED_STAGES,
      stages: [{ ...lead!, chance: { kind: 'between', ofAll: of(7), ofDecided: of(20) } }, demo!, last!],
    });
    const interval = { low: 0.11, high: 0.5 };
    expect(stages[0]?.chance).toEqual({
      kind: 'between',
      ofAll: { share: 0.12, interval },
      ofDecided: { share: 0.33, interval },
    });
  });

  /** The rounded figures with another first stage. */
  const withStage = (more: Partial<StoredStageFigures['stages'][number]>) => {
    const { stages, ...figures } = roundStages(STORED_STAGES);
    return { ...figures, stages: [{ ...stages[0]!, ...more }, ...stages.slice(1)] };
  };
  const { chance, step, value } = withStage({}).stages[0]!;
  const telling: [string, unknown][] = [
    ['exact leads', withStage({ reached: 163 })],
    ['open leads', withStage({ open: 0 })],
    ['leads of a share', withStage({ chance: { ...chance, leads: 120 } as typeof chance })],
    ['wins of a step', withStage({ step: { ...step!, goesOn: { ...step!.goesOn, wins: 60 } } })],
    ['an exact share', withStage({ chance: { kind: 'at-least', days: 1, share: 0.1234, since: 'lead' } })],
    ['the days of the first and last lead', withStage({ chance: { ...chance, period: { first: 1, last: 2 } } as typeof chance })], // oxfmt-ignore
    ['an exact value', withStage({ value: { ...value!, amount: 310.4 } })],
    ['won deals', withStage({ value: { ...value!, won: { ...value!.won, deals: 21 } } })],
    ['an exact volume', withStage({ volume: { leads: 44, by: 'lead' } })],
    ['values at a stage', { ...withStage({}), segments: STORED_STAGES.segments }],
  ];
  test.each(telling)('%s are refused', (_, stages) => {
    expect(share(stages)).toEqual({
      code: 'INVALID_INPUT',
      message: 'The figures of stages are not rounded',
    });
  });

  test('the name of a stage shows no personal data', () => {
    const named = { ...withStage({}), names: ['Lead', 'ann@example.com', 'Customer'] };
    expect(share(named)).toMatchObject({
      code: 'PERSONAL_DATA',
      message: expect.stringContaining('The stage "ann@example.com"'),
    });
  });
});
