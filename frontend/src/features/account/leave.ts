import { LOG_OUT_URL } from '#frontend/api/user.ts';
import { removeAllDrafts } from '#frontend/lib/draft-store.ts';

export type Leave = (url: string) => void;

/** Goes to a page with a new document: nothing that this one holds in memory is left. */
export const leaveDocument: Leave = (url) => window.location.assign(url);

/** Ends the session. Whoever uses this browser next finds no draft in it. */
export async function logOut(leave: Leave = leaveDocument): Promise<void> {
  await forgetDrafts();
  leave(LOG_OUT_URL);
}

/** Removes what is kept in this browser. Where it has or allows no storage there is nothing to remove. */
export async function forgetDrafts(): Promise<void> {
  try {
    await removeAllDrafts();
  } catch (error) {
    console.warn('The drafts could not be removed.', error);
  }
}
