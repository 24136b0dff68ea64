import { measureFields } from '#frontend/analysis/measurement.ts';
import { foldColumn } from '#frontend/analysis/fold-values.ts';
import { LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { splitLatest, type SplitLeads } from '#frontend/analysis/split-leads.ts';
import {
  countCombinations,
  tallyLeads,
  type CountCombinations,
  type Tally,
} from '#frontend/analysis/tally.ts';
import { codedColumn, datedColumn, type HeldFile } from './held-file.ts';
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
    ...(held.leftOut && { leftOut: held.leftOut }),
    fields: measurement.fields.map(({ name, values }, index) => {
      const { id } = folds[index]!; // one per attribute
      return { name, values: { id, names: known.includes(id) ? null : values } };
    }),
  };
}

/**
 * The leads of a plan by date: the older 70% and the latest 30%, equal times in the order of the file. Each lead has a date
 * that can be read. Undefined without a column of dates.
 */
export function splitPlanByDate(held: HeldFile, plan: Plan): SplitLeads | undefined {
  if (typeof plan.leads?.dateColumn !== 'number') return undefined;
  const { codes, dates } = datedColumn(held, plan.leads);
  const dateOf = Float64Array.from(codes, (code) => dates[code]!); // a date per category
  const inOrder = Uint32Array.from(codes.keys()).sort((a, b) => dateOf[a]! - dateOf[b]! || a - b);
  const isLatest = new Uint8Array(codes.length);
  for (const lead of inOrder.subarray(Math.round(LEARNING_SHARE * codes.length))) isLatest[lead] = 1;
  const { flags } = keepConverted(held, plan);
  const latest = tallyFlagged(held, plan, isLatest).conversions;
  const latestConverted = flags.map((flag, lead) => flag & isLatest[lead]!); // a flag per lead
  return splitLatest(tallyPlan(held, plan), latest, tallyFlagged(held, plan, latestConverted).conversions);
}

/** Leads and conversions per occurring combination of the plan's attributes, after blanks, ranges and mapping. */
export function tallyPlan(held: HeldFile, plan: Plan): Tally {
  return tallyFlagged(held, plan, keepConverted(held, plan).flags);
}

/** The combinations in the same order for any flags, which stand for the conversions. */
function tallyFlagged(held: HeldFile, plan: Plan, flags: Uint8Array): Tally {
  const attributes = plan.attributes.map((attribute) => ({
    name: attribute.field,
    column: foldColumn(codedColumn(held, attribute.column), attribute),
  }));
  const count: CountCombinations = (columns, flags) =>
    held.table.countCombinations?.(columns, flags) ?? countCombinations(columns, flags);
  return tallyLeads(attributes, flags, count);
}
