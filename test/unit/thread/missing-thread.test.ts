import { afterEach, expect, test, vi } from 'vitest';
import { serveThread } from '#frontend/thread/serve.ts';
import { createLeadThread } from '#frontend/thread/client.ts';
import { portPair } from '#test/support/port-pair.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Browser threads of which the first few are not to be had: their script is a 404. */
function stubThreads(missing: number): { started: () => number; gone: () => number } {
  let started = 0;
  let gone = 0;
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => {
    if (type === 'vite:preloadError') gone++;
    return true;
  });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('Worker', function FakeWorker() {
    const isMissing = started++ < missing;
    const [page, thread] = portPair();
    if (!isMissing) serveThread(thread);
    return {
      postMessage: page.postMessage,
      terminate: () => {},
      addEventListener(type: string, listener: (event: unknown) => void) {
        if (type === 'message') page.addEventListener('message', listener);
        // Browsers tell this by a plain event, without any message.
        else if (isMissing) setTimeout(() => listener(new Event('error')));
      },
    };
  });
  return { started: () => started, gone: () => gone };
}

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const FILE = new File(['Status,Source\nQualified,Google\n'], 'leads.csv');

test('a thread whose script is gone fails what is asked, and says that the release is stale', async () => {
  const threads = stubThreads(1);
  const thread = createLeadThread();
  await expect(thread.ask('open', { file: FILE, options: {} }, quietly)).rejects.toThrow(
    'The thread could not be loaded',
  );
  expect([threads.started(), threads.gone()]).toEqual([1, 1]);
});

test('the next question starts another thread', async () => {
  const threads = stubThreads(1);
  const thread = createLeadThread();
  await expect(thread.ask('open', { file: FILE, options: {} }, quietly)).rejects.toThrow();
  const opened = await thread.ask('open', { file: FILE, options: {} }, quietly);
  expect([opened.ok, threads.started()]).toEqual([true, 2]);
  expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google']);
});

test('a script that was gone before anything was asked is fetched again for the first question', async () => {
  const threads = stubThreads(1);
  const thread = createLeadThread();
  thread.start();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await thread.ask('open', { file: FILE, options: {} }, quietly)).ok).toBe(true);
  expect([threads.started(), threads.gone()]).toEqual([2, 1]);
});
