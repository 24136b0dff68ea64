import { vi } from 'vitest';
import type { Port } from '#frontend/thread/protocol.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { portPair } from './port-pair.ts';

/** jsdom has no browser threads: the real one is served in the same process instead. */
export function stubBrowserThread(later?: Parameters<typeof portPair>[0]): void {
  vi.stubGlobal(
    'Worker',
    class {
      readonly #page: Port;
      constructor() {
        const [page, thread] = portPair(later);
        this.#page = page;
        serveThread(thread);
      }
      postMessage(message: unknown, transfer: Transferable[]): void {
        this.#page.postMessage(message, transfer);
      }
      addEventListener(type: string, listener: (event: MessageEvent) => void): void {
        if (type === 'message') this.#page.addEventListener('message', listener);
      }
      terminate(): void {}
    },
  );
}
