import { tabStorage, dropServerCookie, hasServerCookie } from '#frontend/lib/storage.ts';

/** The first script of the document reads this key too, before the first paint. */
const DRAFT_MARK = 'draft-kept';

/** Marks in session storage whether this tab has a draft, since the draft store answers only after the first paint. */
export function markDraft(isKept: boolean): void {
  if (isKept) tabStorage.keep(DRAFT_MARK, 'yes');
  else tabStorage.forget(DRAFT_MARK);
}

/** Whether this tab is marked as having a draft. False where session storage is forbidden. */
export const expectsDraft = (): boolean => tabStorage.read(DRAFT_MARK) !== null;

/** SIGNED_OUT_COOKIE of the contract. */
const SIGN_OUT = 'signed-out';

/** Whether somebody has signed out in this browser and its drafts are still there, as the server's cookie says. */
export const isSignOutUnfinished = (): boolean => hasServerCookie(SIGN_OUT);

/** Removes that cookie, so that later drafts stay. */
export const forgetSignOut = (): void => dropServerCookie(SIGN_OUT);

/**
 * Whether this browser may hold drafts or settings, to open or to remove. Without any, the code of the draft store is
 * needed only once a file is opened. True where the browser does not tell.
 */
export async function mayHoldDrafts(): Promise<boolean> {
  if (isSignOutUnfinished()) return true;
  try {
    return (await indexedDB.databases()).length > 0;
  } catch {
    return true;
  }
}
