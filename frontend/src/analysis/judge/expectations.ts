import type { Measurement } from '../counts/measurement.ts';
import type { ValueFigures } from '../counts/worth.ts';
import { MIN_TESTED_LEADS } from '../constants.ts';
import type { Analysis } from './analyse.ts';
import {
  expectRule,
  measureLogRatio,
  measureValueLogRatio,
  weighSpreads,
  type ColumnSpreads,
  type Expectation,
  type LogRatio,
  type SpreadWeights,
} from './expected-to-hold.ts';
import type { JudgedSegment } from './judge-segments.ts';
import type { Counts } from './lift.ts';

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
      const ratio = ratioOf(part, total, value && { amounts: value, sum: value.sums[at]! });
      if (ratio) ratios.push(ratio);
    }
    first += values.length;
    return { values: ratios.length, weights: weighSpreads(ratios, prior) };
  });
}

/** What to expect of the rule of a segment under the settings of the analysis; see `expectRule`. */
export function expectSegment(
  { field, leads, conversions, adjustedLift, amounts }: JudgedSegment,
  { spreads, totalLeads, totalConversions, value, settings }: Analysis,
): Expectation {
  const total = { leads: totalLeads, conversions: totalConversions };
  const ratio = ratioOf(
    { leads, conversions },
    total,
    value && amounts && { amounts: value, sum: amounts.sum },
  );
  const side = adjustedLift > 1 ? 'raise' : 'cut';
  const column = { total, ...spreads[field]! }; // each field has its spreads
  return expectRule({ leads, side, ratio }, column, settings.thresholdPercent);
}

/** The log ratio of a part: of conversion rates, or by value of the means of the amounts. */
function ratioOf(
  part: Counts,
  total: Counts,
  byValue: { amounts: ValueFigures; sum: number } | null,
): LogRatio | null {
  if (!byValue) return measureLogRatio(part, total);
  const { amounts, sum } = byValue;
  const sumOfSquares = total.leads * (amounts.variance + amounts.perLead ** 2);
  return measureValueLogRatio({ ...part, sum }, { ...total, sum: amounts.total, sumOfSquares });
}
