const TYPED_IN = 'textarea, select, input:not([type=file], [type=checkbox], [type=radio])';

/** Whether an event belongs to a field that is typed in: text may be pasted and dropped there. */
export function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN));
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;
}
