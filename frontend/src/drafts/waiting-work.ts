/** Work that waits until the visitor rests, such as storing what was typed. */
interface WaitingWork<T> {
  /** Runs the work after a pause. It takes the place of work that still waits. */
  wait(work: () => T, delayMs: number): void;
  /** Runs the work that waits, at once. Undefined where none waits. */
  flush(): T | undefined;
  drop(): void;
}

export function createWaitingWork<T>(): WaitingWork<T> {
  let waiting: { work: () => T; timer: ReturnType<typeof setTimeout> } | null = null;
  const take = () => {
    const taken = waiting;
    clearTimeout(taken?.timer);
    waiting = null;
    return taken?.work;
  };
  const flush = () => take()?.();
  return {
    wait(work, delayMs) {
      take();
      waiting = { work, timer: setTimeout(flush, delayMs) };
    },
    flush,
    drop: () => void take(),
  };
}
