import { connectedAssets, THREAD_POLICY, type BrowserKind } from '#contract/thread-address.ts';
// The bundler answers these questions for addresses; the linter looks for exports of the files.
// oxlint-disable-next-line import/default
import leadsUrl from './leads/thread.ts?worker&url';
// oxlint-disable-next-line import/default
import sendUrl from './sends/send-thread.ts?worker&url';
// oxlint-disable-next-line import/default
import sheetsUrl from './sheets/sheets-thread.ts?worker&url';
import { connect, describeError, type Connected, type Questions } from './rpc.ts';
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

/** A thread until `close`. It fails what is asked once it is closed. */
interface OpenThread<R extends Questions> extends Pick<Connected<R>, 'ask'> {
  close(): void;
}

/** Starts a thread of a connection and connects to it, with the record of its questions as `R`. */
export function openThread<R extends Questions>(name: 'sheets' | 'send', work?: string): OpenThread<R> {
  const thread = startThread(name, work);
  const { ask, fail } = connect<R>(thread);
  thread.addEventListener('error', (event) => fail(describeError(event)));
  return {
    ask,
    close() {
      thread.terminate();
      fail(new Error('The thread was closed'));
    },
  };
}
