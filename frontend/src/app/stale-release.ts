import { isPrefetchFailure } from '#frontend/lib/prefetch.ts';
import { saveBeforeLeaving } from '#frontend/lib/before-leaving.ts';
import { tabStorage } from '#frontend/lib/storage.ts';

const RELOADED_KEY = 'reloaded-release';
const KEEPING_MS = 10_000;

/** Notes that this release was reloaded. False if it was reloaded before, or if storage is forbidden. */
const markReload = (release: string): boolean =>
  tabStorage.read(RELOADED_KEY) !== release && tabStorage.keep(RELOADED_KEY, release);

/** Whether the server has another release now. False without a connection. */
async function isReplaced(release: string): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(new URL(release, location.href).pathname);
  } catch {
    return false;
  }
}

/**
 * Reloads the page if its code is gone from the server because a new release was deployed while the tab was open. The
 * draft keeps the work over the reload.
 *
 * It reloads once per release, so that it never loops, and only where the server has another release: after a lost
 * connection the same page would come again, without a file that was chosen meanwhile. A failed prefetch causes no
 * reload: its code is not needed yet, and a reload in the middle of the work would lose a click.
 *
 * @param release the address of the first script, which differs between releases
 */
export function reloadWhenStale(release: string, reload = () => location.reload()): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    void isReplaced(release).then(async (replaced) => {
      if (!replaced || isPrefetchFailure(payload) || !markReload(release)) return;
      await saveBeforeLeaving(KEEPING_MS);
      reload();
    });
  });
}
