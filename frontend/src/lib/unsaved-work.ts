type Keep = () => Promise<unknown>;

const keepers = new Set<Keep>();

/** Names what keeps the work in progress, for when the page is to be left. Answers how to take it back. */
export function onLeaving(keep: Keep): () => void {
  keepers.add(keep);
  return () => void keepers.delete(keep);
}

/** Waits until all work in progress is kept, or could not be, or for so long. */
export async function keepWork(atMostMs: number): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, atMostMs));
  await Promise.race([Promise.allSettled([...keepers].map((keep) => keep())), isOver]);
}
