import type { LeadThread } from './client.ts';
import { ThreadMissing } from './thread-missing.ts';

export interface LazyWorkerClient extends LeadThread {
  /** Fetches and starts the thread before the first question; rejects where it could not be fetched. */
  start(): Promise<unknown>;
}

/** A thread that starts with its first question: visitors without a file never fetch it. */
export function createLazyWorkerClient(): LazyWorkerClient {
  let starting: Promise<LeadThread> | null = null;
  let isClosed = false;

  const fetchAndStart = async (): Promise<LeadThread> => {
    const { createLeadThread } = await import('./client.ts');
    const thread = createLeadThread();
    if (isClosed) thread.close();
    return thread;
  };
  /** After a failed fetch, as without a connection, the next question fetches again. */
  const started = (): Promise<LeadThread> =>
    (starting ??= fetchAndStart().catch((error: unknown) => {
      starting = null;
      throw error;
    }));

  async function ask<T>(question: (thread: LeadThread) => Promise<T>): Promise<T> {
    const isFirst = starting === null;
    try {
      return await question(await started());
    } catch (error) {
      if (!(error instanceof ThreadMissing)) throw error;
      starting = null;
      if (isFirst) throw error;
      return await ask(question); // the thread was started for an earlier question and may be available now
    }
  }

  return {
    start: started,
    open: (...asked) => ask((thread) => thread.open(...asked)),
    describeColumn: (...asked) => ask((thread) => thread.describeColumn(...asked)),
    countConversions: (...asked) => ask((thread) => thread.countConversions(...asked)),
    countAges: (...asked) => ask((thread) => thread.countAges(...asked)),
    describeDates: (...asked) => ask((thread) => thread.describeDates(...asked)),
    checkFile: (...asked) => ask((thread) => thread.checkFile(...asked)),
    checkColumns: (...asked) => ask((thread) => thread.checkColumns(...asked)),
    tally: (...asked) => ask((thread) => thread.tally(...asked)),
    measure: (...asked) => ask((thread) => thread.measure(...asked)),
    checkUnseen: (...asked) => ask((thread) => thread.checkUnseen(...asked)),
    makeLeadsFile: (...asked) => ask((thread) => thread.makeLeadsFile(...asked)),
    makeUploadFile: (...asked) => ask((thread) => thread.makeUploadFile(...asked)),
    planPlatforms: (...asked) => ask((thread) => thread.planPlatforms(...asked)),
    exportDataset: (...asked) => ask((thread) => thread.exportDataset(...asked)),
    unpackDataset: (...asked) => ask((thread) => thread.unpackDataset(...asked)),
    close() {
      isClosed = true;
      starting?.then(
        (thread) => thread.close(),
        () => {}, // it never started
      );
    },
  };
}
