import type { ValueFigures } from '../counts/mapping.ts';
import { MIN_TESTED_LEADS } from '../constants.ts';
import type { Settings } from './settings.ts';
import {
  expectRule,
  growWeights,
  measureValueLogRatio,
  type Expectation,
  type Side,
} from './expected-to-hold.ts';
import { logLikelihoods, measureLogRatio, weighSpreads, type LogRatio } from '../measure/spreads.ts';
import type { ColumnSpreads, Measurement, SpreadWeights } from '../measure/measurement.ts';
import type { RuledSegment } from './judge-segments.ts';
import type { Counts } from '../counts/valued-leads.ts';

/**
 * How the log ratios of each field's values are spread, by conversions or by value as the measurement is. Values with under 10
 * leads say nothing of it, and by value none without enough conversions and money; see `measureValueLogRatio`.
 *
 * @param prior how common each spread is; by default each as common as another
 */
export function weighFields(
  measurement: Pick<
    Measurement,
    'fields' | 'figures' | 'figureOf' | 'value' | 'totalLeads' | 'totalConversions'
  >,
  prior?: SpreadWeights,
): ColumnSpreads[] {
  const { fields, figures, figureOf, value, totalLeads, totalConversions } = measurement;
  const total = { leads: totalLeads, conversions: totalConversions };
  let first = 0;
  return fields.map(({ values }) => {
    const ratios: LogRatio[] = [];
    for (const at of figureOf.subarray(first, first + values.length)) {
      // The `!` here: every segment has figures.
      const part = { leads: figures.leads[at]!, conversions: figures.conversions[at]! };
      if (part.leads < MIN_TESTED_LEADS) continue;
      const ratio = value
        ? valueRatioOf({ ...part, sum: value.sums[at]! }, total, { amounts: value })
        : measureLogRatio(part, total);
      if (ratio) ratios.push(ratio);
    }
    first += values.length;
    return { values: ratios.length, weights: weighSpreads(ratios, prior) };
  });
}

/** Says how likely the rule of a segment is to hold, under the settings of the analysis; see `expectRule`. */
export function expectSegment(
  segment: RuledSegment,
  // Not destructured: that would read the list of all segments too.
  analysis: Judged,
): Expectation {
  const total = { leads: analysis.totalLeads, conversions: analysis.totalConversions };
  const ratio = ratioOfSegment(segment, analysis);
  const column = { total, ...analysis.spreads[segment.field]! }; // each field has its spreads
  const rule = { leads: segment.leads, side: sideOfSegment(segment), ratio };
  return expectRule(rule, column, analysis.settings.thresholdPercent);
}

/** `expectGrown` looks at no more values of a field than this, those with the most leads. */
const MAX_GROWN_VALUES = 200;

/**
 * Says how likely the rule of a segment is to hold once there are `times` as many leads, at the same rates: variances shrink, and how
 * likely each spread is follows from the values of its field with these variances. As today, values with under 10 leads say nothing, and by
 * value those without enough conversions, which more of them may have then.
 *
 * @param times how many times as many leads there are
 */
export function expectGrown(segment: RuledSegment, analysis: Judged & Segments, times: number): Expectation {
  const { spreads, settings, totalLeads, totalConversions } = analysis;
  const spread = spreads[segment.field]!; // each field has its spreads
  const { values, likelihoods } = valuesOfField(analysis, segment.field, spread);
  const after = ratiosOf(values, analysis, times);
  return expectRule(
    {
      leads: segment.leads * times,
      side: sideOfSegment(segment),
      ratio: ratioOfSegment(segment, analysis, times),
    },
    {
      total: { leads: totalLeads * times, conversions: totalConversions * times },
      values: after.length,
      weights: growWeights(spread.weights, likelihoods, after),
    },
    settings.thresholdPercent,
  );
}

/** The figures of all leads. */
interface Totals {
  totalLeads: number;
  totalConversions: number;
  /** Null by conversions. */
  value: ValueFigures | null;
}

interface Judged extends Totals {
  /** Of each field. */
  spreads: readonly ColumnSpreads[];
  settings: Settings;
}

interface Segments {
  segments: readonly RuledSegment[];
}

const sideOfSegment = ({ adjustedLift }: RuledSegment): Side => (adjustedLift > 1 ? 'raise' : 'cut');

/** The log ratio of a segment with `times` as many leads. By value it may be null today, and known then. */
function ratioOfSegment(
  { leads, conversions, amounts }: RuledSegment,
  { totalLeads, totalConversions, value }: Totals,
  times = 1,
): LogRatio | null {
  const total = { leads: totalLeads, conversions: totalConversions };
  if (value && amounts)
    return valueRatioOf({ leads, conversions, sum: amounts.sum }, total, { amounts: value, times });
  const { log, variance } = measureLogRatio({ leads, conversions }, total);
  return { log, variance: variance / times };
}

/** The log ratios of the segments that have 10 leads once there are `times` as many. */
function ratiosOf(segments: readonly RuledSegment[], totals: Totals, times = 1): LogRatio[] {
  return segments.flatMap((segment) => {
    if (segment.leads * times < MIN_TESTED_LEADS) return [];
    return ratioOfSegment(segment, totals, times) ?? [];
  });
}

interface FieldValues {
  /** Those with the most leads. */
  values: readonly RuledSegment[];
  /** How likely each spread makes them today. */
  likelihoods: Float64Array;
}

// Many segments of a field are asked for, each for several sizes, and again under another threshold.
const fieldValues = new WeakMap<ColumnSpreads, FieldValues>();

function valuesOfField(analysis: Totals & Segments, field: number, spreads: ColumnSpreads): FieldValues {
  const cached = fieldValues.get(spreads);
  if (cached) return cached;
  const values = analysis.segments
    .filter((segment) => segment.field === field)
    .toSorted((a, b) => b.leads - a.leads)
    .slice(0, MAX_GROWN_VALUES);
  const found = { values, likelihoods: logLikelihoods(ratiosOf(values, analysis)) };
  fieldValues.set(spreads, found);
  return found;
}

/** The log ratio of the means of the amounts, with `times` as many leads. */
function valueRatioOf(
  part: Counts & { sum: number },
  total: Counts,
  { amounts, times = 1 }: { amounts: ValueFigures; times?: number },
): LogRatio | null {
  const multiply = ({ leads, conversions, sum }: typeof part) => ({
    leads: leads * times,
    conversions: conversions * times,
    sum: sum * times,
  });
  const grown = multiply({ ...total, sum: amounts.total });
  const sumOfSquares = grown.leads * (amounts.variance + amounts.perLead ** 2);
  return measureValueLogRatio(multiply(part), { ...grown, sumOfSquares });
}
