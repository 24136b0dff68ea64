import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { LeadThread, StartableThread } from './client.ts';

/**
 * A thread whose code is fetched when it is started or first asked, since it is no part of the first page. After that a
 * question is passed on at once, so that the thread reads a file while the page renders.
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

  const own = {
    start: async () => (thread ?? (await fetchThread())).start(),
    close() {
      isClosed = true;
      thread?.close();
    },
  };
  return new Proxy(own, {
    get: (_, name: keyof LeadThread) =>
      name in own
        ? Reflect.get(own, name)
        : (...asked: unknown[]) =>
            // A question has the same parameters here as there.
            thread
              ? Reflect.apply(thread[name], thread, asked)
              : fetchThread().then((fetched) => Reflect.apply(fetched[name], fetched, asked)),
  }) as StartableThread; // it has every question, and `start` and `close`
}
