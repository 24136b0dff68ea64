import type { Range } from '#frontend/analysis/binning.ts';
import type { Mapping } from '#frontend/analysis/mapping.ts';

/** Where the counts of an analysis came from: names and choices that the analysis itself does not know. */
export interface AnalysisContext {
  fileName: string;
  /** The header of the status column. */
  statusColumn: string;
  /** Status values that count as converted. */
  qualifiedValues: readonly string[];
  attributes: readonly { field: string; ranges: readonly Range[] | null; mapping: Mapping }[];
}
