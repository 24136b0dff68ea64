import { afterEach, expect, test, vi } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { createLazyThread } from '#frontend/threads/leads/lazy-thread.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => {
  vi.doUnmock('#frontend/threads/leads/client.ts');
  vi.unstubAllGlobals();
});

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const FILE = new File(['Status,Source\nQualified,Google\n'], 'leads.csv');

test('a thread that has started gets a question before the page does anything else', async () => {
  const threads = stubBrowserThread();
  const thread = createLazyThread();
  await thread.start();
  const { messages } = threads;
  const asked = thread.ask('open', { file: FILE, options: {} }, quietly);
  expect(threads.messages).toBe(messages + 1);
  expect((await asked).ok).toBe(true);
});

test('the first questions fetch the code and start one thread', async () => {
  const threads = stubBrowserThread();
  const thread = createLazyThread();
  void thread.start();
  expect((await thread.ask('open', { file: FILE, options: {} }, quietly)).ok).toBe(true);
  expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google']);
  expect(threads.running).toBe(1);
});

test('a thread that is closed while its code is fetched never starts, and fails what is asked', async () => {
  const threads = stubBrowserThread();
  const thread = createLazyThread();
  const [starting, asked] = [thread.start(), thread.ask('open', { file: FILE, options: {} }, quietly)];
  thread.close();
  await expect(asked).rejects.toThrow('The thread was closed');
  await starting;
  await expect(thread.ask('describeColumn', { column: 0 })).rejects.toThrow('The thread was closed');
  expect(threads.running).toBe(0);
});

test('code that could not be fetched fails what is asked, and is fetched again for the next question', async () => {
  stubBrowserThread();
  vi.doMock('#frontend/threads/leads/client.ts', () => {
    throw new Error('no connection');
  });
  const thread = createLazyThread();
  await expect(thread.start()).rejects.toThrow();
  await expect(thread.ask('open', { file: FILE, options: {} }, quietly)).rejects.toBeInstanceOf(PartMissing);
  vi.doUnmock('#frontend/threads/leads/client.ts');
  expect((await thread.ask('open', { file: FILE, options: {} }, quietly)).ok).toBe(true);
});
