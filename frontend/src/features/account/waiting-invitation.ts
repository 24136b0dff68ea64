import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PAGES } from '#contract/pages.ts';
import { tabStorage } from '#frontend/lib/storage.ts';

/** After a sign-in that an invitation asked for, leads back to the invitation. */
export function useWaitingInvitation(): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    // The pages that sign in go to the first page themselves.
    if (pathname !== PAGES.home.path) return;
    const token = takeInvitation();
    if (token !== null) void navigate(`${PAGES.join.path}#${token}`, { replace: true });
  }, [pathname, navigate]);
}

const KEY = 'invitation';

/** Remembers the token of an invitation in this tab, while the visitor signs in. Where it cannot, the visitor opens the link again. */
export function keepInvitation(token: string): void {
  tabStorage.keep(KEY, token);
}

/** Returns the remembered token and forgets it; null without one. @internal */
export function takeInvitation(): string | null {
  const token = tabStorage.read(KEY);
  tabStorage.forget(KEY);
  return token;
}
