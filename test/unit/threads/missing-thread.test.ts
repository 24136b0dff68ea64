import { afterEach, expect, test, vi } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { portPair } from '#test/support/port-pair.ts';
import { eventually } from '../../support/eventually.ts';

afterEach(() => {
  vi.doUnmock('#frontend/threads/leads/late-answers.ts');
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
  await eventually(() => expect(threads.gone()).toBe(1));
  expect((await thread.ask('open', { file: FILE, options: {} }, quietly)).ok).toBe(true);
  expect([threads.started(), threads.gone()]).toEqual([2, 1]);
});

const PLAN = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map<string, string>() }],
};
const QUESTION = {
  plan: PLAN,
  basis: 'conversions',
  thresholdPercent: 10,
  choices: {
    kinds: ['none'],
    includesTests: false,
    isSpecialOffer: null,
  },
} as const;

test('code of the thread that is gone fails the question that needs it alone, and is fetched again for the next', async () => {
  const threads = stubThreads(0);
  const thread = createLeadThread();
  await thread.ask('open', { file: FILE, options: {} }, quietly);
  vi.doMock('#frontend/threads/leads/late-answers.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await expect(thread.ask('planPlatforms', QUESTION)).rejects.toBeInstanceOf(PartMissing);
  expect([threads.started(), threads.gone()]).toEqual([1, 1]);
  expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google']);
  vi.doUnmock('#frontend/threads/leads/late-answers.ts');
  expect(Object.keys(await thread.ask('planPlatforms', QUESTION))).toContain('google');
});
