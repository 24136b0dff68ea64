import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import type { Range } from '#frontend/analysis/binning.ts';
import type { Mapping } from '#frontend/analysis/mapping.ts';
import type { Settings } from '#frontend/analysis/settings.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { initialState, type Choices } from './workflow-state.ts';

/** A saved analysis that the visitor opens again: its file and its choices. */
export interface SavedWork {
  file: File;
  readOptions: ReadOptions;
  choices: {
    statusColumn: number;
    /** 1 to 3, in the order of the slots. */
    attributeColumns: readonly number[];
    qualified: ReadonlySet<string>;
    ranges: ReadonlyMap<number, readonly Range[]>;
    mappings: ReadonlyMap<number, Mapping>;
  };
  settings: Settings;
}

/** The wizard's choices for a saved analysis. It opens at step 2. */
export function choicesOf({ readOptions, choices, settings }: SavedWork): Choices {
  const { file: _, ...initial } = initialState(settings);
  const { statusColumn, attributeColumns, qualified, ranges, mappings } = choices;
  return {
    ...initial,
    step: 2,
    readOptions,
    statusColumn,
    attributeColumns: Array.from({ length: MAX_ATTRIBUTES }, (__, slot) => attributeColumns[slot] ?? null),
    qualified: new Map([[statusColumn, qualified]]),
    ranges,
    mappings,
  };
}
