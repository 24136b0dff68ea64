import { tabStorage } from '#frontend/lib/storage.ts';

const KEY = 'invitation';

/** Remembers the token of an invitation in this tab, while the visitor signs in. Where it cannot, the visitor opens the link again. */
export function keepInvitation(token: string): void {
  tabStorage.keep(KEY, token);
}

/** Returns the remembered token and forgets it; null without one. */
export function takeInvitation(): string | null {
  const token = tabStorage.read(KEY);
  tabStorage.forget(KEY);
  return token;
}
