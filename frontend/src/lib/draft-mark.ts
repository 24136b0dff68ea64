/** The first script of the document reads this key too, before the first paint. */
const DRAFT_MARK = 'draft-kept';

/** Notes in session storage whether this tab has a draft, since the draft store answers only after the first paint. */
export function markDraft(isKept: boolean): void {
  try {
    if (isKept) sessionStorage.setItem(DRAFT_MARK, 'yes');
    else sessionStorage.removeItem(DRAFT_MARK);
  } catch {
    // Storage is forbidden here, and so is the draft.
  }
}

/** Whether the draft store should have a draft of this tab. False where session storage is forbidden. */
export function expectsDraft(): boolean {
  try {
    return sessionStorage.getItem(DRAFT_MARK) !== null;
  } catch {
    return false;
  }
}

const isOverHttps = (): boolean => location.protocol === 'https:';

/**
 * SIGNED_OUT_COOKIE of the contract, over https with the prefix that only this very host can write: another host of the domain
 * could plant the plain name, and have the drafts removed.
 */
const signOutCookie = (): string => (isOverHttps() ? '__Host-signed-out' : 'signed-out');

/** Whether the server's cookie says that somebody has signed out here, perhaps without any of our pages. */
export function isSignOutUnfinished(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${signOutCookie()}=`));
}

/** Removes that cookie, so that work which comes later stays. */
export function forgetSignOut(): void {
  document.cookie = `${signOutCookie()}=; Max-Age=0; Path=/${isOverHttps() ? '; Secure' : ''}`;
}

/**
 * Whether this browser may keep drafts or settings, or has to remove them. Without any, nobody needs the code of the
 * draft store before a file is opened. True where the browser does not say.
 */
export async function mayKeepWork(): Promise<boolean> {
  if (isSignOutUnfinished()) return true;
  try {
    return (await indexedDB.databases()).length > 0;
  } catch {
    return true;
  }
}
