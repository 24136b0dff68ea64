import { browserStorage, tabStorage } from '#frontend/lib/storage.ts';

const KEY = 'left';

const read = () => browserStorage.read(KEY);

/** The signal at the moment when this document was opened, or when it passed a signal on. */
let atStart = read();

/** Tells every document of this browser that the user has signed out: the next user may be another person. */
export function signalLeave(): void {
  const mark = crypto.randomUUID();
  // Where storage is forbidden, other tabs learn of it from the server.
  browserStorage.keep(KEY, mark);
  tabStorage.keep(KEY, mark);
}

/** Tells the other documents of a sign-out that happened before this document was opened. This document goes on. */
export function passLeaveOn(): void {
  if (tabStorage.read(KEY) !== read() || read() === null) signalLeave();
  tabStorage.forget(KEY);
  atStart = read();
}

/** True if the user has signed out, here or in another tab, since this document was opened. Nothing is stored then. */
export function hasSignedOut(): boolean {
  return read() !== atStart;
}

/** Calls the listener when the user signs out in another tab, or has done so before Back shows this document again. */
export function onLeave(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === KEY && listener();
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && hasSignedOut() && listener();
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onReturn);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onReturn);
  };
}
