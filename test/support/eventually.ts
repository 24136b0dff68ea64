import { vi } from 'vitest';

/** Waits until a check passes. The second that `vi.waitFor` waits by itself is short on a busy machine. */
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 });
