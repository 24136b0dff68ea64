import { useRef, useState } from 'react';

/**
 * Something that a press starts, such as a save: busy until the call ends, with the problem of a failed call until the
 * next one begins. A press while it is busy does nothing.
 *
 * @param describe the problem as it is shown beside the button; nothing where it is told elsewhere. Without it a failure
 *   is a bug, and `run` rejects with it.
 */
export function useAction<Given extends unknown[], Problem = never>(
  call: (...given: Given) => Promise<unknown>,
  describe?: (error: unknown, ...given: Given) => Problem,
) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second press may come before the first one is rendered.
  const isRunning = useRef(false);

  /** True where the call succeeded. */
  const run = async (...given: Given): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await call(...given);
      return true;
    } catch (error) {
      if (!describe) throw error;
      setProblem(describe(error, ...given));
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problem, setProblem, run };
}

/** Resolves when the Back button brings back a page that was left. An action that waits for it is busy until then. */
export function untilReturn(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
