/** A task that runs once the visitor pauses, such as storing a typed text. */
interface DelayedTask<T> {
  /** Runs the task after the delay. A task that still waits is replaced. */
  schedule(task: () => T, delayMs: number): void;
  /** Runs the waiting task at once. Undefined without one. */
  flush(): T | undefined;
}

export function createDelayedTask<T>(): DelayedTask<T> {
  let waiting: { task: () => T; timer: ReturnType<typeof setTimeout> } | null = null;
  const take = () => {
    const taken = waiting;
    clearTimeout(taken?.timer);
    waiting = null;
    return taken?.task;
  };
  const flush = () => take()?.();
  return {
    schedule(task, delayMs) {
      take();
      waiting = { task, timer: setTimeout(flush, delayMs) };
    },
    flush,
  };
}
