const failures = new WeakSet<Error>();

/** Fetches code before it is needed. If that fails, the code is fetched again when it is needed. */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads)
    load().catch((error: unknown) => {
      // The browser's error may be the cause of one of ours.
      for (let each = error; each instanceof Error; each = each.cause) failures.add(each);
    });
}

/** Whether an error comes from a prefetch, whose code is not needed yet. */
export function isPrefetchFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}

/** The message instead of a part of the page whose code could not be fetched. */
export const PART_MISSING = 'This part could not be fetched. Connect once and try again; your file is safe.';
