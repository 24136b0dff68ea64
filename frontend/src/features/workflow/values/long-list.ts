import { useEffect } from 'react';
import { nextTask } from '#frontend/thread/next-task.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { listWholeColumn } from './listed-values.ts';

/** Of more values than this only the rows in view are drawn. */
export const MAX_DRAWN = 60;

/** Most columns are shorter and go without its code. */
export const longList = lazyWithPreload(
  async () => (await import('#frontend/ui/virtual-list.tsx')).VirtualList,
);

/** Fetches the list ahead where a chosen column needs it, and makes its content, in a task of its own. */
export function useListAhead(detail: ColumnDetail | null): void {
  const isLong = detail !== null && detail.values.length > MAX_DRAWN;
  useEffect(() => {
    if (!isLong) return;
    longList.preload();
    void nextTask().then(() => listWholeColumn(detail));
  }, [isLong, detail]);
}
