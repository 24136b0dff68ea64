const SETTLE_MS = 500;

/**
 * Waits until what has just been opened, and what was closed before, is done with work of its own: it would be counted
 * with what is measured next, in one contestant more than in the other.
 */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}
