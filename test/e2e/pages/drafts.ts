import { expect, type Page } from '@playwright/test';

/** Drafts that this browser keeps, those of which it keeps only a part included. */
export function countDrafts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('drafts');
    // Where there is no store yet, none is made.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T | null>((resolve) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      });
    const database = await settle(opening);
    if (!database) return 0;
    const stores = database.transaction(['files', 'choices']);
    const counts = ['files', 'choices'].map((name) => settle(stores.objectStore(name).count()));
    const [files, choices] = await Promise.all(counts);
    database.close();
    return Math.max(files ?? 0, choices ?? 0);
  });
}

/** Makes all drafts older by a number of days. */
export async function ageDrafts(page: Page, days: number): Promise<void> {
  await page.evaluate(
    (ms) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('drafts');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('choices', 'readwrite');
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error ?? new Error('The store failed'));
          const cursor = transaction.objectStore('choices').openCursor();
          cursor.onsuccess = () => {
            const { result } = cursor;
            if (!result) return;
            result.update({ ...result.value, savedAt: result.value.savedAt - ms });
            result.continue();
          };
        };
      }),
    days * 24 * 60 * 60 * 1000,
  );
}

/** Settings of a last analysis that this browser keeps: one or none. */
export function countKeptSettings(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'settings')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('settings');
      opening.onerror = () => reject(opening.error ?? new Error('The store failed'));
      opening.onsuccess = () => {
        const count = opening.result.transaction('settings').objectStore('settings').count();
        count.onsuccess = () => resolve(count.result);
        opening.result.close();
      };
    });
  });
}

/** Closes a tab, and waits until another one no longer sees it: the browser ends the locks of a closed tab a moment later. */
export async function closeTab(tab: Page, another: Page): Promise<void> {
  const lockNames = () =>
    another.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name }) => name);
    });
  const before = await lockNames();
  await tab.close();
  await expect.poll(lockNames).not.toEqual(expect.arrayContaining(before));
}
