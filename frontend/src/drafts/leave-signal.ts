const KEY = 'left';

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is forbidden here, and so is every draft
  }
}

/** The signal at the time when this document was opened, or sent it. */
let atStart = read();

/** Tells every document of this browser that its user has left, since the next user may be another person. */
export function signalLeave(): void {
  try {
    const mark = crypto.randomUUID();
    localStorage.setItem(KEY, mark);
    sessionStorage.setItem(KEY, mark);
  } catch {
    // Other tabs learn it from the server.
  }
}

/** Tells the other documents of a sign-out that happened before this one began. This document goes on. */
export function passLeaveOn(): void {
  try {
    if (sessionStorage.getItem(KEY) !== read() || read() === null) signalLeave();
    sessionStorage.removeItem(KEY);
  } catch {
    // Other tabs learn it from the server.
  }
  atStart = read();
}

/** True once the user has signed out, here or in another tab, since this document was opened. Nothing is kept then. */
export function hasLeft(): boolean {
  return read() !== atStart;
}

/**
 * Calls the listener when the user leaves in another tab, or has left while the browser kept this document for its
 * Back button.
 */
export function onLeave(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === KEY && listener();
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && hasLeft() && listener();
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onReturn);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onReturn);
  };
}
