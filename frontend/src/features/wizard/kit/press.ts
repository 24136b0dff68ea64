import { useState, useSyncExternalStore } from 'react';

/** The click of a touch comes a moment after the release. */
const CLICK_DELAY_MS = 300;

/** Calls `end` once the press that goes on is over, and its click has been. */
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
  // The release is elsewhere.
  window.addEventListener('blur', finish, { signal });
  window.addEventListener('pointerup', () => setTimeout(finish, CLICK_DELAY_MS), { signal });
}

let isPressed = false;
const readers = new Set<() => void>();

function setPressed(next: boolean): void {
  isPressed = next;
  for (const read of readers) read();
}

/** The release of another button than the first one may never come: its menu takes it. */
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
 * The value; during a press the one from before it, or `none`: a notice that came or went above a pressed button would
 * move it away from the pointer, and nothing would be clicked.
 */
export function useUnpressed<T>(value: T, none: T): T {
  const [shown, setShown] = useState(() => (isPressed ? none : value));
  // A press that holds nothing back draws nothing anew.
  const isDelayed = useSyncExternalStore(subscribe, () => isPressed && shown !== value, never);
  if (!isDelayed && shown !== value) setShown(value);
  return shown;
}
