import {
  findAlike,
  type AlikeColumns,
  findDeciding,
  type DecidingAttribute,
} from '#frontend/analysis/preflight/attribute-findings.ts';
import { gather, sumByCode } from '#frontend/analysis/counts/coding.ts';
import type { CodedColumn } from '#frontend/analysis/columns/columns.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { MAX_SINGLE_NUMBERS } from '#frontend/analysis/constants.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import { splitOf } from '#frontend/counting/find-label-limits.ts';
import { codedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { conversionsPerValue, convertedOf, foldAttributes } from '#frontend/counting/cached-counts.ts';

/** Possible faults of the chosen columns, with their ranges and names. */
export interface ColumnsCheck {
  total: Counts;
  /** Attributes that all but decide the status. */
  deciding: readonly (DecidingAttribute & { column: number })[];
  /** Attributes of many numbers of which no best split holds. */
  unsplit: readonly number[];
  /** Pairs of attributes that say the same, and attributes that say the same as the status. */
  alike: readonly (AlikeColumns & { columns: readonly [number, number] })[];
}

/** Checks the columns of a plan, in slices of a column or a pair; awaits `onSlice` before each. */
export async function checkColumns(
  loaded: LoadedFile,
  plan: Plan,
  onSlice: () => Promise<void>,
): Promise<ColumnsCheck> {
  const deciding: (DecidingAttribute & { column: number })[] = [];
  const unsplit: number[] = [];
  const folded: { column: number; coded: CodedColumn }[] = [];
  const converted = convertedOf(loaded, plan);
  for (const attribute of foldAttributes(loaded, plan)) {
    const { column, fold } = attribute;
    const { names, codeOf } = fold;
    await onSlice();
    const { codes, leads } = codedColumn(loaded, column);
    const conversions = sumByCode(conversionsPerValue(loaded, converted, column), codeOf, names.length);
    const leadsOf = sumByCode(leads, codeOf, names.length);
    const counts = names.map((_, code) => ({ leads: leadsOf[code]!, conversions: conversions[code]! })); // one per name
    if (isUnsplit(loaded, plan, attribute)) unsplit.push(column);
    const found = findDeciding(names, counts);
    if (found) deciding.push({ column, ...found });
    folded.push({ column, coded: { codes: gather(codeOf, codes), categories: names } });
  }
  const status = { column: plan.statusColumn, coded: codedColumn(loaded, plan.statusColumn) };
  return {
    total: {
      leads: converted.flags.length,
      conversions: converted.flags.reduce((sum, flag) => sum + flag, 0),
    },
    deciding,
    unsplit,
    alike: await findAlikePairs([...folded, status], onSlice),
  };
}

/** A column of few numbers, such as 0 and 1, has no ranges to find. */
function isUnsplit(loaded: LoadedFile, plan: Plan, { column, dates, numberFormat }: AttributePlan): boolean {
  const split = dates ? null : splitOf(loaded, plan, { column, numberFormat });
  return split !== null && split.numbers > MAX_SINGLE_NUMBERS && split.ranges.length === 0;
}

async function findAlikePairs(
  columns: readonly { column: number; coded: CodedColumn }[],
  onSlice: () => Promise<void>,
): Promise<ColumnsCheck['alike']> {
  const alike: (AlikeColumns & { columns: readonly [number, number] })[] = [];
  for (const [index, first] of columns.entries())
    for (const second of columns.slice(index + 1)) {
      await onSlice();
      const found = findAlike(first.coded, second.coded);
      if (found) alike.push({ columns: [first.column, second.column], ...found });
    }
  return alike;
}
