import { DEFAULT_QUALIFIED_VALUE } from '#frontend/analysis/constants.ts';
import type { ColumnChoices } from './choices.ts';

// The first page needs this module, but not the list of choices.

/** The converted values of a status column before the visitor chooses any. */
export const DEFAULT_QUALIFIED: ReadonlySet<string> = new Set([DEFAULT_QUALIFIED_VALUE]);

/** The status values that count as converted, whether or not the file has them. */
export function qualifiedValues({
  statusColumn,
  qualified,
}: Pick<ColumnChoices, 'statusColumn' | 'qualified'>): ReadonlySet<string> {
  return (statusColumn === null ? undefined : qualified.get(statusColumn)) ?? DEFAULT_QUALIFIED;
}
