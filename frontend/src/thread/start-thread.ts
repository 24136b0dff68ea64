import { SHEETS_ASSETS } from '#contract/sheets-address.ts';
import { THREAD_POLICY } from './policy.ts';
// The bundler answers these questions for addresses; the linter looks for exports of the files.
// oxlint-disable-next-line import/default
import leadsUrl from './thread.ts?worker&url';
// oxlint-disable-next-line import/default
import sheetsUrl from './sheets-thread.ts?worker&url';
import { PartMissing } from '#frontend/csv/part-missing.ts';

/** The thread of spreadsheets comes from an address of its own, whose policy lets it connect to Google. */
const ADDRESSES = {
  leads: leadsUrl,
  sheets: sheetsUrl.replace(/^\/assets\//, SHEETS_ASSETS),
};

interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

// Not every browser has them, and TypeScript does not know them yet.
const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };

/** Trusts the threads' addresses, as the only addresses of scripts that the documents trust. */
const policy = trustedTypes?.createPolicy(THREAD_POLICY, {
  createScriptURL(url) {
    if (!Object.values(ADDRESSES).includes(url)) throw new TypeError('Only the threads may be started');
    return url;
  },
});

/** Starts a browser thread. */
export function startThread(name: keyof typeof ADDRESSES): Worker {
  const url = ADDRESSES[name];
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name });
}

/** Vite fires this event for code that is gone from the server, but not for threads. A page of an older release then reloads. */
const GONE_EVENT = 'vite:preloadError';

/** An error without a message means that the script was never loaded: a running script catches its own errors. */
export function describeError({ message }: ErrorEvent): Error {
  return message ? new Error(message) : reportMissing();
}

/** Code of a thread, or its whole script, could not be fetched. */
export function reportMissing(): PartMissing {
  dispatchEvent(new Event(GONE_EVENT));
  return new PartMissing('The thread could not be loaded');
}
