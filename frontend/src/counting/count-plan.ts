import { MAX_COUNTED_STATUSES, MAX_LISTED_NAME_LENGTH } from '#contract/limits.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import type { StatusLeads } from '#frontend/analysis/columns/statuses.ts';
import { measureFields, type Measurement } from '#frontend/analysis/measure/measurement.ts';
import { foldColumn } from '#frontend/analysis/counts/fold-values.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import {
  addWorth,
  countCombinations,
  tallyLeads,
  type CountCombinations,
  type NamedColumn,
  type Tally,
  type ValuedTally,
} from '#frontend/analysis/counts/tally.ts';
import { countCrosstab } from '#frontend/analysis/counts/count-pairs.ts';
import { sumCrosstab } from '#frontend/analysis/counts/valued-leads.ts';
import { describeCurrency } from './amount-currency.ts';
import { codedColumn, toValuesPlan, type LoadedFile } from './loaded-file.ts';
import { conversionsPerValue, amountsOf, convertedOf, foldAttributes } from './cached-counts.ts';
import type { SentMeasurement } from './sent-measurement.ts';

/**
 * The measurement of a plan, equal bit for bit to that of its tally. It reuses the counts of the last plan, except those
 * that a changed choice affects. It reads single leads only after a change of statuses, and for pairs worth a test.
 *
 * @param known the lists of names that the page has
 */
export function measurePlan(loaded: LoadedFile, plan: Plan, known: readonly number[]): SentMeasurement {
  const folded = foldAttributes(loaded, plan);
  const converted = convertedOf(loaded, plan);
  const fields = folded.map(({ field, column, fold }) => {
    const { codes, leads } = codedColumn(loaded, column);
    return { name: field, codes, leads, conversions: conversionsPerValue(loaded, converted, column), fold };
  });
  const leads = new Uint8Array(loaded.table.rowCount).fill(1);
  const conversions = fields[0]?.conversions.reduce((sum, count) => sum + count, 0) ?? 0;
  const amounts = amountsOf(loaded, plan, converted);
  const { byValue, ...measurement } = measureFields(fields, {
    leads,
    conversions: converted.flags,
    total: { leads: leads.length, conversions },
    valued: amounts?.valued ?? null,
    countCrosstab: (items, table) => {
      const counts = loaded.table.countCrosstab?.(converted.flags, table);
      return counts ? { leads: counts.rows, conversions: counts.flagged } : countCrosstab(items, table);
    },
    sumCrosstab: (...asked) => loaded.table.sumCrosstab?.(...asked) ?? sumCrosstab(...asked),
  });
  return {
    ...measurement,
    byValue: byValue && withoutFields(byValue),
    worth: amounts?.report ?? null,
    ...(plan.worth?.kind === 'column' && {
      currencies: describeCurrency(loaded, plan.worth.column, plan.worth.currency?.column),
    }),
    ...(loaded.selection && { leftOut: loaded.selection.leftOut }),
    otherStatuses: listOtherStatuses(loaded, plan),
    fields: folded.map(({ field, id, fold: { names } }) => {
      return { name: field, values: { id, names: known.includes(id) ? null : names } };
    }),
  };
}

/** The statuses that do not count as converted, with their leads, as figures store them. */
function listOtherStatuses(loaded: LoadedFile, { statusColumn, qualified }: Plan): readonly StatusLeads[] {
  const { categories, leads } = codedColumn(loaded, statusColumn);
  return categories
    .map((category, code) => ({ value: category || BLANK_LABEL, leads: leads[code] ?? 0 }))
    .filter(({ value }) => !qualified.has(value) && value.length <= MAX_LISTED_NAME_LENGTH)
    .sort((a, b) => b.leads - a.leads)
    .slice(0, MAX_COUNTED_STATUSES);
}

/** Leaves out the names, which are those of the measurement by conversions. */
function withoutFields(measurement: Measurement): Omit<Measurement, 'fields'> {
  const { fields: _, ...figures } = measurement;
  return figures;
}

/** Whether the values of an attribute, by index, are the raw cells of its column instead of those of the plan. */
export type IsRaw = (attribute: number) => boolean;

export const AS_PLANNED: IsRaw = () => false;

/**
 * Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping. Where the
 * plan says what leads are worth, also the amounts, unless one is negative.
 */
export function tallyPlan(loaded: LoadedFile, plan: Plan, isRaw = AS_PLANNED): ValuedTally {
  const converted = convertedOf(loaded, plan);
  const attributes = listColumns(loaded, plan, isRaw);
  const tally = tallyFlagged(loaded, attributes, converted.flags);
  const valued = amountsOf(loaded, plan, converted)?.valued;
  return valued ? addWorth(tally, attributes, valued) : tally;
}

/** The columns of a plan's attributes, with the values of the plan or the raw ones. */
export function listColumns(loaded: LoadedFile, { attributes }: Plan, isRaw: IsRaw): NamedColumn[] {
  return attributes.map((attribute, index) => {
    const coded = codedColumn(loaded, attribute.column);
    const column = isRaw(index) ? coded : foldColumn(coded, toValuesPlan(loaded, attribute));
    return { name: attribute.field, column };
  });
}

/** The tally of the leads with a flag, counted as conversions. The order of the combinations is the same for any flags. */
export function tallyFlagged(
  loaded: LoadedFile,
  attributes: readonly NamedColumn[],
  flags: Uint8Array,
): Tally {
  const count: CountCombinations = (columns, flags) =>
    loaded.table.countCombinations?.(columns, flags) ?? countCombinations(columns, flags);
  return tallyLeads(attributes, flags, count);
}
