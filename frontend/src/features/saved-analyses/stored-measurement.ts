import type { CorrelationTest, Metric } from '#contract/metrics.ts';
import type { Measurement } from '#frontend/analysis/analyse.ts';
import { measureRate } from '#frontend/analysis/lift.ts';
import { sortNames } from '#frontend/analysis/names.ts';
import { orderDescending } from '#frontend/analysis/order.ts';
import { measureSegments, type Segment } from '#frontend/analysis/segments.ts';
import { restorePairs } from './stored-pairs.ts';

/** Results as stored; rates in them are percent. */
export interface StoredFigures {
  metrics: readonly Metric[];
  totalLeads: number;
  totalQualified: number;
  correlationTests: readonly CorrelationTest[];
}

const NONE = new Uint32Array();

/**
 * The measurement that stored figures were made from, as far as they tell: counts per segment, but not per combination.
 * A stored figure stands as it is; one that was not stored follows from the counts.
 *
 * @param fieldOrder names of the attributes as they were chosen; fields that only metrics name come after
 */
export function restoreMeasurement(figures: StoredFigures, fieldOrder: readonly string[]): Measurement {
  const { totalLeads, totalQualified } = figures;
  const metricsByField = groupByField(figures.metrics, fieldOrder);
  const fields = Array.from(metricsByField, ([name, metrics]) => ({
    name,
    values: sortNames([...metrics.keys()]),
  })).filter(({ values }) => values.length > 0);
  const total = { leads: totalLeads, conversions: Math.min(totalQualified, totalLeads) };
  const segments = fields.flatMap(({ name, values }, field) =>
    restoreSegments({ name, values, metrics: metricsByField.get(name) ?? new Map() }, total).map(
      (segment) => ({
        ...segment,
        field,
      }),
    ),
  );
  return {
    tally: {
      fields,
      codes: fields.map(() => NONE),
      leads: NONE,
      conversions: NONE,
      totalLeads: total.leads,
      totalConversions: total.conversions,
    },
    segments,
    byLift: orderDescending(Float64Array.from(segments, ({ adjustedLift }) => adjustedLift)),
    pairs: restorePairs(figures.correlationTests, segments, measureRate(total)),
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

/** Measures a field from its counts, as if it were the only one, and lets stored figures stand. */
function restoreSegments(
  field: { name: string; values: readonly string[]; metrics: MetricsByValue },
  total: { leads: number; conversions: number },
): Segment[] {
  const leads = Uint32Array.from(field.values, (value) => field.metrics.get(value)?.totalLeads ?? 0);
  const conversions = Uint32Array.from(field.values, (value, i) =>
    Math.min(field.metrics.get(value)?.qualifiedLeads ?? 0, leads[i] ?? 0),
  );
  const measured = measureSegments({
    fields: [field],
    codes: [Uint32Array.from(field.values.keys())],
    leads,
    conversions,
    totalLeads: total.leads,
    totalConversions: total.conversions,
  });
  return measured.map((segment) => {
    const stored = field.metrics.get(segment.value);
    return {
      ...segment,
      conversionRate: stored ? stored.conversionRate / 100 : segment.conversionRate,
      confidence: stored?.confidence === undefined ? segment.confidence : stored.confidence / 100,
      lift: stored?.rawLift ?? segment.lift,
      adjustedLift: stored?.adjustedLift ?? segment.adjustedLift,
      pValue: stored?.pValue ?? segment.pValue,
    };
  });
}
