import { vi } from 'vitest';
import { serve, type Port } from '#frontend/threads/rpc.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { createSendQuestions } from '#frontend/threads/sends/send-questions.ts';
import { SHEETS_QUESTIONS } from '#frontend/threads/sheets/read-sheet.ts';
import { portPair } from './port-pair.ts';

export interface StubbedThreads {
  /** Number of threads that have started and not ended. */
  running: number;
  /** Number of messages that the page has posted to any of them. */
  messages: number;
}

/** Runs the real threads in this process, since neither jsdom nor Node has browser threads. */
export function stubBrowserThread(later?: Parameters<typeof portPair>[0]): StubbedThreads {
  const threads = { running: 0, messages: 0 };
  // Node has no document either.
  if (!('document' in globalThis)) vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal(
    'Worker',
    class {
      readonly #page: Port;
      #isRunning = true;
      constructor(address: string, { name }: WorkerOptions) {
        // A real thread has its own.
        vi.stubGlobal('name', name);
        const [page, thread] = portPair(later);
        this.#page = page;
        if (address.includes('sheets-thread')) serve(thread, SHEETS_QUESTIONS);
        else if (address.includes('send-thread')) serve(thread, createSendQuestions());
        else serveThread(thread);
        threads.running++;
      }
      postMessage(message: unknown, transfer: Transferable[]): void {
        threads.messages++;
        this.#page.postMessage(message, transfer);
      }
      addEventListener(type: string, listener: (event: MessageEvent) => void): void {
        if (type === 'message') this.#page.addEventListener('message', listener);
      }
      terminate(): void {
        if (this.#isRunning) threads.running--;
        this.#isRunning = false;
      }
    },
  );
  return threads;
}
