import type { AnalysisSummary, Labels, ListedChoices } from '#contract/answers.ts';
import type { Metric } from '#contract/metrics.ts';
import type { RecordRow, SummaryRow } from '#worker/db/saved-analyses.ts';

export function presentLabels({ id, name, fileName, note }: RecordRow): Labels {
  return { id, name: name ?? fileName, note };
}

/** The members that the list and the single analysis have in common. */
export function presentRecord(
  row: RecordRow,
): Omit<AnalysisSummary, 'analysisData' | 'choices' | 'isShared'> {
  return {
    ...presentLabels(row),
    fileName: row.fileName,
    createdAt: new Date(row.createdAt).toISOString(),
    conversionValue: row.conversionValue,
    significanceThreshold: row.significanceThreshold,
  };
}

export function presentSummary(row: SummaryRow): AnalysisSummary {
  return {
    ...presentRecord(row),
    isShared: row.isShared,
    analysisData: {
      overallRate: row.overallRate,
      totalLeads: row.totalLeads,
      totalQualified: row.totalQualified,
      metrics: JSON.parse(row.topMetrics) as Metric[], // `topMetrics` was written from checked metrics
    },
    choices: row.choices === null ? null : (JSON.parse(row.choices) as ListedChoices), // written by `listChoices`
  };
}
