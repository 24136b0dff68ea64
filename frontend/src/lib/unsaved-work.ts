type Keep = () => Promise<unknown>;

const keepers = new Set<Keep>();

/**
 * Registers a function that keeps the work in progress when the page is about to be left. Returns a function that
 * takes it back.
 */
export function onLeaving(keep: Keep): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Keeps all work in progress. Waits until that is done or has failed, at most so long. */
export async function keepWork(atMostMs: number): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, atMostMs));
  await Promise.race([Promise.allSettled([...keepers].map((keep) => keep())), isOver]);
}
