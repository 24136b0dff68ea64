import { measureFields, type Measurement } from '#frontend/analysis/measurement.ts';
import { foldColumn } from '#frontend/analysis/fold-values.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import {
  addWorth,
  countCombinations,
  tallyLeads,
  type CountCombinations,
  type ValuedTally,
} from '#frontend/analysis/tally.ts';
import { codedColumn, withNumberFormat, type HeldFile } from './held-file.ts';
import { conversionsPerValue, keepAmounts, keepConverted, keepFolds } from './kept-counts.ts';
import type { SentMeasurement } from './sent-measurement.ts';

/**
 * The measurement of a plan, equal bit for bit to that of its tally. It reuses the counts of the last plan that no changed
 * choice touches. It looks at single leads only after a change of statuses, and for pairs of values that are worth a test.
 *
 * @param known the lists of names that the page has
 */
export function measurePlan(held: HeldFile, plan: Plan, known: readonly number[]): SentMeasurement {
  const folds = keepFolds(held, plan);
  const converted = keepConverted(held, plan);
  const fields = plan.attributes.map(({ field, column }, index) => {
    const { codes, leads } = codedColumn(held, column);
    const { fold } = folds[index]!; // one per attribute
    return { name: field, codes, leads, conversions: conversionsPerValue(held, converted, column), fold };
  });
  const leads = new Uint8Array(held.table.rowCount).fill(1);
  const conversions = fields[0]?.conversions.reduce((sum, count) => sum + count, 0) ?? 0;
  const amounts = keepAmounts(held, plan, converted);
  const { byValue, ...measurement } = measureFields(fields, {
    leads,
    conversions: converted.flags,
    total: { leads: leads.length, conversions },
    valued: amounts?.valued ?? null,
  });
  return {
    ...measurement,
    byValue: byValue && withoutFields(byValue),
    worth: amounts?.report ?? null,
    fields: measurement.fields.map(({ name, values }, index) => {
      const { id } = folds[index]!; // one per attribute
      return { name, values: { id, names: known.includes(id) ? null : values } };
    }),
  };
}

/** The names are those of the measurement of conversions. */
function withoutFields(measurement: Measurement): Omit<Measurement, 'fields'> {
  const { fields: _, ...figures } = measurement;
  return figures;
}

/**
 * Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping. Where the
 * plan says what leads are worth, also the amounts, unless one is negative.
 */
export function tallyPlan(held: HeldFile, plan: Plan): ValuedTally {
  const attributes = plan.attributes.map((attribute) => ({
    name: attribute.field,
    column: foldColumn(codedColumn(held, attribute.column), withNumberFormat(held, attribute)),
  }));
  const count: CountCombinations = (columns, flags) =>
    held.table.countCombinations?.(columns, flags) ?? countCombinations(columns, flags);
  const converted = keepConverted(held, plan);
  const tally = tallyLeads(attributes, converted.flags, count);
  const valued = keepAmounts(held, plan, converted)?.valued;
  return valued ? addWorth(tally, attributes, valued) : tally;
}
