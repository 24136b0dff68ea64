import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { SIGN_IN_AGAIN_URL, useForgetUser } from '#frontend/api/user.ts';
import { toastFailure } from '#frontend/ui/toast-store.ts';

const DELAY_MS = 500;

export interface LoginRequirement {
  /** True if the visitor is signed out or the session has ended. False while the user is loading. */
  isMissing: boolean;
  /** The text of the message that asks for a login. */
  description: string;
  /** The path of the page to show instead. */
  to: string;
}

/** Tells a signed-out visitor to log in and then leaves the page. */
export function useLoginRequired({ isMissing, description, to }: LoginRequirement): void {
  const navigate = useNavigate();
  const forgetUser = useForgetUser();
  useEffect(() => {
    if (!isMissing) return;
    // With a user in the cache, the sign-in page would send the visitor on to the first page.
    forgetUser();
    toastFailure('Login Required', description);
    const timer = setTimeout(() => void navigate(to), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isMissing, description, to, navigate, forgetUser]);
}

/** Asks the visitor to log in in another tab, since the page has unfinished input. `children` ends the sentence. */
export function LoggedOut({ children }: { children: ReactNode }) {
  return (
    <>
      You are logged out.{' '}
      <a href={SIGN_IN_AGAIN_URL} target="_blank" rel="noreferrer" className="font-medium underline">
        Log in in another tab
      </a>{' '}
      {children}
    </>
  );
}

/** Why a call of a signed-in user has failed, in words for the user. */
export function FailedCall({ error }: { error: unknown }): ReactNode {
  if (isUnauthorized(error)) return <LoggedOut>and try again.</LoggedOut>;
  return reasonOf(error) ?? 'This did not work just now. Please try again.';
}
