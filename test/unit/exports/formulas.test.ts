import Papa from 'papaparse';
import { findingColumns, type FindingRow } from '#frontend/features/finder/finding-columns.tsx';
import { toRows } from '#frontend/exports/table.ts';
import { expect, test } from 'vitest';
import { analyse, type Analysis, measure } from '#frontend/analysis/judge/analyse.ts';
import { compareMeasurements } from '#frontend/analysis/compare/compare.ts';
import { bestCombinations, type LeadValue } from '#frontend/analysis/judge/lead-values.ts';
import type { OverTime } from '#frontend/analysis/over-time/over-time.ts';
import { keyOfRule } from '#frontend/features/over-time/count-rules.tsx';
import { followRules } from '#frontend/features/over-time/followed-rules.ts';
import { exportOverTime } from '#frontend/features/over-time/over-time-columns.tsx';
import {
  exportStages,
  listStageRows,
  stageColumns,
  stageSegmentColumns,
} from '#frontend/features/stages/stages-columns.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { compareStages } from '#frontend/analysis/compare/compare-stages.ts';
import type { PlatformPlan } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { writeCsv, writeTsv, writeUpload } from '#frontend/csv/write.ts';
import { exportCombinations, exportSegments, exportValueRules } from '#frontend/exports/downloads.ts';
import { exportBulk, exportSteps, type PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { type Cell as CsvCell, listLeftOutRows } from '#frontend/exports/table.ts';
import { numberRules, planColumns } from '#frontend/features/apply/plan-columns.tsx';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';
import { finishedCheck } from '#test/support/finished-check.ts';
import { exportCheck } from '#frontend/features/check/check-view.tsx';
import {
  exportComparison,
  stageChangeColumns,
  type ComparisonParts,
} from '#frontend/features/compare/comparison-columns.tsx';
import { correlationColumns } from '#frontend/features/correlations/correlation-columns.tsx';
import { exportAll } from '#frontend/features/results/export-all.ts';
import { RESULTS_TABS } from '#frontend/pages/results/tabs.ts';
import { toCopiedRows } from '#frontend/features/results/table-section.tsx';
import { segmentColumns } from '#frontend/features/segments/segment-columns.tsx';
import { multiplierColumns } from '#frontend/features/check/check-columns.tsx';
import { ruleColumns } from '#frontend/features/value-rules/rule-columns.tsx';
import { type Cell, tallyOfCells } from '#test/support/analysis-builders.ts';

const FORMULAS = [
  '=1+1',
  '+cmd|x',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '=HYPERLINK("http://x","y")',
  '-5',
  '+0x1',
  '\n=1',
  '\r\n=1',
  '\0=1',
  '\u0085=1',
  '＝1+1',
  '＋1',
  '－2+3',
  '＠SUM(A1)',
];
const DATE = new Date(2025, 9, 15);
/** A status may look like a formula, too. */
const PARTS = { notes: listLeftOutRows([{ leads: 3, reason: 'by status (=1+1)' }]), date: DATE };

/** Two fields of hostile names and values, with rules, overlaps and tests in every table. */
function hostileTally(field: string) {
  const cells: Cell[] = FORMULAS.flatMap((value, index): Cell[] => [
    [[value, `${field}a`], 200, index % 2 ? 150 : 10],
    [[value, `${field}b`], 200, 20],
  ]);
  return tallyOfCells([field, `${field} too`], cells);
}

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

const hostileAnalysis = (field: string): Analysis => analyse(hostileTally(field), SETTINGS);

function rowsOfComparison(field: string): CsvCell[][] {
  const measurement = measure(hostileTally(field));
  const comparison = compareMeasurements(measurement, measurement, { settings: SETTINGS, isTested: true });
  const parts: ComparisonParts = {
    names: { before: field, after: field },
    notices: [field],
    totals: [],
    figures: null,
    stages: [{ name: field, before: null, after: null, test: null, verdict: 'Not tested' }],
    currency: undefined,
  };
  return exportComparison(comparison, parts, DATE).rows;
}

const context = (field: string) => ({
  fileName: `${field}.csv`,
  statusColumn: field,
  qualifiedValues: [field],
  attributes: [
    {
      field,
      ranges: [{ min: 0, max: null, label: field }],
      mapping: new Map([[field, field]]),
    },
  ],
});

function rowsOfCombinations(analysis: Analysis): CsvCell[][] {
  const file = exportCombinations(analysis, { ...PARTS, columns: combinationColumns(analysis) });
  return file.ok ? file.value.rows : [];
}

const topCombinations = (analysis: Analysis): LeadValue[] => bestCombinations(analysis, 100);

/** A plan with a rule for each value, as Microsoft would take them. */
const planOf = (values: readonly string[]): PlatformPlan => ({
  rules: values.map((value, code) => ({
    conditions: [{ field: 0, code, value, kind: 'location', name: value }],
    computed: 1.2,
    multiplier: 1.2,
    limitedBy: null,
    alone: 1.2,
    leads: 400,
    takenBy: [],
  })),
  leftOut: [],
  leftOutCount: 0,
  leadsWithoutRule: 0,
  tiedLeads: 0,
  meanMultiplier: 1.2,
  share: 0.5,
  shareRescaled: 0.5,
});

const sheetOf = (values: readonly string[]): PlanSheet => ({
  platform: 'microsoft',
  plan: planOf(values),
  fileName: 'leads.csv',
  action: 'every-lead',
  baseValue: 100,
  isRescaled: false,
  date: DATE,
});

const findingOf = (name: string): FindingRow => ({
  name,
  word: 'Constant',
  why: null,
  found: null,
  alone: null,
  added: null,
});

/** Two stages and one value with hostile names. */
function stagesOf(field: string): StagesAnswer {
  const interval = { low: 0.1, high: 0.3 };
  const stage = {
    reached: 10,
    open: 1,
    chance: { kind: 'at-least', days: 9, share: 0.2, since: 'lead' },
    step: null,
    value: null,
    volume: null,
  } as const;
  return {
    kind: 'columns',
    names: [field, `${field}a`],
    stages: [stage, stage],
    segments: [
      {
        stage: 0,
        field,
        value: field,
        leads: 10,
        wins: 2,
        ratio: 1,
        lift: 1,
        interval,
        q: 1,
        label: 'Unclear',
        reaching: null,
        isMissedEarlier: false,
        limit: null,
      },
    ],
    conversion: { stage: null, value: null },
    openLeads: null,
    unclear: [],
  };
}

/** Every way out of the results for people, by the name of what makes it. */
const WAYS_OUT: Record<string, (analysis: Analysis, field: string) => string> = {
  methodColumns: ({ fields }) => {
    const check = finishedCheck({ chosenAnew: fields.map(({ name }) => name) });
    return writeCsv(exportCheck(check, { currency: 'EUR', notes: PARTS.notes }, DATE).rows);
  },
  exportValueRules: (analysis) =>
    writeCsv(exportValueRules(analysis, { ...PARTS, columns: ruleColumns(analysis) }).rows),
  exportSegments: (analysis) =>
    writeCsv(exportSegments(analysis, { ...PARTS, columns: segmentColumns(analysis) }).rows),
  exportAll: (analysis, field) =>
    writeCsv(exportAll(RESULTS_TABS, { analysis, context: context(field) }, DATE).rows),
  exportCombinations: (analysis) => writeCsv(rowsOfCombinations(analysis)),
  ruleColumns: (analysis) => writeTsv(toCopiedRows(ruleColumns(analysis), analysis.valueRules)),
  multiplierColumns: (analysis) => writeTsv(toCopiedRows(multiplierColumns(analysis), analysis.valueRules)),
  segmentColumns: (analysis) => writeTsv(toCopiedRows(segmentColumns(analysis), analysis.segments)),
  correlationColumns: (analysis) =>
    writeTsv(toCopiedRows(correlationColumns(analysis), analysis.interactionTests)),
  combinationColumns: (analysis) =>
    writeTsv(toCopiedRows(combinationColumns(analysis), topCombinations(analysis))),
  exportComparison: (_, field) => writeCsv(rowsOfComparison(field)),
  exportOverTime: (analysis) => {
    const total = { leads: 1000, conversions: 200, sum: 0, sumOfSquares: 0 };
    const { valueRules } = analysis;
    const overTime: OverTime = {
      unit: 'month',
      units: ['month'],
      testedUnit: 'month',
      cut: null,
      periods: [{ start: DATE.getTime(), isRipe: true }],
      totals: [total],
      parts: valueRules.map(() => [{ ...total, leads: 100, conversions: 40 }]),
      changes: valueRules.map(() => ({ kind: 'too-few' })),
      undated: 0,
    };
    const rules = followRules(analysis, { overTime, keys: valueRules.map(keyOfRule) });
    return writeCsv(exportOverTime(analysis, { rules, overTime, notes: PARTS.notes }, DATE).rows);
  },
  exportStages: (_, field) =>
    writeCsv(exportStages(stagesOf(field), { currency: 'EUR', notes: PARTS.notes }, DATE).rows),
  stageColumns: (_, field) =>
    writeTsv(toCopiedRows(stageColumns(stagesOf(field), 'EUR'), listStageRows(stagesOf(field)))),
  stageChangeColumns: (_, field) => {
    const rows = listStageRows(stagesOf(field));
    return writeTsv(toCopiedRows(stageChangeColumns('EUR'), compareStages(rows, rows, true)));
  },
  stageSegmentColumns: (_, field) => {
    const { names, segments } = stagesOf(field);
    return writeTsv(toCopiedRows(stageSegmentColumns(names), segments));
  },
  findingColumns: (_, field) =>
    writeCsv(
      toRows(
        findingColumns(() => null),
        [findingOf(field)],
      ),
    ),
  exportSteps: (_, field) => writeCsv(exportSteps(sheetOf([field])).rows),
  planColumns: (analysis, field) =>
    writeTsv(
      toCopiedRows(
        planColumns(PLATFORMS.microsoft, analysis, planOf([field])),
        numberRules(planOf([field]).rules),
      ),
    ),
};

/** The ways out for the programs of platforms, which take a ' for a part of the value. */
const UPLOADS: Record<string, (values: readonly string[]) => string> = {
  exportBulk: (values) => {
    const { bulkFile } = PLATFORMS.microsoft;
    return bulkFile ? writeUpload(exportBulk(bulkFile, sheetOf(values)).rows) : '';
  },
};

const isFiniteNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

test.each(Object.entries(WAYS_OUT))('%s hands no text to a spreadsheet that it would run', (_, write) => {
  for (const field of FORMULAS) {
    const text = write(hostileAnalysis(field), field);
    const form = text.startsWith('\ufeff')
      ? ({ delimiter: ',', newline: '\r\n' } as const)
      : ({ delimiter: '\t', newline: '\n' } as const);
    const cells = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), form).data.flat();
    expect(cells.length).toBeGreaterThan(5);
    const run = cells.filter((cell) => /^[=+\-@\p{Cc}＝＋－＠]/u.test(cell) && !isFiniteNumber(cell));
    expect([field, run]).toEqual([field, []]);
    // The text is there all the same, at the start of a cell or within a sentence.
    expect(cells.some((cell) => cell.includes(field))).toBe(true);
  }
});

test.each(Object.entries(UPLOADS))('%s hands values to a platform as they are', (_, write) => {
  const { data } = Papa.parse<string[]>(write(FORMULAS), { delimiter: ',', newline: '\r\n' });
  for (const value of FORMULAS) expect(data.flat()).toContain(value);
});

test('no way out is missing here', () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    [
      '../../../frontend/src/exports/*.ts',
      '../../../frontend/src/features/results/export-all.ts',
      '../../../frontend/src/features/**/*-{columns,table}.tsx',
    ],
    { eager: true },
  );
  const names = Object.values(modules).flatMap((module) => Object.keys(module));
  // Parts of the others.
  const parts = [
    'exportFullAnalysis',
    'nameColumns',
    'valueFileColumns',
    'tenthColumns',
    'changeColumns',
    'rateChangeColumns',
    'enteredColumns',
    'periodColumns', // in Copy they have no text of the file
    'pairEvidenceColumns',
    'segmentEvidenceColumns',
    'rangedColumns',
  ];
  const waysOut = names.filter((name) => /^export[A-Z]|Columns$/.test(name) && !parts.includes(name));
  expect(waysOut.toSorted()).toEqual(Object.keys({ ...WAYS_OUT, ...UPLOADS }).toSorted());
});
