import { expect, test, vi } from 'vitest';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';

test('the page can ask only what the thread answers, with what the question asks', async () => {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  // @ts-expect-error: no such question
  await expect(thread.ask('guessTheStatus', 0)).rejects.toThrow();
  // @ts-expect-error: the number stands in an object
  await expect(thread.ask('describeColumn', 0)).rejects.toThrow();
  // @ts-expect-error: a question that reports progress takes hooks
  await expect(thread.ask('makeUploadFile', {})).rejects.toThrow();
  // @ts-expect-error: one that reports none takes none
  await expect(thread.ask('checkFile', undefined, {})).rejects.toThrow();
});
