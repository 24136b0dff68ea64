import { afterEach, expect, test, vi } from 'vitest';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { slowFile } from '#test/support/slow-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const TEXT = 'Status,Source\nQualified,Google\n';

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
};

/** A page in Node that can be hidden. */
function stubPage() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  return {
    hide(hidden: boolean) {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('closing ends the browser thread, and fails what was asked and what is asked later', async () => {
  const threads = stubBrowserThread();
  const thread = createLeadThread();
  thread.start();
  const asked = thread.ask('open', { file: slowFile(TEXT).file, options: {} }, quietly);
  await settle();
  expect(threads.running).toBe(1);
  thread.close();
  await expect(asked).rejects.toThrow('The thread was closed');
  expect(threads.running).toBe(0);
  await expect(thread.ask('describeColumn', { column: 0 })).rejects.toThrow('The thread was closed');
});

test('a browser thread that is closed while it starts does not go on, and fails what was asked', async () => {
  const threads = stubBrowserThread();
  const thread = createLeadThread();
  const asked = thread.ask('open', { file: new File([TEXT], 'leads.csv'), options: {} }, quietly);
  thread.close();
  await expect(asked).rejects.toThrow('The thread was closed');
  expect(threads.running).toBe(0);
});

test('a question after closing fails, and no browser thread goes on', async () => {
  const threads = stubBrowserThread();
  const thread = createLeadThread();
  thread.close();
  const asked = thread.ask('open', { file: new File([TEXT], 'leads.csv'), options: {} }, quietly);
  await expect(asked).rejects.toThrow('The thread was closed');
  expect(threads.running).toBe(0);
});

test('a file whose bytes do not come is given up after 10 s in which the page was visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const page = stubPage();
  stubBrowserThread();
  page.hide(true);
  const thread = createLeadThread();
  thread.start();
  const onAnswer = vi.fn();
  void thread.ask('open', { file: slowFile(TEXT).file, options: {} }, quietly).then(onAnswer);
  const wait = async (ms: number) => {
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
  };
  await wait(60_000);
  page.hide(false);
  await wait(9_000);
  page.hide(true);
  await wait(60_000);
  expect(onAnswer).not.toHaveBeenCalled();
  page.hide(false);
  await wait(1_000);
  expect(onAnswer).toHaveBeenCalledWith({ ok: false, error: { reason: 'unreadable' } });
});

test('a closed browser thread is told nothing of the page any more', async () => {
  const page = stubPage();
  const threads = stubBrowserThread();
  const thread = createLeadThread();
  thread.start();
  page.hide(true);
  const { messages } = threads;
  thread.close();
  await expect(thread.ask('describeColumn', { column: 0 })).rejects.toThrow('The thread was closed');
  page.hide(false);
  expect(threads.messages).toBe(messages);
});
