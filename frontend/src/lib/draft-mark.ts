/** The first script of the document reads it too, before anything is painted. */
export const DRAFT_MARK = 'draft-kept';

/** Notes in this tab whether it has a draft, for there is no quick answer from the draft store. */
export function markDraft(isKept: boolean): void {
  try {
    if (isKept) sessionStorage.setItem(DRAFT_MARK, 'yes');
    else sessionStorage.removeItem(DRAFT_MARK);
  } catch {
    // Storage is forbidden here, and so is the draft.
  }
}

/** Whether work is to be expected in the draft store. False where session storage is forbidden. */
export function expectsDraft(): boolean {
  try {
    return sessionStorage.getItem(DRAFT_MARK) !== null;
  } catch {
    return false;
  }
}
