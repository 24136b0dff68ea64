const inVain = new WeakSet<Error>();

/** Fetches code before it is needed. Where that fails nothing is lost: it is fetched again when it is needed. */
export function fetchAhead(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads)
    load().catch((error: unknown) => {
      if (error instanceof Error) inVain.add(error);
    });
}

/** Whether nobody has needed yet what could not be fetched. */
export function wasFetchedAhead(error: unknown): boolean {
  return error instanceof Error && inVain.has(error);
}
