const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];

port1.onmessage = () => waiting.shift()?.();

/**
 * Resolves after the messages that have already arrived, such as a cancel, are handled. It sends a message to itself:
 * browsers delay chained timers by 4 ms each (HTML, timer initialisation steps), which for a 10 MB file is longer than its scan.
 */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
