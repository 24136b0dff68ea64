/** A rule is tested for a change with at least so many periods. */
export const MIN_PERIODS = 4;
/** It has changed where its q is below this. */
export const MAX_CHANGE_RATE = 0.025;
/** Its p-value comes from so many draws. */
export const CHANGE_DRAWS = 1999;

/** A rule in use raises an alert where its q is below this. */
export const MAX_ALERT_RATE = 0.001;
/** The latest leads are judged in two windows of so many days. */
export const ALERT_DAYS = [7, 14] as const;
