import type { ListedValue } from '#frontend/analysis/mapping.ts';

/** Leads whose status counts as converted, and how many of the values that occur do. */
export function countConverted(
  values: readonly ListedValue[],
  qualified: ReadonlySet<string>,
): { values: number; leads: number } {
  const converted = values.filter(({ value }) => qualified.has(value));
  return { values: converted.length, leads: converted.reduce((sum, { leads }) => sum + leads, 0) };
}
