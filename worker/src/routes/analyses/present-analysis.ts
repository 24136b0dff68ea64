import type { AnalysisSummary, AnalysisLabels, ListedChoices, Saved } from '#contract/answers.ts';
import type { Version } from '#contract/errors.ts';
import type { RecordRow, SummaryRow, VersionRow } from '#worker/db/saved-analyses.ts';
import type { Configuration } from '#contract/configuration.ts';
import { cutListedName, firstOf } from '#contract/listed.ts';
import { TOP_SEGMENTS } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';
import { findTopSegments } from '#contract/top-segments.ts';
import { parseJson, toJson, type Json, type StoredMetric } from '#worker/db/json.ts';

export const presentVersion = ({
  version,
  updatedAt,
  createdAt,
}: Pick<VersionRow, 'version' | 'updatedAt' | 'createdAt'>): Version => ({
  version,
  updatedAt: new Date(updatedAt ?? createdAt).toISOString(),
});

export const presentSaved = (row: VersionRow): Saved => ({ id: row.id, ...presentVersion(row) });

export function presentLabels(row: RecordRow): AnalysisLabels {
  const { id, name, fileName, note } = row;
  return { id, name: name ?? fileName, note, ...presentVersion(row) };
}

/** The members of the team of a record, by their ids; null where it is no team's. */
export type Names = ReadonlyMap<string, string> | null;

/** The name of who did something in a team; null for a former member. */
export const findName = (names: NonNullable<Names>, id: string | null): string | null =>
  names.get(id ?? '') ?? null;

/** The announced ends of the datasets of a team, by the ids of the analyses; null where it is no team's. */
export type DatasetEnds = ReadonlyMap<string, number> | null;

export function presentEnd(ends: DatasetEnds, id: string): Pick<AnalysisSummary, 'datasetEndsAt'> {
  const endsAt = ends?.get(id);
  return endsAt === undefined ? {} : { datasetEndsAt: new Date(endsAt).toISOString() };
}

/** The members that the list and the single analysis have in common. */
export function presentRecord(
  row: RecordRow,
  names: Names,
): Omit<AnalysisSummary, 'analysisData' | 'choices' | 'isShared' | 'source' | 'alerts'> {
  return {
    ...presentLabels(row),
    fileName: row.fileName,
    createdAt: new Date(row.createdAt).toISOString(),
    conversionValue: row.conversionValue,
    significanceThreshold: row.significanceThreshold,
    ...(names && { madeBy: findName(names, row.madeBy), updatedBy: findName(names, row.updatedBy) }),
  };
}

/** The top performing segments as the list stores them, with long names cut. */
export const storeTopMetrics = (metrics: readonly Metric[], overallRate: number): Json<StoredMetric[]> =>
  toJson(
    findTopSegments(metrics, overallRate).map((metric): StoredMetric => ({
      ...metric,
      fieldName: cutListedName(metric.fieldName),
      fieldValue: cutListedName(metric.fieldValue),
      chosenBy: 'rate',
    })),
  );

/** The stored top performing segments in their order. */
const readTopMetrics = ({ topMetrics, overallRate }: SummaryRow): Metric[] =>
  findTopSegments(parseJson(topMetrics), overallRate).map(
    ({ chosenBy: _chosenBy, ...metric }: StoredMetric) => metric,
  );

/** Whether the segments of the list may be others than those with the highest rates. A list with fewer has all that are above the overall rate. */
export function isTopChosenOtherwise({ topMetrics }: SummaryRow): boolean {
  const metrics = parseJson(topMetrics);
  return metrics.length >= TOP_SEGMENTS && metrics.some(({ chosenBy }) => chosenBy !== 'rate');
}

export function presentSummary(row: SummaryRow, names: Names): AnalysisSummary {
  return {
    ...presentRecord(row, names),
    isShared: row.isShared,
    source: row.source,
    alerts: { open: row.openAlerts, unseen: row.unseenAlerts },
    analysisData: {
      overallRate: row.overallRate,
      totalLeads: row.totalLeads,
      totalQualified: row.totalQualified,
      metrics: readTopMetrics(row),
    },
    choices: row.choices && parseJson(row.choices),
  };
}

/** The choices of the user as the list shows them: long lists and names are cut. */
export function presentChoices(configuration: Configuration): ListedChoices {
  const { statusColumn, qualifiedValues, attributeColumns, binningConfig, currency } = configuration;
  // A map, because a column may be named like an inherited property.
  const binnings = new Map(Object.entries(binningConfig));
  return {
    statusColumn: cutListedName(statusColumn),
    qualifiedValues: firstOf(qualifiedValues, cutListedName),
    attributes: attributeColumns.map((name) => {
      const bins = binnings.get(name)?.bins ?? [];
      const ranges = firstOf(bins, (range) => ({ ...range, label: cutListedName(range.label) }));
      return { field: cutListedName(name), ranges: bins.length > 0 ? ranges : null };
    }),
    ...(currency && { currency }),
  };
}
