import type { CountJob } from '../files/shapes.ts';
import type { Counts } from './counts.ts';
import type { CounterAnswer } from '../peers/serve-counter.ts';
import type { Counter } from './counter.ts';

/** Starts the thread of a peer, and resolves when it is ready. */
export async function startPeer(script: string): Promise<Counter> {
  const worker = new Worker(`/bench/${script}.js`, { type: 'module' });
  await nextAnswer(worker);
  return {
    async count(file: File, job: CountJob): Promise<() => Counts | null> {
      worker.postMessage({ file, job });
      const answer = await nextAnswer(worker);
      return () => (answer.kind === 'counts' ? answer.counts : null);
    },
    close: () => worker.terminate(),
  };
}

function nextAnswer(worker: Worker): Promise<CounterAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CounterAnswer>) =>
      data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || 'The thread did not start'));
  });
}
