import type { AttributePlan, Mapping } from '#frontend/analysis/mapping.ts';

/** The names and choices behind the counts of an analysis, which the analysis itself does not know. */
export interface AnalysisContext {
  fileName: string;
  /** The header of the status column. */
  statusColumn: string;
  /** Status values that count as converted. */
  qualifiedValues: readonly string[];
  attributes: readonly Omit<AttributePlan, 'column'>[];
}

/** The old and the new name of each renamed value. A new name of spaces only does not count. */
export function listRenamed(mapping: Mapping): [value: string, name: string][] {
  return [...mapping].flatMap(([value, name]) => (name.trim() === '' ? [] : [[value, name.trim()]]));
}
