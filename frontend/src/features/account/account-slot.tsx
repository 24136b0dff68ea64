import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useUser } from '#frontend/api/user.ts';
import { reloadDocument } from '#frontend/lib/leave-document.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { onLeave } from '#frontend/lib/leave-signal.ts';

const UserMenu = lazy(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/** The signed-in user's menu, or `children` where nobody is signed in. Only the former download the menu. */
export function AccountSlot({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  useLeaveTogether();
  const isSignedIn = user !== null;
  useEffect(() => {
    if (!isLoading) markAccount(isSignedIn);
  }, [isLoading, isSignedIn]);
  const account = user?.email ?? null;
  useEffect(() => {
    if (!isLoading)
      prefetch(() => import('#frontend/lib/draft-store.ts').then((store) => store.tidyDrafts(account)));
  }, [isLoading, account]);
  // Until the answer has come the style sheet hides them from who was signed in here the last time.
  if (!user) return <span data-guest={isLoading ? 'perhaps' : 'yes'}>{children}</span>;
  return (
    <Suspense fallback={<span className="size-control" />}>
      <UserMenu user={user} />
    </Suspense>
  );
}

/** The first script of the document reads it too, before anything is painted. */
const KEY = 'account';

/** Notes whether somebody is signed in in this browser, for the first look at the next page. It says nothing more. */
function markAccount(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'signed-in');
    else localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden everybody is taken for a guest until the server has answered.
  }
}

/** Whoever logs out in one tab has logged out in all of them: what this one shows and keeps goes as well. */
function useLeaveTogether(): void {
  useEffect(
    () => onLeave(() => void import('./leave.ts').then(({ beginAnew }) => beginAnew(), reloadDocument)),
    [],
  );
}
