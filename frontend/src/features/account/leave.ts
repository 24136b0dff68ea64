import { ApiError } from '#frontend/api/client.ts';
import { endSession, LOG_OUT_URL } from '#frontend/api/user.ts';
import { removeAllDrafts } from '#frontend/lib/draft-store.ts';
import { leaveDocument, reloadDocument } from '#frontend/lib/leave-document.ts';
import { signalLeave } from '#frontend/lib/leave-signal.ts';
import { toast } from '#frontend/ui/toast-store.ts';

/** Ends the session. Whoever uses this browser next finds no draft in it, and no other tab that shows the account. */
export async function logOut(): Promise<void> {
  await leaveAccount(endSession);
}

/** The same with another call that signs out. False, and a message, where it fails. */
export async function leaveAccount(signOut: () => Promise<void>): Promise<boolean> {
  try {
    await signOut();
  } catch (error) {
    const reason = error instanceof ApiError ? error.reason : null;
    toast({
      title: 'Error',
      description: `You are still logged in. ${reason ?? 'Please check your connection and try again.'}`,
      tone: 'destructive',
    });
    return false;
  }
  await leaveNothing(LOG_OUT_URL);
  return true;
}

/** To be called when the session has ended: other tabs begin anew, so this comes first, and nothing is kept here. */
export async function leaveNothing(url: string): Promise<void> {
  signalLeave();
  await forgetDrafts();
  leaveDocument(url);
}

/** What another tab does when somebody has left. */
export async function beginAnew(): Promise<void> {
  await forgetDrafts();
  reloadDocument();
}

/** Removes what is kept in this browser. Where it has or allows no storage there is nothing to remove. */
async function forgetDrafts(): Promise<void> {
  try {
    await removeAllDrafts();
  } catch (error) {
    console.warn('The drafts could not be removed.', error);
  }
}
