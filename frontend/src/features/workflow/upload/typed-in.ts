const TYPED_IN = 'textarea, select, input:not([type=file], [type=checkbox], [type=radio])';

/** Whether the target of an event is a text field: the browser pastes and drops text there. */
export function isTypedIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN));
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;
}
