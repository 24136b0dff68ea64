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
