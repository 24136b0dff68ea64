import { measureFields } from '#frontend/analysis/measurement.ts';
import { foldColumn } from '#frontend/analysis/fold-values.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import {
  countCombinations,
  tallyLeads,
  type CountCombinations,
  type Tally,
} from '#frontend/analysis/tally.ts';
import { codedColumn, type HeldFile } from './held-file.ts';
import { conversionsPerValue, keepConverted, keepFolds } from './kept-counts.ts';
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
  const measurement = measureFields(fields, {
    leads,
    conversions: converted.flags,
    total: { leads: leads.length, conversions },
  });
  return {
    ...measurement,
    fields: measurement.fields.map(({ name, values }, index) => {
      const { id } = folds[index]!; // one per attribute
      return { name, values: { id, names: known.includes(id) ? null : values } };
    }),
  };
}

/**
 * Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping.
 *
 * @param isRaw whether the values of this attribute, by index, are the raw cells of its column instead
 */
export function tallyPlan(
  held: HeldFile,
  plan: Plan,
  isRaw: (attribute: number) => boolean = () => false,
): Tally {
  const attributes = plan.attributes.map((attribute, index) => {
    const coded = codedColumn(held, attribute.column);
    return { name: attribute.field, column: isRaw(index) ? coded : foldColumn(coded, attribute) };
  });
  const count: CountCombinations = (columns, flags) =>
    held.table.countCombinations?.(columns, flags) ?? countCombinations(columns, flags);
  return tallyLeads(attributes, keepConverted(held, plan).flags, count);
}
