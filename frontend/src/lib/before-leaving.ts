type Save = () => Promise<unknown>;

const saves = new Set<Save>();

/** Registers a function that stores unsaved data before the page is left. Returns a function that unregisters it. */
export function onBeforeLeaving(save: Save): () => void {
  saves.add(save);
  return () => void saves.delete(save);
}

/** Calls all registered functions. Waits until each has succeeded or failed, at most for this time. */
export async function saveBeforeLeaving(atMostMs: number): Promise<void> {
  const isOver = new Promise((resolve) => setTimeout(resolve, atMostMs));
  await Promise.race([Promise.allSettled([...saves].map((save) => save())), isOver]);
}
