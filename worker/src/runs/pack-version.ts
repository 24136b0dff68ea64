import type { CheckedSave } from '#contract/analyses.ts';
import { LISTED_SEGMENTS, MAX_VERSION_BYTES } from '#contract/limits.ts';
import type { Metric, StoredMix, StoredToEnter } from '#contract/metrics.ts';
import type { AnalysisVersion } from '#contract/sources.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import { MAX_FALSE_DISCOVERY_RATE, SIGNIFICANT_P_VALUE } from '#frontend/analysis/constants.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import { exceedsThreshold } from '#frontend/analysis/judge/settings.ts';
import { weighFields } from '#frontend/analysis/judge/expectations.ts';
import { qAt } from '#frontend/analysis/judge/judge-segments.ts';
import { packPair, packSpreads, percentOf } from '#frontend/choices/pack-figures.ts';
import { NotCounted } from './count-file.ts';
import { parseJson, toJson, type ListedFigures } from '#worker/db/json.ts';
import type { CountedVersion } from '#worker/db/schema.ts';

/**
 * The figures of a measurement in the shape of a saved analysis: counts, q, spreads and the figures to enter. Labels are left to the page,
 * which judges by the threshold. Figures that are too large for a version are stored without mixes, then without those of stages, then
 * without those to enter, then without q and spreads too, as by earlier releases.
 *
 * @throws NotCounted where they are larger than a version may be
 */
export function packVersion(
  measurement: Measurement,
  thresholdPercent: number,
  {
    toEnter,
    stages,
    mixes = [],
  }: { toEnter?: StoredToEnter[]; stages?: StoredStageFigures | null; mixes?: StoredMix[] } = {},
): Pick<CountedVersion, 'leads' | 'converted' | 'metrics' | 'figures'> {
  const metrics = packSegments(measurement);
  const spreads = packSpreads(measurement.fields, measurement.spreads ?? weighFields(measurement));
  const { totalLeads: leads, totalConversions: converted } = measurement;
  const parts = [
    { metrics, spreads },
    ...(toEnter ? [{ toEnter }] : []),
    ...(stages ? [{ stages }] : []),
    ...(mixes.length > 0 ? [{ mixes }] : []),
  ];
  let whole: CountedVersion['figures'] | null = null;
  for (let kept = parts.length; kept > 0 && whole === null; kept--)
    whole = packFigures(measurement, Object.assign({}, ...parts.slice(0, kept)), thresholdPercent);
  if (whole !== null)
    return {
      leads,
      converted,
      metrics: toJson<ListedFigures>({ metrics: mostLeads(metrics), spreads }),
      figures: whole,
    };
  const counts = metrics.map((metric) => {
    const { q: _, sameAge: __, ...counted } = metric;
    return counted;
  });
  const figures = packFigures(measurement, { metrics: counts }, thresholdPercent);
  if (figures === null)
    throw new NotCounted(
      'The attributes have too many values for a version. Choose attributes with fewer values.',
    );
  return { leads, converted, metrics: toJson(mostLeads(counts)), figures };
}

/** JSON of `analysisData`; null where it is larger than a version may be. */
function packFigures(
  { totalLeads, totalConversions, pairs, leftOut, otherStatuses }: Measurement,
  segments: Pick<CheckedSave['analysisData'], 'metrics' | 'spreads' | 'toEnter' | 'stages' | 'mixes'>,
  thresholdPercent: number,
): CountedVersion['figures'] | null {
  const analysisData: CheckedSave['analysisData'] = {
    ...segments,
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
    ...(otherStatuses && { otherStatuses: [...otherStatuses] }),
    dataSource: 'csv',
  };
  const figures = toJson(analysisData);
  return new TextEncoder().encode(figures).length > MAX_VERSION_BYTES ? null : figures;
}

/** Reads the list of `packVersion`, or that of an earlier release. */
export function readListed(stored: CountedVersion['metrics']): Pick<AnalysisVersion, 'metrics' | 'spreads'> {
  const listed = parseJson(stored);
  return Array.isArray(listed) ? { metrics: listed } : listed;
}

function packSegments(measurement: Measurement): Metric[] {
  const { fields, figures, figureOf, byValue } = measurement;
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
      q: qAt(measurement, position),
      ...sameAgeAt(measurement, position),
      ...amountsAt(byValue, position),
    };
  });
}

/** The tests of a segment that only the age of its leads keeps from a q below the limit. */
function sameAgeAt(measurement: Measurement, position: number): Pick<Metric, 'sameAge'> {
  const { figures, figureOf, sameAge } = measurement;
  const qOfAnyAge = figures.qValues[figureOf[position]!]!; // each segment has figures
  const isAge =
    qOfAnyAge < MAX_FALSE_DISCOVERY_RATE && qAt(measurement, position) >= MAX_FALSE_DISCOVERY_RATE;
  return sameAge && isAge ? { sameAge: { qOfAnyAge, statistic: sameAge.statistics[position]! } } : {};
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
