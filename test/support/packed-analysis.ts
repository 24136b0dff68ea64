import { saveAnalysisSchema } from '#contract/analyses.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { tallyOfCells } from './analysis-builders.ts';
import { workedCells, workedFields } from './analysis-worked-example.ts';

export const RANGES = [
  { min: 0, max: 5, label: 'few' },
  { min: 5.01, max: null, label: '' },
];

/** Columns and values whose names are also those of an object's own members. */
export const context: AnalysisContext = {
  fileName: 'leads.csv',
  statusColumn: '__proto__',
  qualifiedValues: ['Won', '(Blank)'],
  attributes: [
    { field: 'Source', ranges: null, mapping: new Map([['ads', 'Ads']]) },
    {
      field: 'constructor',
      ranges: RANGES,
      mapping: new Map([
        ['__proto__', 'x'],
        ['few', 'Few'],
      ]),
    },
    { field: 'Device', ranges: null, mapping: new Map() },
  ],
};
export const HEADERS = ['Device', 'Source', '__proto__', 'constructor', 'Other'];

/** The worked example as it is saved, with changes to its choices. */
export function packWorked(overrides: Partial<AnalysisContext> = {}) {
  const analysis = analyse(tallyOfCells(workedFields, workedCells), {
    conversionValue: 250.5,
    thresholdPercent: 12,
  });
  return packAnalysis({ analysis, context: { ...context, ...overrides }, notQualifiedValues: ['Lost'] });
}

/** The server's answer for a packed analysis once it is stored. */
export function storeAndAnswer(packed: ReturnType<typeof packWorked>): unknown {
  const stored = saveAnalysisSchema.parse(JSON.parse(JSON.stringify(packed)));
  return JSON.parse(
    JSON.stringify({
      ...stored,
      id: '1',
      createdAt: '2025-10-15T15:04:00.000Z',
      analysisData: { ...stored.analysisData, headers: HEADERS, rows: [] },
    }),
  ) as unknown;
}
