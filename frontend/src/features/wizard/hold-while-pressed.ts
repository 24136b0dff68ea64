import { useState, useSyncExternalStore } from 'react';

/** After a touch, the click comes within this time after the release. */
const CLICK_DELAY_MS = 300;

/** Calls `end` after the present press, once its click has been handled. */
export function onRelease(end: () => void): void {
  const press = new AbortController();
  const { signal } = press;
  const finish = () => {
    if (signal.aborted) return;
    press.abort();
    end();
  };
  window.addEventListener('click', finish, { signal });
  window.addEventListener('pointercancel', finish, { signal });
  // The release happens outside the window.
  window.addEventListener('blur', finish, { signal });
  window.addEventListener('pointerup', () => setTimeout(finish, CLICK_DELAY_MS), { signal });
}

let isPressed = false;
const readers = new Set<() => void>();

function setPressed(next: boolean): void {
  isPressed = next;
  for (const read of readers) read();
}

/** Notes a press of the first button. The release of other buttons may never come, since a menu catches it. */
function onPress({ button }: PointerEvent): void {
  if (isPressed || button > 0) return;
  setPressed(true);
  onRelease(() => setPressed(false));
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  window.addEventListener('pointerdown', onPress, { capture: true });
  return () => {
    readers.delete(read);
    if (readers.size === 0) window.removeEventListener('pointerdown', onPress, { capture: true });
  };
}

const never = () => false;

/**
 * The value. During a press it is the value before the press, or `none`: a notice that appears or disappears above a pressed
 * button would move the button away from the pointer, and the click would be lost.
 */
export function useUnpressed<T>(value: T, none: T): T {
  const [shown, setShown] = useState(() => (isPressed ? none : value));
  // A press renders the component again only if it delays a value.
  const isDelayed = useSyncExternalStore(subscribe, () => isPressed && shown !== value, never);
  if (!isDelayed && shown !== value) setShown(value);
  return shown;
}
