import type { AnalysisSummary, ListedChoices } from '#contract/analyses.ts';
import type { Metric } from '#contract/metrics.ts';
import type { SummaryRow } from '#worker/db/saved-analyses.ts';

/** The members that the list and the single analysis have in common. */
export function presentRecord(row: SummaryRow): Omit<AnalysisSummary, 'analysisData' | 'choices'> {
  return {
    id: row.id,
    fileName: row.fileName,
    createdAt: new Date(row.createdAt).toISOString(),
    conversionValue: row.conversionValue,
    significanceThreshold: row.significanceThreshold,
  };
}

export function presentSummary(row: SummaryRow): AnalysisSummary {
  return {
    ...presentRecord(row),
    analysisData: {
      overallRate: row.overallRate,
      totalLeads: row.totalLeads,
      totalQualified: row.totalQualified,
      metrics: JSON.parse(row.topMetrics) as Metric[], // `topMetrics` was written from checked metrics
    },
    choices: row.choices === null ? null : (JSON.parse(row.choices) as ListedChoices), // written by `listChoices`
  };
}
