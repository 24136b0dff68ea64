import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { StartableThread } from './client.ts';

/**
 * A thread whose code is fetched with `start` or the first question, since it is not part of the first page. Later questions
 * are passed on at once, so that the thread reads a file while the page renders.
 */
export function createLazyThread(): StartableThread {
  let thread: StartableThread | null = null;
  let isClosed = false;

  async function fetchThread(): Promise<StartableThread> {
    const { createLeadThread } = await fetchPart(() => import('./client.ts'));
    thread ??= createLeadThread();
    if (isClosed) thread.close();
    return thread;
  }

  return {
    start: async () => (thread ?? (await fetchThread())).start(),
    ask: (...asked) =>
      thread ? thread.ask(...asked) : fetchThread().then((fetched) => fetched.ask(...asked)),
    close() {
      isClosed = true;
      thread?.close();
    },
  };
}
