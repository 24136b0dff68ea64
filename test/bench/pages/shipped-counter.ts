import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { connectThread, type LeadThread } from '#frontend/threads/leads/client.ts';
import type { CountJob } from '../files/shapes.ts';
import type { Counter } from './counter.ts';

/** Starts the thread as it was built, under its hashed name, and resolves when it answers. */
export async function startShippedThread(script: string): Promise<LeadThread> {
  const worker = new Worker(script, { type: 'module' });
  const thread = connectThread(
    {
      postMessage: (message, transfer) => worker.postMessage(message, transfer),
      addEventListener: (type, listener) => worker.addEventListener(type, listener),
    },
    () => worker.terminate(),
  );
  worker.addEventListener('error', (event) => thread.fail(new Error(event.message)));
  // No file is open: that is the answer, and a sign of life.
  await thread.ask('describeColumn', { column: 0 }).catch(() => {});
  return thread;
}

/** Opens a file as the page does. Answers with its headers. */
export async function openFile(thread: LeadThread, file: File): Promise<readonly string[]> {
  const hooks = { onProgress: () => {}, signal: new AbortController().signal };
  const opened = await thread.ask('open', { file, options: {} }, hooks);
  if (!opened.ok) throw new Error(opened.error.reason);
  if (opened.value.report.reader !== 'compiled')
    throw new Error('Too little memory: PapaParse has read the file');
  return opened.value.headers;
}

export function planOf(headers: readonly string[], job: CountJob): Plan {
  return {
    statusColumn: headers.indexOf(job.status),
    qualified: new Set(job.qualified),
    attributes: job.attributes.map((field) => ({
      column: headers.indexOf(field),
      field,
      ranges: null,
      mapping: new Map(),
    })),
    worth: job.amounts === undefined ? null : { kind: 'column', column: headers.indexOf(job.amounts) },
  };
}

export async function startShipped(script: string): Promise<Counter> {
  const thread = await startShippedThread(script);
  return {
    async count(file: File, job: CountJob) {
      const headers = await openFile(thread, file);
      const counts = await thread.ask('measure', planOf(headers, job));
      if (job.amounts !== undefined && !counts.byValue) throw new Error('There are no counts by value');
      return () => counts;
    },
    close: () => thread.close(),
  };
}
