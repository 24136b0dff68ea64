const KEY = 'invitation';

/** Remembers the token of an invitation in this tab, while the visitor signs in. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Storage is forbidden here: the visitor opens the link again.
  }
}

/** Returns the remembered token and forgets it; null without one. */
export function takeInvitation(): string | null {
  try {
    const token = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return token;
  } catch {
    return null;
  }
}
