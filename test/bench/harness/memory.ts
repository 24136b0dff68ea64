import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

const SAMPLE_EVERY_MS = 10;
const KILOBYTES_PER_MEGABYTE = 1024;

/** Whether the operating system tells the private memory of a process. */
export const canMeasureMemory = process.platform === 'linux';

/**
 * Peak of the renderers' private memory during some work over what they had before, in MB, as the operating system
 * counts it. All renderers are summed up: those that have nothing to do stay as they are.
 */
export async function measurePeak(browser: Browser, work: () => Promise<unknown>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const idle = sumPrivate(renderers);
  let peak = idle;
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    peak = Math.max(peak, sumPrivate(renderers));
    await sleep(SAMPLE_EVERY_MS);
  }
  await done;
  return (peak - idle) / KILOBYTES_PER_MEGABYTE;
}

function sumPrivate(processes: readonly number[]): number {
  return processes.reduce((sum, id) => sum + readPrivate(id), 0);
}

/** Kilobytes that belong to one process alone; 0 where it has ended. */
function readPrivate(id: number): number {
  let text = '';
  try {
    text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
  } catch {
    return 0;
  }
  return [...text.matchAll(/^Private_\w+: +(\d+) kB$/gm)].reduce((sum, [, size]) => sum + Number(size), 0);
}
