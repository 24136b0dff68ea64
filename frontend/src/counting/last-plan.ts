import type { Fold } from '#frontend/analysis/counts/fold-values.ts';
import type { LeadAmounts } from '#frontend/analysis/counts/read-amounts.ts';
import type { AttributePlan, Worth } from '#frontend/analysis/counts/mapping.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { PlannedTally } from '#frontend/analysis/platforms/candidates.ts';

/** The counts for the last plan. After a changed choice only the counts that depend on it are made again. */
export interface CachedCounts {
  /** One per attribute of the last plan. */
  folds: readonly CachedFold[];
  converted: Converted | null;
  amounts: CachedAmounts | null;
  fitted: CachedFit | null;
}

/** The inputs that the results fitted to a plan depend on. */
export interface FittedTo {
  folds: readonly CachedFold[];
  converted: Converted;
  /** Null where the plan does not say what leads are worth. */
  amounts: LeadAmounts | null;
}

/** The fitted tally of the last plan for which platform plans were made. */
export interface CachedFit extends FittedTo {
  tally: PlannedTally;
  measurement: Measurement;
}

/** The amounts of the leads, with the choices of worth and of statuses that they depend on. */
interface CachedAmounts extends LeadAmounts {
  worth: Worth;
  converted: Converted;
}

/** The values of an attribute, with the plan that they depend on. */
export interface CachedFold {
  /** Unique among the lists of names of this thread. */
  id: number;
  fold: Fold;
  plan: AttributePlan;
}

/** The leads that converted, with the choice of statuses that they depend on. */
export interface Converted {
  statusColumn: number;
  qualified: ReadonlySet<string>;
  /** 1 for each converted lead, else 0. */
  flags: Uint8Array;
  /** Conversions per raw value, by column. */
  perValue: Map<number, Uint32Array>;
}
