import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useForgetUser } from '#frontend/api/user.ts';
import { toast } from '#frontend/ui/toast-store.ts';

const DELAY_MS = 500;

export interface LoginRequirement {
  /** Nobody is signed in, or not any more; false while that is not known. */
  isMissing: boolean;
  /** What one has to be signed in for. */
  description: string;
  /** Where to go instead. */
  to: string;
}

/** Sends away who is not signed in, and says why. */
export function useLoginRequired({ isMissing, description, to }: LoginRequirement): void {
  const navigate = useNavigate();
  const forgetUser = useForgetUser();
  useEffect(() => {
    if (!isMissing) return;
    // Else the sign-in page would take an ended session for one, and go on to the first page.
    forgetUser();
    toast({ title: 'Login Required', description, tone: 'destructive' });
    const timer = setTimeout(() => void navigate(to), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isMissing, description, to, navigate, forgetUser]);
}
