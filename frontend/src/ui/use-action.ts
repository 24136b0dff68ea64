import { useRef, useState } from 'react';

/**
 * Runs a call that a press starts, such as a save. It is busy until the call ends, and has the problem of a failed call
 * until the next call begins. A press while it is busy does nothing.
 *
 * @param describe gives the problem that is shown beside the button, or nothing if it is told elsewhere. Without `describe` a
 *   failure is a bug, and `run` rejects with it.
 */
export function useAction<Given extends unknown[], Problem = never>(
  call: (...given: Given) => Promise<unknown>,
  describe?: (error: unknown, ...given: Given) => Problem,
) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // A second press may come before React has rendered the first one.
  const isRunning = useRef(false);

  /** Resolves to true if the call succeeded. */
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

/** Resolves when the Back button shows a page again that was left. An action that waits for it is busy until then. */
export function untilReturn(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
}
