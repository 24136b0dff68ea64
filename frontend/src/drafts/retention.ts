const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** How long a browser keeps what the visitor has not saved. The privacy policy states these numbers. */
export const RETENTION_MS = {
  /** The draft of a closed tab. */
  draft: 7 * DAY,
  /** The settings of the last analysis: long enough for the export of the next month, and of the month after it. */
  settings: 90 * DAY,
  /** A save that waits for the sign-in. */
  pendingSave: 15 * MINUTE,
};
