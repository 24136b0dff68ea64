import { LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { splitLatest, type SplitLeads } from '#frontend/analysis/counts/split-leads.ts';
import type { ByAge } from '#frontend/analysis/measure/measurement.ts';
import { amountsOf, convertedOf } from './cached-counts.ts';
import { AS_PLANNED, listColumns, tallyFlagged, tallyPlan } from './count-plan.ts';
import { datedColumn, type LoadedFile } from './loaded-file.ts';

/**
 * Splits the leads of a plan by date: the older 70% and the latest 30%, equal times in the order of the file. Every lead
 * must have a readable date. Undefined without a column of dates.
 */
export function splitPlanByDate(loaded: LoadedFile, plan: Plan, isRaw = AS_PLANNED): SplitLeads | undefined {
  if (typeof plan.leads?.dateColumn !== 'number') return undefined;
  const isLatest = Uint8Array.from(partsByDate(loaded, plan.leads), (age) => Number(age === 'later'));
  const converted = convertedOf(loaded, plan);
  const latestConverted = converted.flags.map((flag, lead) => flag & isLatest[lead]!); // a flag per lead
  const { items } = amountsOf(loaded, plan, converted)?.valued ?? { items: [] };
  const attributes = listColumns(loaded, plan, isRaw);
  return splitLatest(tallyPlan(loaded, plan, isRaw), {
    leads: tallyFlagged(loaded, attributes, isLatest).conversions,
    conversions: tallyFlagged(loaded, attributes, latestConverted).conversions,
    isValuedLatest: Uint8Array.from(items, (lead) => isLatest[lead]!), // a flag per lead
  });
}

/**
 * For each lead whether it is one of the older 70% of those with a readable date, or of the latest 30%; null without a date. Equal times
 * are in the order of the file.
 */
export function partsByDate(
  loaded: LoadedFile,
  filter: NonNullable<Plan['leads']>,
): (keyof ByAge<unknown> | null)[] {
  const { codes, dates } = datedColumn(loaded, filter);
  const dateOf = Float64Array.from(codes, (code) => dates[code]!); // a date per category
  const dated = Uint32Array.from(codes.keys()).filter((lead) => !Number.isNaN(dateOf[lead]));
  dated.sort((a, b) => dateOf[a]! - dateOf[b]! || a - b);
  const parts = Array.from<unknown, keyof ByAge<unknown> | null>(codes, () => null);
  const older = Math.round(LEARNING_SHARE * dated.length);
  dated.forEach((lead, position) => (parts[lead] = position < older ? 'earlier' : 'later'));
  return parts;
}
