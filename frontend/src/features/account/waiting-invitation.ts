import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PAGES } from '#contract/pages.ts';
import { takeInvitation } from './kept-invitation.ts';

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
