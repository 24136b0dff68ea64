/**
 * Waits until what has just been opened, and what was closed before, is done with work of its own: it would be counted
 * with what is measured next, in one contestant more than in the other.
 */
export function settle(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
