import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { describeGoogleError, describeGoogleNotice } from '#contract/google.ts';
import { toast } from '#frontend/ui/toast-store.ts';

/** Shows why a sign-in with Google failed: the reason comes in the address of the sign-in page. */
export function useGoogleError(): void {
  useAddressMessage('error', (reason) => {
    const description = describeGoogleError(reason);
    if (description) toast({ title: 'Login failed', description, tone: 'destructive' });
  });
}

/** Shows what has happened to the account on the way here: it comes in the address of the first page. */
export function useAccountNotice(): void {
  useAddressMessage('notice', (reason) => {
    if (reason === 'account-deleted') {
      toast({ title: 'Account deleted', description: 'Nothing of it is kept.' });
      return;
    }
    const description = describeGoogleNotice(reason);
    if (description) toast({ title: 'Welcome back!', description, duration: LONG_MS });
  });
}

/** Long enough to read three sentences. */
const LONG_MS = 15_000;

/** Takes a parameter out of the address and passes it on once. */
function useAddressMessage(name: string, onMessage: (value: string) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(name);
  useEffect(() => {
    if (value === null) return;
    onMessage(value);
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
    // What is done with a message does not change while the page stands.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value]);
}
