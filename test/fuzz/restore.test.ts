import { afterEach, expect, test, vi } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import {
  judge,
  measure,
  type Analysis,
  type Measurement,
  type Settings,
} from '#frontend/analysis/judge/analyse.ts';
import { calculateLeadValue } from '#frontend/analysis/judge/lead-values.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { exportCombinations, exportSegments, exportValueRules } from '#frontend/exports/downloads.ts';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';
import { exportAll } from '#frontend/features/results/export-all.ts';
import { RESULTS_TABS } from '#frontend/pages/results/tabs.ts';
import { segmentColumns } from '#frontend/features/segments/segment-columns.tsx';
import { ruleColumns } from '#frontend/features/value-rules/rule-columns.tsx';
import { loadForEditing } from '#frontend/features/saved/saved-work.tsx';
import type { SavedWork } from '#frontend/features/saved/work.ts';
import { packWork } from '#frontend/features/saved/pack-record.ts';
import { loadResults } from '#frontend/features/saved/saved-results.ts';
import { beginWork } from '#frontend/features/wizard/reduce-work.ts';
import { choicesOf, planOf } from '#frontend/choices/list.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { startFakeServer } from '#test/support/fake-server.ts';
import { savedCalls } from '#test/support/saved-analysis.ts';
import { FUZZ_TIMEOUT_MS, fuzz } from '#test/support/fuzz.ts';
import { damaged } from '#test/support/json-damage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const DATE = new Date(2025, 9, 15);
const PARTS = { notes: [], date: DATE };

const ROWS = Array.from({ length: 60 }, (_, lead) => [
  lead % 3 ? 'Lost' : 'Qualified',
  lead % 2 ? 'ads' : 'mail',
  String(lead % 7),
  lead % 5 ? 'x' : '',
]);

const METRIC = {
  fieldName: 'Source',
  fieldValue: 'Ads',
  totalLeads: 30,
  qualifiedLeads: 10,
  conversionRate: 100 / 3,
  confidence: 37.5,
  rawLift: 1,
  adjustedLift: 1,
  pValue: 1,
};

/** The server's answer for an analysis that is well. */
const ANSWER = {
  id: 'one',
  fileName: 'leads.csv',
  createdAt: '2025-10-15T15:04:00.000Z',
  conversionValue: 250,
  significanceThreshold: 12,
  configurationData: {
    statusColumn: 'Status',
    attributeColumns: ['Source', 'Visits', '__proto__'],
    qualifiedValues: ['Qualified'],
    notQualifiedValues: ['Lost'],
    valueMappings: { Source: { ads: 'Ads', '(Blank)': 'none' }, Visits: { few: 'Few' } },
    binningConfig: {
      Visits: {
        type: 'numeric',
        bins: [
          { min: 0, max: 3, label: 'few' },
          { min: 3.01, max: null, label: '' },
        ],
      },
    },
  },
  analysisData: {
    metrics: [
      METRIC,
      { ...METRIC, fieldValue: 'mail' },
      { ...METRIC, fieldName: 'Visits', fieldValue: 'Few' },
    ],
    overallRate: 100 / 3,
    totalLeads: 60,
    totalQualified: 20,
    correlationTests: [
      {
        attributes: [
          { field: 'Source', value: 'Ads' },
          { field: 'Visits', value: 'Few' },
        ],
        leads: 30,
        qualifiedLeads: 10,
        conversionRate: 100 / 3,
        confidence: 16,
        predictedLift: 1,
        actualLift: 1,
        difference: 0,
        chiSquare: 0,
        pValue: 1,
        isSignificant: false,
      },
    ],
    dataSource: 'csv',
    headers: ['Status', 'Source', 'Visits', '__proto__'],
    rows: ROWS,
  },
};

/** The site as one visit finds it: the thread in this process, and one answer of the server. */
function visit(answer: unknown): void {
  stubBrowserThread(queueMicrotask);
  startFakeServer(savedCalls('one', { body: answer }));
}

/** The results of the analysis once its last answer is there and its thread is closed, which needs the page. */
async function loadWhole(): ReturnType<typeof loadResults> {
  const results = await loadResults('one');
  await Promise.allSettled(
    Object.values(results.computed?.byBasis ?? {}).flatMap(({ combinations, latest }) => [
      combinations,
      latest,
    ]),
  );
  await new Promise(setImmediate);
  return results;
}

/** The numbers in a value that are none, each with the way to it. */
function listBroken(value: unknown, path = 'analysis'): string[] {
  if (typeof value === 'number' && !Number.isFinite(value)) return [`${path} is ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => listBroken(item, `${path}.${key}`));
}

/** Everything that the results offer: every figure, the calculator, every download. */
function tryResults(measurement: Measurement, settings: Settings, context: AnalysisContext): Analysis {
  const analysis = judge(measurement, settings);
  expect(listBroken({ ...analysis, fields: null })).toEqual([]);
  if (analysis.fields.length > 0) {
    const choice = analysis.fields.map(({ values }) => values[0] ?? '');
    expect(listBroken(calculateLeadValue(analysis, choice))).toEqual([]);
  }
  writeCsv(exportValueRules(analysis, { ...PARTS, columns: ruleColumns(analysis) }).rows);
  writeCsv(exportSegments(analysis, { ...PARTS, columns: segmentColumns(analysis) }).rows);
  writeCsv(exportAll(RESULTS_TABS, { analysis, context }, DATE).rows);
  const combinations = exportCombinations(analysis, { ...PARTS, columns: combinationColumns(analysis) });
  if (combinations.ok) writeCsv(combinations.value.rows);
  return analysis;
}

/** The wizard from the load to the results, and another save of them. */
async function workOn({ file, readOptions, choices, settings, save }: SavedWork): Promise<void> {
  const thread = createLeadThread();
  const hooks = { onProgress: () => {}, signal: new AbortController().signal };
  const opened = await thread.ask('open', { file, options: readOptions }, hooks);
  if (!opened.ok) throw new Error(`The loaded analysis is no file: ${opened.error.reason}`);
  const work = beginWork(choicesOf(choices, settings), { readOptions, save });
  const plan = planOf({ ...work, file: opened.value });
  if (!plan) throw new Error('The loaded analysis has no plan');
  for (const column of [plan.statusColumn, ...plan.attributes.map((attribute) => attribute.column)]) {
    await thread.ask('describeColumn', { column });
  }
  const measurement = measure(await thread.ask('tally', plan));
  const context: AnalysisContext = {
    fileName: file.name,
    statusColumn: opened.value.headers[plan.statusColumn] ?? '',
    qualifiedValues: [...plan.qualified],
    attributes: plan.attributes,
  };
  tryResults(measurement, settings, context);
  const packed = await packWork({
    measurement,
    settings,
    context,
    listStatusValues: async () => (await thread.ask('describeColumn', { column: plan.statusColumn })).values,
    exportDataset: () => thread.ask('exportDataset', undefined),
  });
  if (!packed.ok) throw new Error(packed.error);
  expect(saveAnalysisSchema.safeParse(JSON.parse(packed.value.record)).error?.issues ?? []).toEqual([]);
  thread.close();
}

const withData = (analysisData: object, rest: object = {}): unknown => ({
  ...ANSWER,
  ...rest,
  analysisData: { ...ANSWER.analysisData, ...analysisData },
});

const WIDE = Array.from({ length: 41 }, (_, column) => (column === 0 ? 'Status' : `h${column}`));
const LIFTED = { ...METRIC, rawLift: 1e308, adjustedLift: 1e308 };
const COUNTED = { ...METRIC, totalLeads: 2 ** 40, qualifiedLeads: 2 ** 33 };
const [TEST] = ANSWER.analysisData.correlationTests;

const AWKWARD: Record<string, unknown> = {
  'rows of blanks only': withData({ rows: [['', '', '', ''], []] }),
  'a row of white space': withData({ rows: [[' ', '\u00a0', '\t', '\n']] }),
  'no rows': withData({ rows: [] }),
  'rows of one cell': withData({ rows: ROWS.map(([status = '']) => [status]) }),
  'rows of more cells than headers': withData({ rows: ROWS.map((row) => [...row, 'x']) }),
  'more headers than a table may have': withData(
    { headers: WIDE, rows: [WIDE, WIDE] },
    { configurationData: { statusColumn: 'Status', attributeColumns: ['h1'], qualifiedValues: [] } },
  ),
  'headers that are blank': withData(
    { headers: ['', ' '], rows: [['Qualified', 'x']] },
    { configurationData: { statusColumn: '', attributeColumns: [' '], qualifiedValues: [] } },
  ),
  'headers of one name': withData(
    { headers: ['A', 'B', 'A'], rows: [['Qualified', 'x', 'y']] },
    { configurationData: { statusColumn: 'A', attributeColumns: ['B'], qualifiedValues: [] } },
  ),
  'headers that look like a mark of a delimiter': withData(
    { headers: ['sep=;', '"'], rows: [['Qualified', 'x']] },
    { configurationData: { statusColumn: 'sep=;', attributeColumns: ['"'], qualifiedValues: [] } },
  ),
  'lifts beyond all measure': withData(
    {
      rows: undefined,
      metrics: [LIFTED, { ...LIFTED, fieldName: 'Visits' }],
      correlationTests: [{ ...TEST, predictedLift: 1e308, actualLift: 1e308, difference: 1e308 }],
    },
    { conversionValue: 1e308, significanceThreshold: 1e308 },
  ),
  'counts beyond all measure': withData({
    rows: undefined,
    metrics: [COUNTED, { ...COUNTED, fieldName: 'Visits' }],
    totalLeads: 2 ** 53 - 1,
  }),
  'settings that are none': withData({}, { conversionValue: -1, significanceThreshold: null }),
  'nothing but an object': {},
};

test.each(Object.entries(AWKWARD))(
  '%s: too little to edit, or worked on like any other',
  async (_, answer) => {
    visit(answer);
    const analysis = await loadForEditing('one');
    if (analysis) await workOn(analysis);
    const { measurement, settings, context } = await loadWhole();
    tryResults(measurement, settings, context);
  },
);

test('counts that no file can have are left out, not shown as others', async () => {
  visit(AWKWARD['counts beyond all measure']);
  const { measurement } = await loadWhole();
  expect([measurement.fields, measurement.totalLeads]).toEqual([[], 0]);
});

test('rows of blanks are leads, as they were when the analysis was saved', async () => {
  visit(withData({ rows: [...ROWS, ['', '', '', '']] }));
  const { measurement } = await loadWhole();
  expect(measurement.totalLeads).toBe(61);
});

test(
  'a damaged analysis has too little to edit, or is worked on like any other',
  async () => {
    let loaded = 0;
    await fuzz({
      name: 'restored configuration',
      arbitrary: damaged(ANSWER),
      cases: 40,
      check: async (answer) => {
        visit(answer);
        const analysis = await loadForEditing('one');
        if (!analysis) return;
        loaded++;
        await workOn(analysis);
      },
    });
    expect(loaded).toBeGreaterThan(0);
  },
  FUZZ_TIMEOUT_MS,
);

test(
  'a damaged analysis can be looked at, whatever is left of it',
  async () => {
    await fuzz({
      name: 'shown analysis',
      arbitrary: damaged(ANSWER),
      cases: 40,
      check: async (answer) => {
        visit(answer);
        const { measurement, settings, context } = await loadWhole();
        tryResults(measurement, settings, context);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

test('an analysis that is well is loaded and shown whole', async () => {
  visit(ANSWER);
  const analysis = await loadForEditing('one');
  expect(analysis?.choices.attributeColumns).toEqual([1, 2, 3]);
  if (analysis) await workOn(analysis);
  const { computed, measurement } = await loadWhole();
  expect([computed !== null, measurement.totalLeads]).toEqual([true, 60]);
});
