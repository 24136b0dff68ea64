const failures = new WeakSet<Error>();

/** Fetches code before it is needed. If that fails, the code is fetched again when it is needed. */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads)
    load().catch((error: unknown) => {
      if (error instanceof Error) failures.add(error);
    });
}

/** Whether an error comes from a prefetch, whose code is not needed yet. */
export function isPrefetchFailure(error: unknown): boolean {
  return error instanceof Error && failures.has(error);
}
