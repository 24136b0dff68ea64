import type { Port } from '#frontend/threads/rpc.ts';

/** The messages of a thread to the page. */
export type FromThread = { id: number } & (
  | { kind: 'answer'; answer: unknown }
  | { kind: 'progress'; progress: unknown }
  | { kind: 'failed'; message: string; isPartMissing: boolean }
);

type Listener = (event: MessageEvent) => void;

/** Two connected ports in one process. Messages arrive in later tasks, in order; transferred buffers are detached. */
export function portPair(later: (task: () => void) => void = setTimeout): [Port, Port] {
  const listeners: [Listener[], Listener[]] = [[], []];
  const end = (own: 0 | 1): Port => ({
    addEventListener: (_, listener) => void listeners[own].push(listener),
    postMessage(message, transfer) {
      const data = transfer.length ? structuredClone(message, { transfer }) : message;
      later(() =>
        listeners[own === 0 ? 1 : 0].forEach((listen) => listen(new MessageEvent('message', { data }))),
      );
    },
  });
  return [end(0), end(1)];
}
