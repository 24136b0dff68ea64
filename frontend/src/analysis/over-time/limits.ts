/** A rule is tested for a change with at least so many periods. */
export const MIN_PERIODS = 4;
/** It has changed where its q is below this. */
export const MAX_CHANGE_RATE = 0.025;
/** Its p-value comes from so many draws. */
export const CHANGE_DRAWS = 1999;
