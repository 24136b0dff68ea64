import { describe, expect, test } from 'vitest';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { measureStages } from '#frontend/analysis/stages/measure-stages.ts';
import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import { OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { stageRows, times } from '#test/support/stage-rows.ts';

const CHOICES = { typedShare: null, typedAmount: null, margin: 1, thresholdPercent: 10, limits: null };
const measure = (
  leads: StagedLeads,
  isConverted = leads.outcomes.map((one) => Number(one === OUTCOME.won)),
) => measureStages(leads, chancesToWin(leads), { fields: [], isConverted, choices: CHOICES });

/** Newest day 200. Old leads: 300, of which 120 are qualified after 4 days and 60 won after 14. New ones: 60 came, 40 qualified, 9 won. */
const LEADS = stageRows(
  [
    ...times(60, { days: [50, 54, 64], amount: 1900 }),
    ...times(60, { days: [50, 54, null], lost: 80 }),
    ...times(180, { days: [50, null, null], lost: 60 }),
    ...times(9, { days: [171, 173, 175], amount: 1900 }),
    ...times(31, { days: [171, 173, null] }),
    ...times(20, { days: [170, null, null] }),
  ],
  200,
);

describe('the stages of a file', () => {
  test('have their leads, shares, days, values and volumes', () => {
    const { stages } = measure(LEADS);
    expect(stages.map(({ reached, open }) => [reached, open])).toEqual([[360, 20], [160, 31], [69, 0]]); // oxfmt-ignore
    // A is 14 and 10 days: all leads are old enough.
    expect(stages[1]!.chance).toMatchObject({
      kind: 'known',
      days: 10,
      leads: 160,
      wins: 69,
      period: { first: 54, last: 173 },
    });
    expect(stages[0]!.step).toMatchObject({ goesOn: { leads: 360, wins: 160 }, medianDays: 4 });
    expect(stages[1]!.step).toMatchObject({ goesOn: { leads: 160, wins: 69 }, medianDays: 10 });
    expect(stages[2]!.step).toBeNull();
    expect(stages[1]!.value!.amount).toBeCloseTo((1900 * 69) / 160, 9);
    // Days 171 to 200.
    expect(stages.map(({ volume }) => volume)).toEqual([
      { leads: 40, by: 'stage' },
      { leads: 40, by: 'stage' },
      { leads: 9, by: 'stage' },
    ]);
  });

  test('the deepest stage with enough volume is to be bid on, and the next one is named', () => {
    const advice = adviseBids(measure(LEADS).stages);
    const of = (platform: string) =>
      advice.find(({ volume }) => volume.platform === platform && volume.isNeeded)!;
    expect(of('google')).toMatchObject({
      bidOn: { stage: 1, conversions: 40 },
      next: { stage: 2, conversions: 9 },
    });
    // 50 in 7 days.
    expect(of('meta')).toMatchObject({ bidOn: null, next: { stage: 0 } });
    expect(of('microsoft').next).toEqual({ stage: 2, conversions: 9 });
  });

  test('a step that nobody has gone has no days', () => {
    const { stages } = measure(stageRows(times(50, { days: [0, null, null] }), 100));
    expect(stages[0]!.step).toMatchObject({ goesOn: { leads: 50, wins: 0 }, medianDays: null });
  });

  test('a stage without dates is counted by the date of its leads, and no lead twice', () => {
    const days = [LEADS.days[0]!, null, LEADS.days[2]!];
    expect(measure({ ...LEADS, days }).stages[1]!.volume).toEqual({ leads: 40, by: 'lead' });
    expect(measure({ ...LEADS, days: [null, null, null], came: null }).stages[1]!.volume).toBeNull();
  });

  test('as many conversions as asked for are enough', () => {
    const of = (wins: number) => {
      const rows = [
        ...times(60, { days: [50, 54] }),
        ...times(wins, { days: [171, 175] }),
        ...times(90, { days: [50, null] }),
      ];
      return adviseBids(measure(stageRows(rows, 200)).stages).find(
        ({ volume }) => volume.bidsBy === 'value',
      )!;
    };
    expect(of(15)).toMatchObject({ bidOn: { stage: 1, conversions: 15 }, next: null });
    expect(of(14)).toMatchObject({ bidOn: null, next: { stage: 0, conversions: 14 } });
  });

  test('no conversion is recommended where the chance is not known', () => {
    const young = stageRows([...times(30, { days: [20, 80] }), ...times(170, { days: [20, null] })], 100);
    expect(adviseBids(measure(young).stages).every(({ bidOn }) => bidOn?.stage === 1 || bidOn === null)).toBe(
      true,
    );
    expect(adviseBids(measure({ ...LEADS, tellsLost: false }).stages)).toEqual([]);
  });

  test('the conversion is the earliest of the chosen ones', () => {
    expect(measure(LEADS).conversion).toMatchObject({ stage: 2, value: { amount: 1900 } });
    const qualified = Uint8Array.from(LEADS.reached, (stage) => Number(stage >= 1));
    expect(measure(LEADS, qualified).conversion.stage).toBe(1);
    expect(measure(LEADS, new Uint8Array(360).fill(1)).conversion.stage).toBe(0);
    expect(measure(LEADS, new Uint8Array(360)).conversion.stage).toBeNull();
  });

  test('one status column gives totals only', () => {
    const { stages, segments } = measure({ ...LEADS, tellsLost: false });
    expect(
      stages.every(({ chance, step, value }) => chance.kind === 'unknown' && step === null && value === null),
    ).toBe(true);
    expect(stages[2]!.reached).toBe(69);
    expect(segments).toEqual([]);
  });

  test('segments are compared at each stage before won whose chance is known', () => {
    const codes = Uint8Array.from(LEADS.reached, (_, lead) => lead % 2);
    const fields = [{ name: 'Source', codes, values: ['Ads', 'Fair'] }];
    const { segments } = measureStages(LEADS, chancesToWin(LEADS), {
      fields,
      isConverted: new Uint8Array(360),
      choices: CHOICES,
    });
    expect(segments.map(({ stage, field, value, leads }) => [stage, field, value, leads])).toEqual([
      [0, 'Source', 'Ads', 180],
      [0, 'Source', 'Fair', 180],
      [1, 'Source', 'Ads', 80],
      [1, 'Source', 'Fair', 80],
    ]);
  });

  test('an empty file has stages without figures', () => {
    const none = { ...stageRows([], 0), stages: 2, days: [null, null] };
    expect(measure(none).stages).toHaveLength(2);
    expect(adviseBids(measure(none).stages)).toEqual([]);
    expect(measure(none)).toMatchObject({
      segments: [],
      conversion: { stage: null, value: null },
    });
  });
});

test('each platform names the page of its help and the day on which it was read', () => {
  const volumes = adviseBids(measure(LEADS).stages).map(({ volume }) => volume);
  expect(volumes.every(({ name }) => /Google Ads|Meta|Microsoft Advertising/.test(name))).toBe(true);
  expect(new Set(volumes.map(({ platform }) => platform))).toEqual(new Set(['google', 'meta', 'microsoft']));
  for (const { source, read, conversions } of volumes) {
    expect(source).toMatch(/^https:\/\/(?:support\.google\.com|www\.facebook\.com|docs\.microsoft\.com)\//);
    expect(read).toMatch(/^2026-\d\d-\d\d$/);
    expect(conversions).toBeGreaterThan(0);
  }
});
