import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

/** Keeps the databases of the Worker tests in memory, where Linux offers that: each statement waits until it is written. */
export function setup(): (() => void) | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(`${MEMORY}/worker-tests-`);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
