import { isPrefetchFailure } from '#frontend/lib/prefetch.ts';
import { saveBeforeLeaving } from '#frontend/lib/before-leaving.ts';

const RELOADED_KEY = 'reloaded-release';
const KEEPING_MS = 10_000;

/** Notes that this release was reloaded. False if it was reloaded before, or if storage is forbidden. */
function markReload(release: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === release) return false;
    sessionStorage.setItem(RELOADED_KEY, release);
    return true;
  } catch {
    return false;
  }
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Reloads the page if its code is gone from the server because a new release was deployed while the tab was open. The
 * draft keeps the work over the reload.
 *
 * It reloads once per release, so that it never loops, and only with a connection, since a page with missing parts is
 * better than none. A failed prefetch causes no reload: its code is not needed yet, and a reload in the middle of the
 * work would lose a click.
 *
 * @param release a text that differs between releases, such as the address of the first script
 */
export function reloadWhenStale(release: string, reload = () => location.reload()): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    void isReachable().then(async (reachable) => {
      if (!reachable || isPrefetchFailure(payload) || !markReload(release)) return;
      await saveBeforeLeaving(KEEPING_MS);
      reload();
    });
  });
}
