import { measureFields, type Measurement } from '#frontend/analysis/measurement.ts';
import { foldColumn } from '#frontend/analysis/fold-values.ts';
import { LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { splitLatest, type SplitLeads } from '#frontend/analysis/split-leads.ts';
import {
  addWorth,
  countCombinations,
  tallyLeads,
  type CountCombinations,
  type NamedColumn,
  type Tally,
  type ValuedTally,
} from '#frontend/analysis/tally.ts';
import { countCrosstab } from '#frontend/analysis/count-pairs.ts';
import { sumCrosstab } from '#frontend/analysis/valued-leads.ts';
import { describeCurrency } from './amount-currency.ts';
import { codedColumn, datedColumn, toValuesPlan, type HeldFile } from './held-file.ts';
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
    countCrosstab: (items, table) => {
      const counts = held.table.countCrosstab?.(converted.flags, table);
      return counts ? { leads: counts.rows, conversions: counts.flagged } : countCrosstab(items, table);
    },
    sumCrosstab: (...asked) => held.table.sumCrosstab?.(...asked) ?? sumCrosstab(...asked),
  });
  return {
    ...measurement,
    byValue: byValue && withoutFields(byValue),
    worth: amounts?.report ?? null,
    ...(plan.worth?.kind === 'column' && {
      currencies: describeCurrency(held, plan.worth.column, plan.worth.currency?.column),
    }),
    ...(held.selection && { leftOut: held.selection.leftOut }),
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

/** Whether the values of an attribute, by index, are the raw cells of its column instead of those of the plan. */
type IsRaw = (attribute: number) => boolean;

const AS_PLANNED: IsRaw = () => false;

/**
 * The leads of a plan by date: the older 70% and the latest 30%, equal times in the order of the file. Each lead has a date
 * that can be read. Undefined without a column of dates.
 */
export function splitPlanByDate(held: HeldFile, plan: Plan, isRaw = AS_PLANNED): SplitLeads | undefined {
  if (typeof plan.leads?.dateColumn !== 'number') return undefined;
  const { codes, dates } = datedColumn(held, plan.leads);
  const dateOf = Float64Array.from(codes, (code) => dates[code]!); // a date per category
  const inOrder = Uint32Array.from(codes.keys()).sort((a, b) => dateOf[a]! - dateOf[b]! || a - b);
  const isLatest = new Uint8Array(codes.length);
  for (const lead of inOrder.subarray(Math.round(LEARNING_SHARE * codes.length))) isLatest[lead] = 1;
  const converted = keepConverted(held, plan);
  const latestConverted = converted.flags.map((flag, lead) => flag & isLatest[lead]!); // a flag per lead
  const { items } = keepAmounts(held, plan, converted)?.valued ?? { items: [] };
  const attributes = listColumns(held, plan, isRaw);
  return splitLatest(tallyPlan(held, plan, isRaw), {
    leads: tallyFlagged(held, attributes, isLatest).conversions,
    conversions: tallyFlagged(held, attributes, latestConverted).conversions,
    isValuedLatest: Uint8Array.from(items, (lead) => isLatest[lead]!), // a flag per lead
  });
}

/**
 * Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping. Where the
 * plan says what leads are worth, also the amounts, unless one is negative.
 */
export function tallyPlan(held: HeldFile, plan: Plan, isRaw = AS_PLANNED): ValuedTally {
  const converted = keepConverted(held, plan);
  const attributes = listColumns(held, plan, isRaw);
  const tally = tallyFlagged(held, attributes, converted.flags);
  const valued = keepAmounts(held, plan, converted)?.valued;
  return valued ? addWorth(tally, attributes, valued) : tally;
}

function listColumns(held: HeldFile, { attributes }: Plan, isRaw: IsRaw): NamedColumn[] {
  return attributes.map((attribute, index) => {
    const coded = codedColumn(held, attribute.column);
    const column = isRaw(index) ? coded : foldColumn(coded, toValuesPlan(held, attribute));
    return { name: attribute.field, column };
  });
}

/** The combinations in the same order for any flags, which stand for the conversions. */
function tallyFlagged(held: HeldFile, attributes: readonly NamedColumn[], flags: Uint8Array): Tally {
  const count: CountCombinations = (columns, flags) =>
    held.table.countCombinations?.(columns, flags) ?? countCombinations(columns, flags);
  return tallyLeads(attributes, flags, count);
}
