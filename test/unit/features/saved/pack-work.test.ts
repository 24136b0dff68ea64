import { describe, expect, test, vi } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure, type Measurement } from '#frontend/analysis/judge/analyse.ts';
import { NO_APPLY_CHOICES } from '#frontend/analysis/platforms/apply-choices.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { ApplySource, StagesSource } from '#frontend/features/results/results-source.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { packRecord, packWork } from '#frontend/features/saved/pack-record.ts';
import { countChangedLabels } from '#frontend/features/saved/saved-results.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { context } from '#test/support/packed-analysis.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { measureDeals, type Deal } from '#test/support/valued-leads.ts';

const MIB = 1024 * 1024;
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const measurement = measure(tallyOfCells(workedFields, workedCells));
const gzip = new Blob(['seven b']);

const work = (
  sizes: { bytes?: number; longestRowBytes?: number } = {},
  measured: Measurement = measurement,
) => ({
  measurement: measured,
  settings: SETTINGS,
  context,
  listStatusValues: vi.fn(async () => ['Won', '', 'Lost', 'Open']),
  exportDataset: async () => ({ gzip, bytes: 100, longestRowBytes: 10, ...sizes }),
});
const read = (json: string) => saveAnalysisSchema.parse(JSON.parse(json));

test('an analysis is saved in two parts: its figures, and its rows as they are compressed', async () => {
  const packed = await packWork(work());
  if (!packed.ok) throw new Error(packed.error);
  expect(packed.value.dataset).toBe(gzip);
  const record = read(packed.value.record);
  expect(record).toMatchObject({ fileName: 'leads.csv', datasetFollows: true, datasetBytes: 7 });
  // A blank status has a name, which the context counts as converted.
  expect(record.configurationData.notQualifiedValues).toEqual(['Lost', 'Open']);
});

test('a record alone says nothing of rows', async () => {
  const packed = await packRecord(work());
  expect(packed.ok && packed.value).not.toMatch(/"dataset(Follows|Bytes)"/);
});

test('rows of up to 1 MiB and datasets of up to 48 MiB are saved, larger ones are refused with a way out', async () => {
  expect((await packWork(work({ bytes: 48 * MIB, longestRowBytes: MIB }))).ok).toBe(true);
  const asked = work({ longestRowBytes: MIB + 1, bytes: 49 * MIB });
  expect(await packWork(asked)).toEqual({
    ok: false,
    error:
      'A row of this file is too long to save: more than 1 MiB. Shorten it in the file, or keep the results with Export All.',
  });
  expect(asked.listStatusValues).not.toHaveBeenCalled();
  expect(await packWork(work({ bytes: 48 * MIB + 1 }))).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^This dataset is too large to save: more than 48 MiB\./) as string,
  });
});

test('a record that does not fit is refused with a way out', async () => {
  const qualifiedValues = Array.from({ length: 50_001 }, (_, at) => `v${at}`);
  expect(await packWork({ ...work(), context: { ...context, qualifiedValues } })).toEqual({
    ok: false,
    error:
      'This analysis is too large to save: more than 4 MiB. Choose attributes with fewer values, or keep the results with Export All.',
  });
});

test('segments have the sums of their amounts where leads have amounts', async () => {
  const deals = Array.from({ length: 100 }, (_, at): Deal => {
    const converted = at % 4 === 0;
    return { values: [at < 50 ? 'A' : 'B'], converted, amount: converted ? 10 : 0 };
  });
  const packed = await packRecord(work({}, measureDeals(['Source'], deals)));
  const { metrics } = read(packed.ok ? packed.value : '').analysisData;
  expect(metrics.map(({ fieldValue, amountSum }) => [fieldValue, amountSum]).toSorted()).toEqual([
    ['A', 130],
    ['B', 120],
  ]);
});

test('a record has the mixes of its attributes once the combinations are counted, and none for a single attribute', async () => {
  const combinations = fitTally(tallyOfCells(workedFields, workedCells));
  const packed = await packRecord({ ...work(), combinations });
  const { mixes = [], totalLeads } = read(packed.ok ? packed.value : '').analysisData;
  expect(mixes.map(({ fieldName, others }) => [fieldName, others])).toEqual(
    workedFields.map((field) => [field, workedFields.filter((other) => other !== field)]),
  );
  // By hand, of the first attribute.
  const [own, ...others] = workedFields.map((_, field) => field);
  const cellOf = (values: readonly string[]) => others.map((other) => values[other]).join();
  const counted = Map.groupBy(workedCells, ([values]) => cellOf(values));
  expect(mixes[0]?.cells.length).toBeGreaterThan(0);
  for (const [at, { values, leads }] of mixes[0]!.cells.entries()) {
    const cells = counted.get(values.join()) ?? [];
    expect(leads).toBe(cells.reduce((sum, [, count]) => sum + count, 0));
    for (const { fieldValue, leads: spread } of mixes[0]!.values)
      expect(spread[at]).toBe(
        cells.reduce((sum, [cell, count]) => sum + (cell[own!] === fieldValue ? count : 0), 0),
      );
  }
  expect(totalLeads).toBe(combinations.totalLeads);
  const one = fitTally(
    tallyOfCells(
      ['Source'],
      [
        [['A'], 60, 30],
        [['B'], 60, 10],
      ],
    ),
  );
  for (const before of [work(), { ...work({}, measure(one)), combinations: one }]) {
    const alone = await packRecord(before);
    expect(alone.ok && alone.value).not.toContain('mixes');
  }
});

test('a packed analysis has the spread of each field, and the leads that were left out', () => {
  const leftOut = { byStatus: 1, unreadableDate: 0, byDate: 2, young: 0 };
  const analysis = judge({ ...measurement, leftOut }, SETTINGS);
  const pack = (of: typeof analysis) =>
    packAnalysis({ analysis: of, context, notQualifiedValues: [] }).analysisData;
  const { spreads = [], leftOutLeads } = pack(analysis);
  expect(leftOutLeads).toEqual(leftOut);
  expect(spreads.map(({ fieldName }) => fieldName)).toEqual(workedFields);
  spreads.forEach(({ values, weights }, field) => {
    expect(values).toBe(analysis.spreads[field]?.values);
    expect(weights).toEqual([...(analysis.spreads[field]?.weights ?? [])]);
  });
  expect(pack(judge(measurement, SETTINGS))).not.toHaveProperty('leftOutLeads');
});

test('labels are compared with the stored ones under the settings of then, where there are stored ones', () => {
  const { metrics } = packAnalysis({
    analysis: judge(measurement, SETTINGS),
    context,
    notQualifiedValues: [],
  }).analysisData;
  const changed = (stored: typeof metrics, settings = SETTINGS) =>
    countChangedLabels(stored, measurement, settings);
  expect(changed(metrics)).toBe(0);
  const others = metrics.map((metric, at) => ({
    ...metric,
    label: at < 2 ? ('Test' as const) : metric.label,
  }));
  const before = metrics.slice(0, 2).filter(({ label }) => label !== 'Test').length;
  expect(before).toBeGreaterThan(0);
  expect(changed(others)).toBe(before);
  expect(changed(others.map((metric) => ({ ...metric, label: undefined })))).toBe(0);
  // The same value of another field is another segment.
  expect(changed(others.map((metric) => ({ ...metric, fieldName: 'Other' })))).toBe(0);
  expect(changed(metrics, { ...SETTINGS, thresholdPercent: 100 })).toBeGreaterThan(0);
});

test('an analysis keeps what the plans of its choices enter', async () => {
  const [first, second] = measurement.fields;
  const rule = (multiplier: number, ...fields: number[]) => ({
    multiplier,
    conditions: fields.map((field) => ({ field, value: measurement.fields[field]?.values[0] })),
  });
  const ask = vi.fn(async () => ({
    google: { rules: [rule(0.7, 0), rule(1.2, 0, 1)] },
    meta: { rules: [rule(0.75, 0)] },
    microsoft: { rules: [] },
  }));
  const apply = {
    choices: { ...NO_APPLY_CHOICES, kinds: ['device' as const], includesTests: true },
    onChange: () => {},
    ask: ask as unknown as ApplySource['ask'], // the parts of a plan that are read
  };
  const packed = await packRecord({ ...work(), apply });
  expect(read(packed.ok ? packed.value : '').analysisData.toEnter).toEqual([
    {
      fieldName: first?.name,
      fieldValue: first?.values[0],
      figures: [
        { platform: 'google', multiplier: 0.7 },
        { platform: 'meta', multiplier: 0.75 },
      ],
      pairRules: 1,
    },
    { fieldName: second?.name, fieldValue: second?.values[0], figures: [], pairRules: 1 },
  ]);
  // The chosen kind, and the guess for the other attribute.
  const asked = {
    kinds: ['device', guessCondition(second!.name, second!.values)],
    includesTests: true,
    isSpecialOffer: null,
  };
  expect(ask).toHaveBeenCalledExactlyOnceWith(10, asked, 'every-lead');
  // The plans of the screen, which compare customers.
  await packRecord({
    ...work(),
    apply: { ...apply, choices: { ...apply.choices, conversionAction: 'converted-leads' } },
  });
  expect(ask).toHaveBeenLastCalledWith(10, asked, 'converted-leads');
});

test('an analysis is saved without them where no plan can be made', async () => {
  const apply = {
    choices: { ...NO_APPLY_CHOICES, kinds: [] },
    onChange: () => {},
    ask: () => Promise.reject(new Error('no memory')),
  };
  for (const without of [{}, { apply }]) {
    const packed = await packRecord({ ...work(), ...without });
    expect(packed.ok && 'toEnter' in read(packed.value).analysisData).toBe(false);
  }
});

describe('the figures of stages', () => {
  const plan: StagePlan = {
    shape: { kind: 'columns', stages: [{ column: 1, holds: 'dates' }] },
    statusColumn: 0,
    won: new Set(['Won']),
    open: new Set(),
    wonColumn: null,
    isWonByColumn: false,
    lostColumn: null,
  };
  const answer: StagesAnswer = {
    ...STORED_STAGES,
    stages: STORED_STAGES.stages as StagesAnswer['stages'], // they have their counts
    segments: STORED_STAGES.segments.map((segment) => ({ ...segment, limit: null })),
    conversion: { stage: 0, value: null },
    openLeads: null,
    unclear: [],
  };
  const asking = (proposed: StagePlan | null, measured: () => Promise<StagesAnswer>) => {
    const measure = vi.fn(measured);
    const stages: StagesSource = {
      chosen: { amount: 500, margin: 0.5 },
      onChange: () => {},
      headers: [context.statusColumn, 'Demo date'],
      ask: { find: async () => proposed, measure },
    };
    return { stages, measure };
  };

  test('are kept as the view shows them, with what the visitor has typed', async () => {
    const { stages, measure } = asking(plan, async () => answer);
    const packed = await packRecord({ ...work(), stages });
    expect(read(packed.ok ? packed.value : '').analysisData.stages).toEqual(STORED_STAGES);
    expect(measure).toHaveBeenCalledExactlyOnceWith({
      stages: plan,
      thresholdPercent: 10,
      typedShare: null,
      typedAmount: 500,
      margin: 0.5,
    });
  });

  test('are of the 500 clearest values', async () => {
    const [segment] = answer.segments;
    const segments = Array.from({ length: 501 }, (_, at) => ({ ...segment!, q: (501 - at) / 501 }));
    const { stages } = asking(plan, async () => ({ ...answer, segments }));
    const packed = await packRecord({ ...work(), stages });
    const kept = read(packed.ok ? packed.value : '').analysisData.stages?.segments ?? [];
    expect(kept).toHaveLength(500);
    expect(Math.max(...kept.map(({ q }) => q))).toBeCloseTo(500 / 501, 12);
  });

  test.each([
    ['tells none', asking(null, async () => answer)],
    [
      'has one status column',
      asking({ ...plan, shape: { kind: 'status', stages: ['New'] } }, async () => answer),
    ],
    ['cannot be counted', asking(plan, () => Promise.reject(new Error('no memory')))],
    [
      'has 101 stages',
      asking(plan, async () => ({
        ...answer,
        names: Array<string>(101).fill('x'),
        stages: Array(101).fill(answer.stages[0]) as StagesAnswer['stages'],
      })),
    ],
  ])('are not kept where the file %s, and everything else is', async (_, { stages }) => {
    const packed = await packRecord({ ...work(), stages });
    expect(packed.ok && 'stages' in read(packed.value).analysisData).toBe(false);
  });
});
