const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** How long a browser keeps work in progress: the privacy policy says so with these numbers. */
export const KEPT_FOR_MS = {
  /** The draft of a tab that is closed. */
  draft: 7 * DAY,
  /** The settings of the last analysis: long enough for the export of the next month, and of the month after it. */
  settings: 90 * DAY,
  /** The wish to save, for the time of the sign-in. */
  saveWish: 15 * MINUTE,
};
