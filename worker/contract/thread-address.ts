import type { BROWSER_KINDS } from './platforms.ts';

/** A connection whose access token a thread of the browser uses. */
export type BrowserKind = (typeof BROWSER_KINDS)[number];

/** The origin of the service that the thread of each connection calls. */
export const CONNECTED_ORIGINS = {
  sheets: 'https://sheets.googleapis.com',
  'google-values': 'https://datamanager.googleapis.com',
} as const satisfies Record<BrowserKind, string>;

/**
 * A file of the build under `/assets/` is served under `/{kind}/assets/` too, where its policy allows connections to the origin of
 * that kind; 404 where the connection is not offered. A thread has the policy of its own script, so the thread that calls a service
 * is started from there, and neither the page nor any other thread may connect to it.
 *
 * @example `/assets/thread-1a2b.js` is also `/sheets/assets/thread-1a2b.js`
 */
export const connectedAssets = (kind: BrowserKind): string => `/${kind}/assets/`;

/** Name of the policy by which the documents start threads; the build writes it into their headers. */
export const THREAD_POLICY = 'leads-thread';
