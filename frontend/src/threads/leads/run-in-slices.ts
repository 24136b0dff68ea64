/** A slice takes about so long at most: a visitor waits for an answer that much longer. */
const SLICE_MS = 10;

/** Runs a search in steps to its end, and awaits `onSlice` between slices. */
export async function runInSlices<Found>(
  steps: Generator<undefined, Found>,
  onSlice: () => Promise<void>,
): Promise<Found> {
  let since = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await onSlice();
    since = performance.now();
  }
}
