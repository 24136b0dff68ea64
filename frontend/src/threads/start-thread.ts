import { connectedAssets, type BrowserKind } from '#contract/thread-address.ts';
import { THREAD_POLICY } from './policy.ts';
// The bundler answers these questions for addresses; the linter looks for exports of the files.
// oxlint-disable-next-line import/default
import leadsUrl from './leads/thread.ts?worker&url';
// oxlint-disable-next-line import/default
import sendUrl from './sends/send-thread.ts?worker&url';
// oxlint-disable-next-line import/default
import sheetsUrl from './sheets/sheets-thread.ts?worker&url';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { OWN_WORK } from './work-root.ts';

/** A thread of a connection has an address of its own, whose policy lets it connect to that service. */
const ownAddress = (kind: BrowserKind, url: string) => url.replace(/^\/assets\//, connectedAssets(kind));

const ADDRESSES = {
  leads: leadsUrl,
  sheets: ownAddress('sheets', sheetsUrl),
  send: ownAddress('google-values', sendUrl),
};
interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

// Not every browser has them, and TypeScript does not know them yet.
const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };

/** The policy of the documents: the only scripts that they may start are those of the threads. */
const policy = trustedTypes?.createPolicy(THREAD_POLICY, {
  createScriptURL(url) {
    if (!Object.values(ADDRESSES).includes(url)) throw new TypeError('Only the threads may be started');
    return url;
  },
});

/** Starts a browser thread. `work` begins the path of its calls to our Worker. */
export function startThread(name: keyof typeof ADDRESSES, work: string = OWN_WORK): Worker {
  const url = ADDRESSES[name];
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name: `${name} ${work}` });
}

/** The event that Vite fires for code that is gone from the server, but not for threads. It reloads a page of an older release. */
const GONE_EVENT = 'vite:preloadError';

/** An error without a message means that the script was never loaded: a running script catches its own errors. */
export function describeError({ message }: ErrorEvent): Error {
  return message ? new Error(message) : reportMissing();
}

/** Reports that code of a thread, or its whole script, could not be fetched. */
export function reportMissing(): PartMissing {
  dispatchEvent(new Event(GONE_EVENT));
  return new PartMissing('The thread could not be loaded');
}
