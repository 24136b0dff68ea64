const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];

port1.onmessage = () => waiting.shift()?.();

/**
 * Resolves in a later task, after messages that have arrived, such as a cancel. It sends a message to itself, because
 * browsers delay chained timers by 4 ms each (HTML, timer initialisation steps): for a 10 MB file more than its scan takes.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
