import { reasonOf } from '#frontend/api/client.ts';
import { endSession, LOG_OUT_URL } from '#frontend/api/user.ts';
import { leaveDocument, reloadDocument } from '#frontend/lib/leave-document.ts';
import { signalLeave } from '#frontend/drafts/leave-signal.ts';
import { toastFailure } from '#frontend/ui/toast-store.ts';

/** Ends the session, removes all drafts of this browser and reloads its other tabs, for the next person who uses it. */
export async function logOut(): Promise<void> {
  await leaveAccount(endSession);
}

/** Does the same with another call that ends the session. Shows a message and returns false if the call fails. */
export async function leaveAccount(signOut: () => Promise<void>): Promise<boolean> {
  try {
    await signOut();
  } catch (error) {
    toastFailure(
      'Error',
      `You are still logged in. ${reasonOf(error) ?? 'Please check your connection and try again.'}`,
    );
    return false;
  }
  await leaveNothing(LOG_OUT_URL);
  return true;
}

/** Tells the other tabs, removes the drafts and leaves the page. To be called once the session has ended. */
export async function leaveNothing(url: string): Promise<void> {
  signalLeave();
  await forgetDrafts();
  leaveDocument(url);
}

/** Runs in every other tab when the user has signed out. */
export async function beginAnew(): Promise<void> {
  await forgetDrafts();
  reloadDocument();
}

/** Removes the drafts of this browser. A browser without storage has none. */
async function forgetDrafts(): Promise<void> {
  try {
    const { removeAllDrafts } = await import('#frontend/drafts/draft-store.ts');
    await removeAllDrafts();
  } catch (error) {
    console.warn('The drafts could not be removed.', error);
  }
}
