import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useUser } from '#frontend/api/user.ts';
import { markAccount } from './account-mark.ts';
import { useLeaveTogether } from './use-leave-together.ts';

const UserMenu = lazy(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/** The signed-in user's menu, or `children` where nobody is signed in. Only the former download the menu. */
export function AccountSlot({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  useLeaveTogether();
  const isSignedIn = user !== null;
  useEffect(() => {
    if (!isLoading) markAccount(isSignedIn);
  }, [isLoading, isSignedIn]);
  // Until the answer has come the style sheet hides them from who was signed in here the last time.
  if (!user) return <span data-guest={isLoading ? 'perhaps' : 'yes'}>{children}</span>;
  return (
    <Suspense fallback={<span className="size-control" />}>
      <UserMenu user={user} />
    </Suspense>
  );
}
