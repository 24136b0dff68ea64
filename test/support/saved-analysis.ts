import { gzipSync } from 'node:zlib';
import type { AnalysisSummary } from '#contract/answers.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import { expandCells, tallyOfLeads } from './analysis-builders.ts';
import { workedCells, workedFields } from './analysis-worked-example.ts';
import type { Answer } from './fake-server.ts';

export const SETTINGS = { conversionValue: 250, thresholdPercent: 12 };

export const CONTEXT: AnalysisContext = {
  fileName: 'worked.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Yes'],
  attributes: workedFields.map((field) => ({ field, ranges: null, mapping: new Map() })),
};

const leads = expandCells(workedCells);
export const HEADERS = ['Status', ...workedFields];
/** The 1,000 leads of the worked example. */
export const ROWS = leads.map(({ values, converted }) => [converted ? 'Yes' : 'No', ...values]);

/** The server's answer for the worked example, with changes to `analysisData` and to the rest. */
export function savedAnswer(analysisData: object = {}, rest: object = {}): Record<string, unknown> {
  const packed = packAnalysis({
    analysis: analyse(tallyOfLeads(workedFields, leads), SETTINGS),
    context: CONTEXT,
    notQualifiedValues: ['No'],
  });
  return {
    id: 'worked',
    createdAt: new Date(2025, 9, 15, 15, 4).toISOString(),
    ...packed,
    analysisData: { ...packed.analysisData, headers: HEADERS, rows: ROWS, ...analysisData },
    ...rest,
  };
}

/** A dataset as the server keeps it. */
export const packRows = (rows: readonly unknown[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')));

/** The calls that open an analysis, with what the server answers to each, by its answer to the call for all of it. */
export function savedCalls(id: string, whole: Answer): Record<string, Answer> {
  const body = whole.body as { analysisData?: { headers?: unknown; rows?: unknown } } | undefined;
  const { headers, rows, ...analysisData } = body?.analysisData ?? {};
  const isText = typeof whole.body === 'string';
  const isFailure = whole.isLost || (whole.status ?? 200) >= 400;
  const record = body?.analysisData && !isText ? { ...body, analysisData } : whole.body;
  const hasDataset = Array.isArray(headers) && Array.isArray(rows);
  const dataset = hasDataset
    ? { body: packRows([headers, ...(rows as unknown[])]) }
    : { status: 404, body: { message: 'This analysis was saved without its dataset' } };
  return {
    [`GET /api/analyses/${id}?dataset=apart`]: { ...whole, body: record },
    [`GET /api/analyses/${id}/dataset`]: isFailure ? whole : { ...dataset, after: whole.after },
  };
}

/** An item of the list. */
export function summary(overrides: Partial<AnalysisSummary> = {}): AnalysisSummary {
  return {
    id: 'one',
    name: overrides.fileName ?? 'leads.csv',
    note: '',
    isShared: false,
    source: null,
    alerts: { open: 0, unseen: 0 },
    version: 1,
    updatedAt: new Date(2025, 9, 15, 15, 4).toISOString(),
    fileName: 'leads.csv',
    createdAt: new Date(2025, 9, 15, 15, 4).toISOString(),
    conversionValue: 1234.5,
    significanceThreshold: 10,
    analysisData: {
      totalLeads: 9240,
      totalQualified: 3561,
      overallRate: 38.5389,
      metrics: [
        { fieldName: 'Source', fieldValue: 'Web', totalLeads: 1, qualifiedLeads: 1, conversionRate: 38.5389 },
        { fieldName: 'Source', fieldValue: 'Referral', totalLeads: 8, qualifiedLeads: 4, conversionRate: 50 },
        { fieldName: 'Source', fieldValue: 'Google', totalLeads: 5, qualifiedLeads: 2, conversionRate: 40 },
        { fieldName: 'Device', fieldValue: 'Phone', totalLeads: 9, qualifiedLeads: 9, conversionRate: 99.96 },
        {
          fieldName: 'Device',
          fieldValue: 'Tablet',
          totalLeads: 9,
          qualifiedLeads: 4,
          conversionRate: 44.44,
        },
      ],
    },
    choices: {
      statusColumn: 'Stage',
      qualifiedValues: { first: ['Won', 'Sold'], count: 2 },
      attributes: [
        { field: 'Source', ranges: null },
        { field: 'Device', ranges: null },
      ],
    },
    ...overrides,
  };
}
