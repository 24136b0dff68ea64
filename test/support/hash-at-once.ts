import { createHash } from 'node:crypto';
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * The tests of a file hash in their own thread. `crypto.subtle` asks another one each time: a third of the time of the properties of
 * pushes, which hash many small texts.
 */
export function hashAtOnce(): void {
  beforeAll(() => {
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_, data) => {
      const bytes = createHash('sha256')
        .update(data as Uint8Array)
        .digest(); // as push.ts gives it
      return Uint8Array.from(bytes).buffer;
    });
  });
  afterAll(() => void vi.restoreAllMocks());
}
