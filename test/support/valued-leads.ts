import { measureFields } from '#frontend/analysis/measure/measurement.ts';
import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import { foldUnchanged } from '#frontend/analysis/counts/fold-values.ts';
import { addWorth, countFlagged, tallyLeads, type ValuedTally } from '#frontend/analysis/counts/tally.ts';
import type { ValuedLeads } from '#frontend/analysis/counts/valued-leads.ts';
import { codeCells } from './analysis-builders.ts';

/** One lead: a value per field, whether it converted, and what it is worth. */
export interface Deal {
  values: readonly string[];
  converted: boolean;
  amount: number;
}

function valuedLeads(deals: readonly Deal[]): ValuedLeads {
  const items = Uint32Array.from([...deals.keys()].filter((lead) => (deals[lead]?.amount ?? 0) > 0));
  return {
    items,
    amounts: Float64Array.from(items, (lead) => deals[lead]?.amount ?? 0),
    converted: Uint8Array.from(items, (lead) => Number(deals[lead]?.converted)),
  };
}

const isConverted = (deals: readonly Deal[]) => Uint8Array.from(deals, ({ converted }) => Number(converted));

function namedColumns(fields: readonly string[], deals: readonly Deal[]) {
  return fields.map((name, field) => ({
    name,
    column: codeCells(deals.map(({ values }) => values[field] ?? '')),
  }));
}

/** The tally by value that the production code makes of these leads. */
export function tallyOfDeals(fields: readonly string[], deals: readonly Deal[]): ValuedTally {
  const attributes = namedColumns(fields, deals);
  return addWorth(tallyLeads(attributes, isConverted(deals)), attributes, valuedLeads(deals));
}

/** The measurement by conversions, which holds that by value, of these leads. */
export function measureDeals(fields: readonly string[], deals: readonly Deal[]): Measurement {
  const flags = isConverted(deals);
  const counted = namedColumns(fields, deals).map(({ name, column }) => ({
    name,
    codes: column.codes,
    leads: countFlagged(new Uint8Array(deals.length).fill(1), column),
    conversions: countFlagged(flags, column),
    fold: foldUnchanged(column.categories),
  }));
  const conversions = flags.reduce((sum, flag) => sum + flag, 0);
  return measureFields(counted, {
    leads: new Uint8Array(deals.length).fill(1),
    conversions: flags,
    total: { leads: deals.length, conversions },
    valued: valuedLeads(deals),
  });
}

/** A normal number, of mean 0 and variance 1 (Box and Muller, Annals of Mathematical Statistics 29 (1958)). */
export function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
