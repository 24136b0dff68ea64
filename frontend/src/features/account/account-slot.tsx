import { lazy, Suspense, type ReactNode } from 'react';
import { useUser } from '#frontend/api/user.ts';
import { useLeaveTogether } from './use-leave-together.ts';

const UserMenu = lazy(() => import('./user-menu.tsx').then((module) => ({ default: module.UserMenu })));

/** The signed-in user's menu, or `children` where nobody is signed in. Only the former download the menu. */
export function AccountSlot({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  useLeaveTogether();
  // Its place is kept, so that the header does not move once the answer has come.
  if (isLoading) return <span className="invisible">{children}</span>;
  if (!user) return children;
  return (
    <Suspense fallback={<span className="size-control" />}>
      <UserMenu user={user} />
    </Suspense>
  );
}
