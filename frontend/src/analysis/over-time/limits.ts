/** A rule is tested for a change with at least this number of periods. */
export const MIN_PERIODS = 4;
/** It has changed where its q is below this. */
export const MAX_CHANGE_RATE = 0.025;
/** Its p-value comes from this number of draws. */
export const CHANGE_DRAWS = 1999;

/**
 * How many of 500 simulated rules of 1.6 that ended, with 300 leads a week in their segment, raised an alert in two weekly runs, by the rate of
 * all leads: `npm run simulate`.
 */
export const FOUND_IN_TWO_RUNS = [
  { baseline: 0.2, found: 1 },
  { baseline: 0.1, found: 0.77 },
  { baseline: 0.05, found: 0.21 },
] as const;
