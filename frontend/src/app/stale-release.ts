import { wasFetchedAhead } from '#frontend/lib/fetch-ahead.ts';
import { keepWork } from '#frontend/lib/unsaved-work.ts';

const RELOADED_KEY = 'reloaded-release';
const KEEPING_MS = 3000;

/** Marks that this release was reloaded; false where it already was, or where the browser keeps no marks. */
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
 * A tab that was open while a new release came asks for code that is gone. Loading the page again gets the new release,
 * and the draft brings the work back. Once per release, so that it never goes round; and not without a connection, where
 * the page that is shown is better than none. What was only fetched ahead may be missing until it is needed: a page
 * that is loaded again under the hands of its visitor loses a click.
 *
 * @param release what differs between releases, as the address of the first script
 */
export function reloadWhenStale(release: string, reload = () => location.reload()): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    void isReachable().then(async (reachable) => {
      if (!reachable || wasFetchedAhead(payload) || !markReload(release)) return;
      await keepWork(KEEPING_MS);
      reload();
    });
  });
}
