const failures = new WeakSet<Error>();

/** Where the browser tells of its connection, as Chromium does. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the visitor has asked to save data, or is on a slow network: then code comes once it is needed, and no byte in vain. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: Connection }; // not in every browser, nor in the types
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '');
}

/** Fetches code before it is needed. If that fails, the code is fetched again when it is needed. */
export function prefetch(...loads: readonly (() => Promise<unknown>)[]): void {
  if (isSparing()) return;
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
