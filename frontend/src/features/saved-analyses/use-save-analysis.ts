import { useCallback, useEffect, useRef } from 'react';
import { toast } from '#frontend/ui/toast-store.ts';

const LOGIN_URL = '/api/login';
const LOGIN_DELAY_MS = 1000;

/** What saving needs of the work that is to be saved. */
interface Work {
  keepDraft(): Promise<void>;
}

/** Saving needs an account: says so, keeps the draft, and goes to the sign-in page. */
export function useSaveAnalysis(leaveFor = (url: string) => window.location.assign(url)) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(leaveFor);
  useEffect(() => () => clearTimeout(timer.current), []);

  const save = useCallback(async ({ keepDraft }: Work) => {
    toast({
      title: 'Login Required',
      description: 'Please log in to save your analysis.',
      tone: 'destructive',
    });
    const delay = new Promise((resolve) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(resolve, LOGIN_DELAY_MS);
    });
    await Promise.all([keepDraft(), delay]);
    leave.current(LOGIN_URL);
  }, []);
  return { save };
}
