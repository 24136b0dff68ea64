const KEY = 'left';

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is forbidden here, and so is every draft
  }
}

/** The value when this document was opened. */
const atStart = read();

/** Tells every document of this browser that its user has left, since the next user may be another person. */
export function signalLeave(): void {
  try {
    localStorage.setItem(KEY, crypto.randomUUID());
  } catch {
    // Other tabs learn it from the server.
  }
}

/** Whether the user has left, here or in another tab, since this document was opened. From then on no work is kept. */
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
