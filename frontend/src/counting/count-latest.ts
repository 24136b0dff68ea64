import { MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { type ValuedPart, spreadAmounts } from '#frontend/analysis/counts/valued-leads.ts';
import type { ByAge, LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import { amountsOf, convertedOf, foldAttributes } from './cached-counts.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';
import { partsByDate } from './split-by-date.ts';

const noLeads = (): ValuedPart => ({ leads: 0, conversions: 0, sum: 0, sumOfSquares: 0 });
const none = (): ByAge<ValuedPart> => ({ earlier: noLeads(), later: noLeads() });

/**
 * Leads, conversions and amounts of each value among the older 70% and the latest 30% of the leads with a readable date. Null without a
 * column of dates.
 */
export function countLatest(loaded: LoadedFile, plan: Plan): LatestCounts | null {
  if (typeof plan.leads?.dateColumn !== 'number') return null;
  const ages = partsByDate(loaded, plan.leads);
  const converted = convertedOf(loaded, plan);
  const valued = amountsOf(loaded, plan, converted)?.valued;
  const amountOf = valued ? spreadAmounts(valued, ages.length) : new Float64Array(ages.length);
  // All leads are one value of a column.
  const countBy = (count: number, codeOf: (lead: number) => number) => {
    const parts = Array.from({ length: count }, none);
    for (const [lead, age] of ages.entries()) {
      if (!age) continue;
      // The `!` here: each code has a part, and each lead a flag and an amount.
      const part = parts[codeOf(lead)]![age];
      const amount = amountOf[lead]!;
      part.leads++;
      part.conversions += converted.flags[lead]!;
      part.sum += amount;
      part.sumOfSquares += amount ** 2;
    }
    return parts;
  };
  return {
    fields: foldAttributes(loaded, plan).map(({ field, column, fold: { names, codeOf } }) => {
      const { codes } = codedColumn(loaded, column);
      const parts = countBy(names.length, (lead) => codeOf[codes[lead]!]!); // each lead has a code
      const values = parts.map((part, code) => ({ value: names[code]!, ...part })); // a name per value
      return { name: field, values: values.filter(({ earlier }) => earlier.leads >= MIN_TESTED_LEADS) };
    }),
    total: countBy(1, () => 0)[0] ?? none(),
  };
}
