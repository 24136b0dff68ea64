/** The origin of the Google Sheets API, which the thread calls. */
export const SHEETS_ORIGIN = 'https://sheets.googleapis.com';

/**
 * A file of the build under `/assets/` is served under `/sheets/assets/` too, where its policy allows connections to
 * `SHEETS_ORIGIN`; 404 where the import is not offered. A thread has the policy of its own script, so the thread that reads sheets
 * is started from there, and neither the page nor any other thread may connect to Google.
 *
 * @example `/assets/thread-1a2b.js` is also `/sheets/assets/thread-1a2b.js`
 */
export const SHEETS_ASSETS = '/sheets/assets/';
