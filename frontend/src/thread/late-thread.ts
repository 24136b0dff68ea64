import type { LeadThread } from './client.ts';

export interface LateThread extends LeadThread {
  /** Fetches and starts the thread before the first question. */
  start(): void;
}

/** A thread that starts with its first question: who brings no file never fetches it. */
export function createLateThread(): LateThread {
  let starting: Promise<LeadThread> | null = null;
  let isClosed = false;

  const fetchAndStart = async (): Promise<LeadThread> => {
    const { createLeadThread } = await import('./client.ts');
    const thread = createLeadThread();
    if (isClosed) thread.close();
    return thread;
  };
  /** What could not be fetched, as without a connection, is fetched again by the next question. */
  const started = (): Promise<LeadThread> =>
    (starting ??= fetchAndStart().catch((error: unknown) => {
      starting = null;
      throw error;
    }));

  return {
    start: () => void started().catch(() => {}),
    open: async (...ask) => (await started()).open(...ask),
    describeColumn: async (...ask) => (await started()).describeColumn(...ask),
    countConversions: async (...ask) => (await started()).countConversions(...ask),
    tally: async (...ask) => (await started()).tally(...ask),
    exportDataset: async (...ask) => (await started()).exportDataset(...ask),
    unpackAnalysis: async (...ask) => (await started()).unpackAnalysis(...ask),
    close() {
      isClosed = true;
      void starting?.then((thread) => thread.close());
    },
  };
}
