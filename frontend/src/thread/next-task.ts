const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];

port1.onmessage = () => waiting.shift()?.();

/**
 * Resolves in a later task, after messages that have arrived (a cancel, say). By a message to itself: browsers hold
 * back a chain of timers by 4 ms each (HTML, timer initialisation steps), which for a 10 MB file came to more than its scan.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
