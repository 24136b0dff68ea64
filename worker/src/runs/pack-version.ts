import type { CheckedSave } from '#contract/analyses.ts';
import { LISTED_SEGMENTS, MAX_VERSION_BYTES } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';
import { SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import type { Measurement } from '#frontend/analysis/counts/measurement.ts';
import { exceedsThreshold } from '#frontend/analysis/judge/settings.ts';
import { packPair, percentOf } from '#frontend/choices/pack-figures.ts';
import { NotCounted } from './count-file.ts';

/** The figures of a version as they are stored. */
export interface PackedVersion {
  leads: number;
  converted: number;
  /** JSON of the metrics in the list of versions. */
  metrics: string;
  /** JSON of `analysisData`. */
  figures: string;
}

/**
 * The figures of a measurement in the shape of a saved analysis. Counts only: labels and q-values are left to the page, which judges.
 *
 * @throws NotCounted where they are larger than a version may be
 */
export function packVersion(measurement: Measurement, thresholdPercent: number): PackedVersion {
  const metrics = packSegments(measurement);
  const { totalLeads, totalConversions, pairs, leftOut } = measurement;
  const analysisData: CheckedSave['analysisData'] = {
    metrics,
    overallRate: percentOf(totalConversions, totalLeads),
    totalLeads,
    totalQualified: totalConversions,
    correlationTests: pairs.map(({ figures }) => {
      const isClear = figures.pValue < SIGNIFICANT_P_VALUE;
      return packPair({
        ...figures,
        isSignificant: isClear && exceedsThreshold(figures.difference / 100, thresholdPercent),
      });
    }),
    ...(leftOut && { leftOutLeads: leftOut }),
    dataSource: 'csv',
  };
  const figures = JSON.stringify(analysisData);
  if (new TextEncoder().encode(figures).length > MAX_VERSION_BYTES)
    throw new NotCounted(
      'The attributes have too many values for a version. Choose attributes with fewer values.',
    );
  return {
    leads: totalLeads,
    converted: totalConversions,
    metrics: JSON.stringify(mostLeads(metrics)),
    figures,
  };
}

function packSegments({ fields, figures, figureOf, byValue }: Measurement): Metric[] {
  const names = fields.flatMap(({ name, values }) => values.map((value) => [name, value] as const));
  return names.map(([fieldName, fieldValue], position) => {
    const at = figureOf[position]!; // each segment has figures
    const [totalLeads, qualifiedLeads] = [figures.leads[at]!, figures.conversions[at]!];
    return {
      fieldName,
      fieldValue,
      totalLeads,
      qualifiedLeads,
      conversionRate: percentOf(qualifiedLeads, totalLeads),
      ...amountsAt(byValue, position),
    };
  });
}

function amountsAt(
  byValue: Measurement | null,
  position: number,
): Pick<Metric, 'amountSum' | 'amountSquares'> {
  if (!byValue?.value) return {};
  const { figureOf, value } = byValue;
  const at = figureOf[position]!; // the same segments in the same positions
  return { amountSum: value.sums[at]!, amountSquares: value.sumsOfSquares[at]! };
}

/** The metrics with the most leads, in the order of all. */
function mostLeads(metrics: readonly Metric[]): Metric[] {
  if (metrics.length <= LISTED_SEGMENTS) return [...metrics];
  const listed = new Set(metrics.toSorted((a, b) => b.totalLeads - a.totalLeads).slice(0, LISTED_SEGMENTS));
  return metrics.filter((metric) => listed.has(metric));
}
