import type { CountJob } from '../files/shapes.ts';
import type { Counts } from '../pages/counts.ts';

/** From a file to its counts; null from one that only reads. */
export type CountFile = (file: File, job: CountJob) => Promise<Counts | null>;

export interface CounterQuestion {
  file: File;
  job: CountJob;
}

export type CounterAnswer =
  | { kind: 'ready' }
  | { kind: 'counts'; counts: Counts | null }
  | { kind: 'failed'; message: string };

/** Makes a browser thread of a counter: it says when it is ready, then answers each file with its counts. */
export function serveCounter(count: CountFile): void {
  const post = (answer: CounterAnswer) => self.postMessage(answer);
  self.addEventListener('message', async ({ data }: MessageEvent<CounterQuestion>) => {
    try {
      post({ kind: 'counts', counts: await count(data.file, data.job) });
    } catch (error) {
      post({ kind: 'failed', message: String(error) });
    }
  });
  post({ kind: 'ready' });
}
