import { segmentKey } from '#contract/top-segments.ts';
import type { CorrelationTest, Metric, StoredSpreads, StoredToEnter } from '#contract/metrics.ts';
import type { StoredStageFigures } from '#contract/stages.ts';
import type { Configuration } from '#contract/configuration.ts';
import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { storedContextOf } from '#frontend/choices/saved.ts';
import { MAX_PREDICTED_RATE, SPREADS } from '#frontend/analysis/constants.ts';
import { weighFields } from '#frontend/analysis/judge/expectations.ts';
import { measureDifferenceInterval, type MeasuredPair } from '#frontend/analysis/measure/interactions.ts';
import type { LeftOutLeads } from '#frontend/analysis/counts/mapping.ts';
import { measureRate } from '#frontend/analysis/measure/lift.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import {
  type ColumnSpreads,
  type LabelLimits,
  arrangeSegments,
  type OwnerJudgement,
} from '#frontend/analysis/measure/measurement.ts';
import { sortNames } from '#frontend/analysis/columns/order.ts';
import type { StatusLeads } from '#frontend/analysis/columns/statuses.ts';
import { measureFigures, type CountedFigures } from '#frontend/analysis/measure/segments.ts';
import { chiSquareOfShare } from '#frontend/analysis/stats/chi-square.ts';

/** The stored results. Rates are in percent. */
export interface StoredFigures {
  metrics: readonly Metric[];
  totalLeads: number;
  totalQualified: number;
  correlationTests: readonly CorrelationTest[];
  leftOutLeads?: LeftOutLeads;
  /** Absent in records of earlier releases, and in shared figures. */
  otherStatuses?: readonly StatusLeads[];
  /** The multipliers that the plans of the platforms enter; absent in records of earlier releases. */
  toEnter?: readonly StoredToEnter[];
  /** How the values of a field are spread. Absent in records of earlier releases. */
  spreads?: readonly StoredSpreads[];
  /** The number of tests that a read-only link does not show. Only shared figures have it. */
  hiddenTests?: number;
  /** Absent where the file tells no stages, and in records of earlier releases. */
  stages?: StoredStageFigures;
}

interface StoredResults {
  fileName: string;
  /** Null if the choices are missing or malformed. */
  configuration: Configuration | null;
  figures: StoredFigures;
  settings: Settings;
}

/** The input of results from stored figures without rows: of a saved analysis, or behind a link. */
export function readStored({ settings, figures, ...stored }: StoredResults) {
  return {
    settings,
    context: storedContextOf(stored),
    measurement: restoreMeasurement(figures, stored.configuration?.attributeColumns ?? []),
    stageFigures: figures.stages,
  };
}

/**
 * Restores the measurement from its stored figures. Stored figures are not changed; missing ones are computed from the
 * counts.
 *
 * @param fieldOrder names of the attributes in the order of choice; fields that only occur in metrics follow
 */
export function restoreMeasurement(figures: StoredFigures, fieldOrder: readonly string[]): Measurement {
  const { totalLeads, totalQualified } = figures;
  const metricsByField = groupByField(figures.metrics, fieldOrder);
  const fields = Array.from(metricsByField, ([name, metrics]) => ({
    name,
    values: sortNames([...metrics.keys()]),
  })).filter(({ values }) => values.length > 0);
  const total = { leads: totalLeads, conversions: Math.min(totalQualified, totalLeads) };
  const metrics = fields.flatMap(
    ({ name, values }) => values.map((value) => metricsByField.get(name)!.get(value)!), // both names are keys of these maps
  );
  const segments = arrangeSegments(restoreFigures(metrics, total), Uint32Array.from(metrics.keys()));
  const sameAge = restoreQ(segments.figures.qValues, metrics);
  const ownerJudgement = readSeen(metrics, figures.hiddenTests);
  const restored = {
    fields,
    totalLeads: total.leads,
    totalConversions: total.conversions,
    ...segments,
    value: null,
  };
  return {
    ...restored,
    spreads: restoreSpreads(restored, figures.spreads),
    ...(ownerJudgement && { ownerJudgement }),
    ...(sameAge && { sameAge }),
    limits: limitsOf(metrics, figures.spreads !== undefined),
    pairs: restorePairs(figures.correlationTests, fields, total),
    byValue: null,
    worth: null,
    ...(figures.leftOutLeads && { leftOut: figures.leftOutLeads }),
    ...(figures.otherStatuses && { otherStatuses: figures.otherStatuses }),
  };
}

/**
 * Takes over the stored q. Where the age of the leads alone keeps segments from Use, the tests among leads of the same age are restored
 * beside those of any age; null without such segments. Other segments passed these tests as clearly as can be, or fail both.
 */
function restoreQ(qValues: Float64Array, metrics: readonly Metric[]): Measurement['sameAge'] | null {
  metrics.forEach(({ q }, at) => {
    if (q !== undefined) qValues[at] = q;
  });
  if (metrics.every(({ sameAge }) => sameAge === undefined)) return null;
  const ofSameAge = { statistics: new Float64Array(metrics.length).fill(Infinity), qValues: qValues.slice() };
  metrics.forEach(({ sameAge }, at) => {
    if (!sameAge) return;
    ofSameAge.statistics[at] = sameAge.statistic;
    qValues[at] = sameAge.qOfAnyAge;
  });
  return ofSameAge;
}

/** The stored labels. Figures without labels and spreads are of earlier releases, whose labels followed from q alone. */
function limitsOf(metrics: readonly Metric[], hasSpreads: boolean): LabelLimits {
  const stored = new Map(
    metrics.flatMap(({ label }, position) => (label === undefined ? [] : [[position, label] as const])),
  );
  return { splitFields: [], hasManyDuplicates: false, stored, isByQ: !hasSpreads };
}

/** The stored spreads. Of a field without them they follow from its counts alone. */
function restoreSpreads(
  measured: Parameters<typeof weighFields>[0],
  stored: readonly StoredSpreads[] = [],
): ColumnSpreads[] {
  const known = new Map(stored.map((spreads) => [spreads.fieldName, spreads]));
  return weighFields(measured).map((own, field) => {
    const spreads = known.get(measured.fields[field]?.name ?? '');
    // Another release may have other spreads.
    return spreads?.weights.length === SPREADS.length
      ? { values: spreads.values, weights: spreads.weights }
      : own;
  });
}

/** Labels and rules as the owner of shared figures saw them; null for other figures, which are judged again. */
function readSeen(metrics: readonly Metric[], hiddenTests: number | undefined): OwnerJudgement | null {
  if (hiddenTests === undefined) return null;
  const byPosition = <Seen>(seenIn: (metric: Metric) => Seen | undefined) =>
    new Map(
      metrics.flatMap((metric, position) => {
        const seen = seenIn(metric);
        return seen === undefined ? [] : [[position, seen] as const];
      }),
    );
  return {
    labels: byPosition(({ label }) => label),
    rules: byPosition(({ rule }) => rule),
    overlaps: byPosition(({ overlaps }) => overlaps),
    hiddenTests,
  };
}

type MetricsByValue = Map<string, Metric>;

function groupByField(
  metrics: readonly Metric[],
  fieldOrder: readonly string[],
): Map<string, MetricsByValue> {
  const groups = new Map<string, MetricsByValue>(fieldOrder.map((name) => [name, new Map()]));
  for (const metric of metrics) {
    const group = groups.get(metric.fieldName) ?? new Map<string, Metric>();
    groups.set(metric.fieldName, group.set(metric.fieldValue, metric));
  }
  return groups;
}

/** Measures segments from their counts; stored figures take precedence. */
function restoreFigures(metrics: readonly Metric[], total: Counts): CountedFigures {
  const leads = Uint32Array.from(metrics, ({ totalLeads }) => totalLeads);
  const conversions = Uint32Array.from(metrics, ({ qualifiedLeads }, at) =>
    Math.min(qualifiedLeads, leads[at] ?? 0),
  );
  const figures = measureFigures(leads, conversions, total);
  metrics.forEach(({ conversionRate, confidence, rawLift, adjustedLift, pValue }, at) => {
    figures.conversionRates[at] = conversionRate / 100;
    if (confidence !== undefined) figures.confidences[at] = confidence / 100;
    if (rawLift !== undefined) figures.lifts[at] = rawLift;
    if (adjustedLift !== undefined) figures.adjustedLifts[at] = adjustedLift;
    if (pValue !== undefined) figures.pValues[at] = pValue;
  });
  return figures;
}

/** Restores the tests whose two segments are both stored, in the stored order. */
function restorePairs(
  tests: readonly CorrelationTest[],
  fields: Measurement['fields'],
  total: Counts,
): MeasuredPair[] {
  const names = fields.flatMap(({ name, values }) => values.map((value) => segmentKey(name, value)));
  const positionOf = new Map(names.map((name, position) => [name, position]));
  return tests.flatMap((test) => {
    const [a, b] = test.attributes.map(({ field, value }) => positionOf.get(segmentKey(field, value)));
    if (a === undefined || b === undefined) return [];
    const { q, label } = test;
    const ownerJudgement = q !== undefined && label !== undefined && { ownerJudgement: { q, label } };
    return [{ positions: [a, b] as const, figures: restorePair(test, total), ...ownerJudgement }];
  });
}

function restorePair(test: CorrelationTest, total: Counts): MeasuredPair['figures'] {
  const { leads, predictedLift, difference } = test;
  const conversions = Math.min(leads, test.qualifiedLeads);
  const predictedRate = Math.min(MAX_PREDICTED_RATE, measureRate(total) * predictedLift);
  return {
    attributes: test.attributes,
    leads,
    conversions,
    conversionRate: test.conversionRate / 100,
    confidencePercent: test.confidence,
    predictedLift,
    actualLift: test.actualLift,
    difference,
    interval: measureDifferenceInterval(difference, { leads, conversions }, total),
    pValue: test.pValue,
    chiSquare: test.chiSquare ?? chiSquareOfShare(conversions, leads, predictedRate),
  };
}
