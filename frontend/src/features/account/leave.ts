import { LOG_OUT_URL } from '#frontend/api/user.ts';
import { removeAllDrafts } from '#frontend/lib/draft-store.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';

/** Ends the session. Whoever uses this browser next finds no draft in it. */
export async function logOut(): Promise<void> {
  await forgetDrafts();
  leaveDocument(LOG_OUT_URL);
}

/** Removes what is kept in this browser. Where it has or allows no storage there is nothing to remove. */
export async function forgetDrafts(): Promise<void> {
  try {
    await removeAllDrafts();
  } catch (error) {
    console.warn('The drafts could not be removed.', error);
  }
}
